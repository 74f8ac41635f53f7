import { expect, test } from 'vitest';
import { demoStart } from './demo-start.ts';

test.each([
  ['in the afternoon', '2026-11-21T12:34:56Z', '2026-11-21T12:34:56Z'],
  ['at night, on the same day', '2026-11-21T00:10:00Z', '2026-11-21T12:00:00Z'],
  ['in the evening, on the next day', '2026-11-21T15:00:00Z', '2026-11-22T12:00:00Z'],
])('a demo that is started %s', (_when, now, begins) => {
  expect(demoStart(Temporal.Instant.from(now)).toString()).toBe(begins);
});

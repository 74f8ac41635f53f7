import { expect, test } from 'vitest';
import { afterLookup, afterOutcome } from './command-rules.ts';

const now = Temporal.Instant.from('2026-03-02T08:00:00Z');
const around = { attempts: 1, now, usefulUntil: now.add({ hours: 24 }), canFind: true };
const seconds = (dueAt: Temporal.Instant | null) => dueAt && dueAt.since(now).total('seconds');

test('what was not reached is tried again with growing pauses, not before the system allows it', () => {
  const outcome = { kind: 'unreached', trouble: 'unreachable', text: null } as const;
  const pauses = [1, 2, 3, 9].map((attempts) => seconds(afterOutcome(outcome, { ...around, attempts }).dueAt));
  expect(pauses).toEqual([10, 30, 120, 3_600]);
  expect(seconds(afterOutcome({ ...outcome, retryAfterMs: 90_000 }, around).dueAt)).toBe(90);
});

test('what can no longer be of use is refused as too late', () => {
  const outcome = { kind: 'unreached', trouble: 'unreachable', text: 'HTTP 503' } as const;
  expect(afterOutcome(outcome, { ...around, usefulUntil: now.add({ seconds: 5 }) })).toMatchObject({
    state: 'refused',
    trouble: 'too_late',
    dueAt: null,
  });
});

test('an unknown outcome is never tried again by itself: it is looked up where that is possible', () => {
  const unknown = { kind: 'unknown', text: 'timeout' } as const;
  expect(seconds(afterOutcome(unknown, around).dueAt)).toBe(30);
  expect(afterOutcome(unknown, { ...around, canFind: false })).toMatchObject({ state: 'unknown', dueAt: null });
});

test('a lookup ends as done, as not carried out, or after some attempts with a person', () => {
  expect(afterLookup({ isDone: true }, { lookups: 1, now })).toMatchObject({ state: 'done', dueAt: null });
  expect(afterLookup({ isDone: false }, { lookups: 1, now })).toMatchObject({ state: 'waiting', dueAt: now });
  expect([1, 3, 4].map((lookups) => seconds(afterLookup(null, { lookups, now }).dueAt))).toEqual([120, 3_600, null]);
});

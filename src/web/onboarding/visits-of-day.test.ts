import { expect, test } from 'vitest';
import { isOver } from './visits-of-day.ts';

test('a visit is over when its time has run out, not when it begins', () => {
  const visit = { startsAt: '2026-03-02T09:00:00Z', durationMinutes: 60 };
  expect(isOver(visit, Date.parse('2026-03-02T09:59:00Z'))).toBe(false);
  expect(isOver(visit, Date.parse('2026-03-02T10:00:00Z'))).toBe(true);
});

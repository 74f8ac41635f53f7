import { expect, test } from 'vitest';
import { windowLeft } from './window-left.ts';

const NOW = Date.parse('2026-03-02T08:00:00Z');

test('the time left is counted in hours and minutes, and its last minute is one', () => {
  expect(windowLeft('2026-03-02T11:12:00Z', NOW)).toEqual({ hours: 3, minutes: 12, isUrgent: false });
  expect(windowLeft('2026-03-02T08:00:01Z', NOW)).toEqual({ hours: 0, minutes: 1, isUrgent: true });
});

test('less than two hours are urgent', () => {
  expect(windowLeft('2026-03-02T10:00:00Z', NOW)?.isUrgent).toBe(false);
  expect(windowLeft('2026-03-02T09:59:59Z', NOW)?.isUrgent).toBe(true);
});

test('a window that has ended is closed', () => {
  expect(windowLeft('2026-03-02T08:00:00Z', NOW)).toBeNull();
});

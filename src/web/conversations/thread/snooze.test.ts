import { expect, test } from 'vitest';
import { snoozeUntil } from './snooze.ts';

// Monday, 11:00 in Moscow
const NOW = Date.parse('2026-03-02T08:00:00Z');
const ZONE = 'Europe/Moscow';

test('hours count from now, mornings are at nine in the zone of the cabinet', () => {
  expect(snoozeUntil('three_hours', NOW, ZONE)).toBe('2026-03-02T11:00:00.000Z');
  expect(snoozeUntil('tomorrow', NOW, ZONE)).toBe('2026-03-03T06:00:00.000Z');
});

test('the day is the one of the zone: after midnight there, tomorrow is a day later', () => {
  expect(snoozeUntil('tomorrow', Date.parse('2026-03-02T22:30:00Z'), ZONE)).toBe('2026-03-04T06:00:00.000Z');
});

test('Monday is the next one, on a Monday that of the next week', () => {
  expect(snoozeUntil('monday', NOW, ZONE)).toBe('2026-03-09T06:00:00.000Z');
  expect(snoozeUntil('monday', Date.parse('2026-03-08T08:00:00Z'), ZONE)).toBe('2026-03-09T06:00:00.000Z');
});

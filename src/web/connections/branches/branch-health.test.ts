import { expect, test } from 'vitest';
import { healthOf } from './branch-health.ts';

const NOW = Date.parse('2026-11-23T09:00:00Z');
const branch = { isActive: true, changedUntil: '2026-11-23T08:52:00Z', lastEventAt: null };

test.each([
  ['is well while the system reports changes', { lastEventAt: '2026-11-20T09:00:00Z' }, 'yclients', 'well'],
  ['is well without any report, when polls find nothing', {}, 'yclients', 'quiet'],
  ['is late by the polls of its own kind: 8 minutes are many for orders', {}, 'iiko', 'late'],
  ['is late when two polls were missed', { changedUntil: '2026-11-23T08:39:00Z' }, 'yclients', 'late'],
  ['is read for the first time', { changedUntil: null }, 'yclients', 'first'],
  ['is not read when switched off', { isActive: false }, 'yclients', 'off'],
] as const)('a branch %s', (_, change, kind, expected) => {
  expect(healthOf({ ...branch, ...change }, kind, NOW)).toBe(expected);
});

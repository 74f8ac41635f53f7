import { expect, test } from 'vitest';
import { barsOf, clockOf, lineAt } from './player-rules.ts';

test('seconds are shown as on a player', () => {
  expect([0, 65.9, 3_723].map(clockOf)).toEqual(['0:00', '1:05', '1:02:03']);
});

test('the current line is the last that has begun', () => {
  const lines = [{ start: 1 }, { start: 4 }, { start: 4.5 }];
  expect([0, 1, 3, 4.2, 4.47, 100].map((second) => lineAt(lines, second))).toEqual([-1, 0, 0, 1, 2, 2]);
});

test('bars keep the loudest of their part, and few peaks stay as they are', () => {
  expect(barsOf([0, 0.5, 0.1, 0.25], 2)).toEqual([1, 0.5]);
  expect(barsOf([0.2, 0.4], 10)).toEqual([0.5, 1]);
  expect(barsOf([0, 0], 2)).toEqual([0, 0]);
  expect(barsOf([], 5)).toEqual([]);
});

import { expect, test } from 'vitest';
import { decimalIn, gridOf, shareOf } from './rfm-data.ts';

test('the grid has every cell, those who come often above and those on time on the left', () => {
  const grid = gridOf(
    [
      { recency: 1, frequency: 3, people: 30, spentMinor: 900 },
      { recency: 4, frequency: 1, people: 15, spentMinor: 100 },
      { recency: 2, frequency: 2, people: 4, spentMinor: 50 },
    ],
    49,
  );
  expect(grid.map((row) => row.map(({ people }) => people))).toEqual([
    [30, 0, 0, 0],
    [0, 4, 0, 0],
    [0, 0, 0, 15],
  ]);
  expect(grid.map((row) => row.map(({ tone }) => tone))).toEqual([
    [1, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0.5],
  ]);
  expect(grid[0]?.[0]).toMatchObject({ recency: 1, frequency: 3, spentMinor: 900, share: 30 / 49 });
});

test('under twenty people there are no shares', () => {
  expect([shareOf(3, 19), shareOf(5, 20)]).toEqual([null, 0.25]);
});

test('a number is read with a point or a comma', () => {
  expect([decimalIn('1.5'), decimalIn(' 2,25 '), decimalIn('3')]).toEqual([1.5, 2.25, 3]);
  expect([decimalIn(''), decimalIn('x'), decimalIn('1.5.2')].every(Number.isNaN)).toBe(true);
});

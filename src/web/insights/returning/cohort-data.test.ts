import { expect, test } from 'vitest';
import type { Cohort } from '#contract/insights/cohorts.ts';
import { cellsOf, monthAfter, monthsBetween } from './cohort-data.ts';

const cell = (offset: number, people: number, spentMinor: number) => ({ offset, people, visits: people, spentMinor });
const COHORTS: Cohort[] = [
  { month: '2026-09', people: 40, cells: [cell(0, 40, 4000), cell(2, 10, 1500)] },
  { month: '2026-10', people: 10, cells: [cell(0, 10, 900), cell(1, 5, 400)] },
];
const values = (figure: Parameters<typeof cellsOf>[1]) =>
  cellsOf(COHORTS, figure, '2026-11').map(({ cells }) => cells.map(({ value }) => value));

test('a cohort has a cell for each month up to this one, also where nobody came', () => {
  expect(values('people')).toEqual([
    [40, 0, 10],
    [10, 5],
  ]);
});

test('shares are of the cohort, and money adds up over its months', () => {
  expect(values('share')).toEqual([
    [1, 0, 0.25],
    [1, 0.5],
  ]);
  expect(values('total')).toEqual([
    [4000, 4000, 5500],
    [900, 1300],
  ]);
});

test('the tone of people compares later months alone, since all came in the first', () => {
  const tones = cellsOf(COHORTS, 'share', '2026-11').map(({ cells }) => cells.map(({ tone }) => tone));
  expect(tones).toEqual([
    [1, 0, 0.5],
    [1, 1],
  ]);
});

test('months are counted across years', () => {
  expect(monthAfter('2025-11', 3)).toBe('2026-02');
  expect(monthsBetween('2025-11', '2026-02')).toBe(3);
});

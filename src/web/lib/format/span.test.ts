import { expect, test } from 'vitest';
import { wholeUnit } from './span.ts';

test.each([
  [0, 'minutes', 0],
  [-45, 'minutes', 45],
  [-60, 'hours', 1],
  [90, 'minutes', 90],
  [-120, 'hours', 2],
  [-1_440, 'hours', 24],
  [-2_880, 'days', 2],
  [1_500, 'hours', 25],
] as const)('%i minutes are said in %s', (minutes, unit, count) => {
  expect(wholeUnit(minutes)).toEqual({ unit, count });
});

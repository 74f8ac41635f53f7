import { expect, test } from 'vitest';
import { BRANDS } from '#contract/brands/brands.ts';
import { soldBy } from '#contract/billing/tariffs.ts';
import { MIN_PLANS, optionsOf } from './plan-options.ts';

test('the table of plans has at least three items on every domain that sells something', () => {
  for (const brand of Object.values(BRANDS)) {
    const sold = soldBy(brand);
    if (sold.length > 0) expect(optionsOf(sold, 1).length, brand.key).toBeGreaterThanOrEqual(MIN_PLANS);
  }
});

test('a single tariff stands in the table once per period', () => {
  expect(optionsOf(soldBy(BRANDS.distribution), 1).map(({ months }) => months)).toEqual([1, 3, 6, 12]);
});

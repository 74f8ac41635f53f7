import { expect, test } from 'vitest';
import { BRANDS } from '#contract/brands/brands.ts';
import { ABILITIES, soldBy, TARIFFS, tariffsWith } from './tariffs.ts';

test('the 26 tariffs stand in the order of their ids', () => {
  expect(TARIFFS.map(({ id }) => id)).toEqual(Array.from({ length: 26 }, (_, id) => id));
});

test('each ability is in a tariff that the main cabinet sells, save carts of Shopify, which the API brings too', () => {
  const sold = soldBy(BRANDS.main);
  for (const ability of ABILITIES) {
    expect(
      sold.some(({ abilities }) => abilities.includes(ability)),
      ability,
    ).toBe(true);
  }
  expect(tariffsWith('cart_flows')).toEqual([10, 11, 15]);
  expect(tariffsWith('order_flows')).toEqual([4, 5, 10, 11, 15]);
  expect(tariffsWith('deal_flows')).toEqual([3]);
  expect(tariffsWith('mailings')).toEqual([1, 5, 13]);
});

test('a domain sells its tariffs and their sizes, and neither the test tariff nor one that gives nothing yet', () => {
  const idsOf = (key: keyof typeof BRANDS) => soldBy(BRANDS[key]).map(({ id }) => id);
  expect(idsOf('main')).toEqual([0, 1, 3, 4, 5, 13, 14, 15, 17, 19, 20, 21, 22, 23]);
  expect(idsOf('distribution')).toEqual([13]);
  expect(idsOf('assistant')).toEqual([20, 21, 22, 23]);
  expect(idsOf('medflex')).toEqual([25]);
});

import { expect, test } from 'vitest';
import { priceOf, totalOf } from './cart.ts';

test('months multiply the price of a tariff', () => {
  expect(priceOf({ kind: 'tariff', tariffId: 1, units: 1, months: 3 }, 'RUB').amountMinor).toBe(750_000);
});

test('the second number of the API and later ones cost half', () => {
  const price = priceOf({ kind: 'tariff', tariffId: 15, units: 3, months: 2 }, 'RUB');
  expect(price).toEqual({ fullMinor: 1_500_000, discountMinor: 500_000, amountMinor: 1_000_000 });
});

test('the total is the sum of its lines', () => {
  const lines = [
    { kind: 'tariff', tariffId: 19, units: 1, months: 1 },
    { kind: 'top_up', balance: 'ratings', amount: 100 },
    { kind: 'top_up', balance: 'ai', amount: 20 },
  ] as const;
  expect(totalOf(lines, 'RUB')).toBe(100 + 50_000 + 200_000);
  expect(totalOf(lines, 'USD')).toBe(100 + 600 + 2000);
});

import { expect, test } from 'vitest';
import type { CartLine } from './cart.ts';
import { cartPromoProblem, percentOf, promoPriceOf, promoTotalOf } from './promo-pricing.ts';

const BASE: CartLine = { kind: 'tariff', tariffId: 0, units: 1, months: 1 };
const WIDE: CartLine = { kind: 'tariff', tariffId: 1, units: 1, months: 1 };
const API: CartLine = { kind: 'tariff', tariffId: 15, units: 3, months: 1 };
const MESSAGES: CartLine = { kind: 'top_up', balance: 'messages', amount: 500 };
const promo = (discountPercent: number, availableTariffTypes: number[] = []) => ({
  discountPercent,
  availableTariffTypes,
});

test('a fifth of 2500 ₽ is 500 ₽', () => {
  expect(promoPriceOf(WIDE, 'RUB', promo(20))).toEqual({
    fullMinor: 250_000,
    discountMinor: 0,
    promoDiscountMinor: 50_000,
    amountMinor: 200_000,
  });
});

test('a code lowers what remains after the discount of further numbers', () => {
  expect(promoPriceOf(API, 'RUB', promo(10))).toEqual({
    fullMinor: 750_000,
    discountMinor: 250_000,
    promoDiscountMinor: 50_000,
    amountMinor: 450_000,
  });
});

test.each([
  [101, 50, 50],
  [103, 50, 52],
  [150, 1, 2],
  [250, 1, 2],
  [99, 33, 33],
  [1, 100, 1],
  [0, 100, 0],
])('%i minor units, %i percent: %i', (amount, percent, discount) => {
  expect(percentOf(amount, percent)).toBe(discount);
});

test('additions to balances and other tariffs keep their price, and the lines add up to the total', () => {
  const lines = [BASE, WIDE, MESSAGES];
  const prices = lines.map((line) => promoPriceOf(line, 'RUB', promo(33, [1])));
  expect(prices.map(({ promoDiscountMinor }) => promoDiscountMinor)).toEqual([0, 82_500, 0]);
  const sum = prices.reduce((total, { amountMinor }) => total + amountMinor, 0);
  expect(promoTotalOf(lines, 'RUB', promo(33, [1]))).toBe(sum);
  expect(promoTotalOf(lines, 'RUB', null)).toBe(120_000 + 250_000 + 50_000);
});

test.each([
  [promo(10), [BASE], false, null],
  [promo(10), [BASE, MESSAGES], false, null],
  [promo(10), [BASE], true, 'promo_code.with_auto_payment'],
  [promo(10, [1]), [BASE], false, 'promo_code.tariff_not_included'],
  [promo(10), [MESSAGES], false, 'promo_code.tariff_not_included'],
  [promo(10), [{ ...BASE, months: 3 }], false, 'promo_code.single_month'],
  [promo(10, [1]), [WIDE, { ...BASE, months: 12 }], false, 'promo_code.single_month'],
] as const)('a cart under a code %#: %j', (code, lines, isAutoPay, problem) => {
  expect(cartPromoProblem(code, lines, isAutoPay)).toBe(problem);
});

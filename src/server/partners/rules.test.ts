import { expect, test } from 'vitest';
import { payoutProblem, reversalOf, rewardOf, shareOut } from './rules.ts';

test.each([
  [96_000, { rewardMinor: 0, rewardPercent: 10 }, 9_600],
  [99_999, { rewardMinor: 0, rewardPercent: 10 }, 9_999],
  [96_000, { rewardMinor: 50_000, rewardPercent: 0 }, 50_000],
  [96_000, { rewardMinor: 50_000, rewardPercent: 10 }, 59_600],
  [30_000, { rewardMinor: 50_000, rewardPercent: 0 }, 30_000],
  [0, { rewardMinor: 50_000, rewardPercent: 10 }, 0],
])('a payment of %i by a code with %o earns %i', (paid, terms, reward) => {
  expect(rewardOf(paid, terms)).toBe(reward);
});

test.each([
  [
    'the whole payment',
    { paidMinor: 1000, returnedMinor: 1000, isFull: true },
    { fullMinor: 100, leftMinor: 100 },
    100,
  ],
  ['a part', { paidMinor: 1000, returnedMinor: 250, isFull: false }, { fullMinor: 100, leftMinor: 100 }, 25],
  ['the last part', { paidMinor: 1000, returnedMinor: 750, isFull: true }, { fullMinor: 100, leftMinor: 75 }, 75],
  [
    'a part of a reward that is gone',
    { paidMinor: 1000, returnedMinor: 500, isFull: false },
    { fullMinor: 100, leftMinor: 0 },
    0,
  ],
])('the return of %s takes back its share of the reward', (_, payment, reward, taken) => {
  expect(reversalOf(payment, reward)).toBe(taken);
});

test('a payout is taken from the codes in their order, and from none that owes', () => {
  const codes = [
    { promoCodeId: 'a', leftMinor: -50 },
    { promoCodeId: 'b', leftMinor: 70 },
    { promoCodeId: 'c', leftMinor: 100 },
  ];
  expect(shareOut(100, codes)).toEqual([
    { promoCodeId: 'b', amountMinor: 70 },
    { promoCodeId: 'c', amountMinor: 30 },
  ]);
});

test.each([
  [1000, { freeMinor: 1000, minMinor: 1000, hasOpen: false }, null],
  [1000, { freeMinor: 2000, minMinor: 1000, hasOpen: true }, 'payout.already_open'],
  [999, { freeMinor: 2000, minMinor: 1000, hasOpen: false }, 'payout.too_small'],
  [2001, { freeMinor: 2000, minMinor: 1000, hasOpen: false }, 'payout.not_covered'],
])('a payout of %i with %o is answered with %s', (amount, about, problem) => {
  expect(payoutProblem(amount, about)).toBe(problem);
});

import { expect, test } from 'vitest';
import { PROMO_REFUSALS, type PromoRefusal } from '#contract/billing/promo-values.ts';
import { composeCode, promoProblem, promoState, type PromoPayer, type PromoTerms } from './rules.ts';

const NOW = Temporal.Instant.from('2026-12-01T10:00:00Z');
const PROMO: PromoTerms = {
  discountPercent: 20,
  availableTariffTypes: [],
  paymentCount: null,
  paymentsCountByUser: null,
  expireDate: null,
  minimalUserPayments: 0,
  maxUserPayments: null,
  forNetworkCompanies: false,
  isDisabled: false,
  used: 0,
  reserved: 0,
};
const PAYER: PromoPayer = {
  isOwner: false,
  uses: 0,
  payments: 0,
  branches: 1,
  lines: [{ kind: 'tariff', tariffId: 0, units: 1, months: 1 }],
  isAutoPay: false,
};

const REFUSED: readonly [PromoRefusal, Partial<PromoTerms>, Partial<PromoPayer>][] = [
  ['promo_code.invalid', { isDisabled: true }, {}],
  ['promo_code.expired', { expireDate: NOW }, {}],
  ['promo_code.own', {}, { isOwner: true }],
  ['promo_code.exhausted', { paymentCount: 3, used: 3 }, {}],
  ['promo_code.users_reached', { paymentCount: 3, used: 2, reserved: 1 }, {}],
  ['promo_code.user_limit_reached', { paymentsCountByUser: 1 }, { uses: 1 }],
  ['promo_code.too_few_payments', { minimalUserPayments: 2 }, { payments: 1 }],
  ['promo_code.too_much_paid', { maxUserPayments: 0 }, { payments: 1 }],
  ['promo_code.network_only', { forNetworkCompanies: true }, { branches: 1 }],
  ['promo_code.with_auto_payment', {}, { isAutoPay: true }],
  ['promo_code.tariff_not_included', { availableTariffTypes: [1] }, {}],
  ['promo_code.single_month', {}, { lines: [{ kind: 'tariff', tariffId: 0, units: 1, months: 3 }] }],
];

test.each(REFUSED)('%s', (code, terms, payer) => {
  expect(promoProblem({ ...PROMO, ...terms }, { ...PAYER, ...payer }, NOW)).toBe(code);
});

test('every refusal has its case, and an unknown code is not found', () => {
  expect(promoProblem(undefined, PAYER, NOW)).toBe('promo_code.not_found');
  expect([...REFUSED.map(([code]) => code), 'promo_code.not_found'].toSorted()).toEqual(PROMO_REFUSALS.toSorted());
});

test.each<[string, Partial<PromoTerms>, Partial<PromoPayer>]>([
  ['without limits', {}, {}],
  ['in its last moment', { expireDate: NOW.add({ seconds: 1 }) }, {}],
  ['with one use left', { paymentCount: 3, used: 1, reserved: 1 }, {}],
  ['at its second use by the cabinet', { paymentsCountByUser: 2 }, { uses: 1 }],
  ['at the fewest payments', { minimalUserPayments: 2 }, { payments: 2 }],
  ['at the most payments', { maxUserPayments: 2 }, { payments: 2 }],
  ['for a network', { forNetworkCompanies: true }, { branches: 2 }],
  ['for one of its tariffs', { availableTariffTypes: [0, 1] }, {}],
])('a code is accepted %s', (_case, terms, payer) => {
  expect(promoProblem({ ...PROMO, ...terms }, { ...PAYER, ...payer }, NOW)).toBeNull();
});

test.each<[Partial<PromoTerms>, string]>([
  [{}, 'active'],
  [{ paymentCount: 1, reserved: 1 }, 'active'],
  [{ paymentCount: 1, used: 1 }, 'exhausted'],
  [{ expireDate: NOW, paymentCount: 1, used: 1 }, 'expired'],
  [{ isDisabled: true, expireDate: NOW }, 'disabled'],
])('the state of a code with %j is %s', (terms, state) => {
  expect(promoState({ ...PROMO, ...terms }, NOW)).toBe(state);
});

test('random codes have 6 characters, none of which is taken for another', () => {
  const first = composeCode(() => 0);
  const last = composeCode((below) => below - 1);
  expect([first, last]).toEqual(['AAAAAA', '999999']);
  const all = Array.from({ length: 31 }, (_none, place) => composeCode(() => place)[0]).join('');
  expect(all).not.toMatch(/[01OIL]/u);
  expect(new Set(all).size).toBe(31);
});

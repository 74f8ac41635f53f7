import { expect, test } from 'vitest';
import { chanceOfResult } from './experiment-rules.ts';
import { priceOf, sumByCurrency } from '#server/texts/content/price-rules.ts';
import { similarityOf } from '#server/mailings/deciding/similarity.ts';

const PRICES = {
  twilio_sms: {
    currency: 'USD',
    prices: [
      { prefix: '7', price: 0.05 },
      { prefix: '7701', price: 0.1 },
    ],
  },
  dialog360: {
    currency: 'EUR',
    prices: [
      { prefix: '', category: 'marketing', price: 0.08 },
      { prefix: '', category: 'service', price: 0 },
    ],
  },
};
const sms = { kind: 'twilio_sms', category: 'service', prefix: '79161', contacts: 100, parts: 2 };

test('a price is that of the longest prefix, for each part', () => {
  expect(priceOf([sms, { ...sms, prefix: '77012', contacts: 10 }], PRICES)).toEqual({
    price: { amount: 12, currency: 'USD' },
    unpriced: 0,
  });
});

test('a template is priced by its category, and free text as service', () => {
  const template = { kind: 'dialog360', category: 'marketing', prefix: '79161', contacts: 100, parts: 1 };
  expect(priceOf([template, { ...template, category: 'service' }], PRICES).price).toEqual({
    amount: 8,
    currency: 'EUR',
  });
  expect(priceOf([{ ...template, category: 'utility' }], PRICES)).toEqual({ price: null, unpriced: 100 });
});

test('a price that is not configured is unknown and never counted as nothing', () => {
  expect(priceOf([sms, { ...sms, prefix: '55119', contacts: 30 }], PRICES)).toEqual({
    price: { amount: 10, currency: 'USD' },
    unpriced: 30,
  });
  expect(priceOf([{ ...sms, kind: 'telegram_bot' }], PRICES)).toEqual({ price: null, unpriced: 100 });
});

test('prices are added within a currency alone', () => {
  const prices = [
    { amount: 1.1, currency: 'USD' },
    { amount: 2.2, currency: 'USD' },
    { amount: 3, currency: 'EUR' },
  ];
  expect(sumByCurrency(prices)).toEqual([
    { amount: 3.3, currency: 'USD' },
    { amount: 3, currency: 'EUR' },
  ]);
});

test.each([
  [0, 0],
  [100, 22],
  [250, 39],
  [500, 61],
  [1_000, 86],
])('an A/B test with %i contacts a text tells 8 percent from 5 in %i of 100 tests', (perVariant, chance) => {
  expect(chanceOfResult(perVariant)).toBe(chance);
});

test('texts are alike by the words they share', () => {
  expect(similarityOf('Скидка 10% сегодня', 'скидка 10% СЕГОДНЯ!')).toBe(1);
  expect(similarityOf('Анна, скидка сегодня', 'Вера, скидка сегодня')).toBeCloseTo(0.67, 2);
  expect(similarityOf('Скидка', 'Подарок')).toBe(0);
});

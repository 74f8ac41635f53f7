import { expect, test } from 'vitest';
import { TARIFFS } from '#contract/billing/tariffs.ts';
import en from '#server/billing/locales/en.json' with { type: 'json' };
import { cardText, moneyText, reasonText } from './renewal-texts.ts';

test('every tariff has a name in mails', () => {
  expect(Object.keys(en.tariff)).toEqual(TARIFFS.map(({ id }) => `t${id}`));
});

test('sums are without decimals where there are none, and a card the bank did not name stays readable', () => {
  expect(moneyText(120_000, 'RUB', 'ru').replaceAll(/\s/g, ' ')).toBe('1 200 ₽');
  expect(moneyText(120_050, 'RUB', 'en')).toBe('₽1,200.50');
  expect(cardText({ cardBrand: 'MasterCard', cardDigits: '4444' })).toBe('MasterCard •• 4444');
  expect(cardText({ cardBrand: null, cardDigits: null })).toBe('••');
});

test('a reason without words of its own is called unexplained', () => {
  expect(reasonText('insufficient_funds', 'en')).toBe('There was not enough money on the card.');
  expect(reasonText('general_decline', 'en')).toBe(reasonText(null, 'en'));
});

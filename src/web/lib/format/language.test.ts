import { expect, test } from 'vitest';
import { languageOf } from '#contract/language-choice.ts';

test.each([
  ['ru', 'ru'],
  ['ru-RU', 'ru'],
  ['ru-BY', 'ru'],
  ['ru-UA', 'ru'],
  ['ru-KZ', 'ru'],
  ['kz', 'ru'],
  ['kk-KZ', 'ru'],
  ['uk', 'uk'],
  ['uk-UA', 'uk'],
  ['pt-BR', 'pt_br'],
  ['PT-br', 'pt_br'],
  ['en-US', 'en'],
])('a browser in %s starts in %s', (tag, language) => {
  expect(languageOf([tag])).toBe(language);
});

test('the first supported language is used', () => {
  expect(languageOf(['de-DE', 'uk-UA', 'ru'])).toBe('uk');
});

test('unsupported languages give English, and no information gives Russian', () => {
  expect(languageOf(['de-DE', 'fr'])).toBe('en');
  expect(languageOf([])).toBe('ru');
});

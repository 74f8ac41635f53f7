import { expect, test } from 'vitest';
import { namelessParameter } from './nameless-rules.ts';
import { fillTemplate, renderText } from './text-rules.ts';

const NOTHING = { of: () => '', property: () => '' };

test.each([
  ['ru', 'Здравствуйте, {{1}}! Вы записаны', 'Здравствуйте, уважаемый клиент! Вы записаны'],
  ['ru', '{{1}}, давно вас не видели', 'Уважаемый клиент, давно вас не видели'],
  ['uk', 'Вітаємо! {{1}}, чекаємо', 'Вітаємо! Шановний клієнте, чекаємо'],
  ['en', 'Dear {{1}}, welcome', 'Dear customer, welcome'],
  ['en', 'Hello, {{ 1 }}!', 'Hello, valued customer!'],
  ['pt_br', 'Olá, {{1}}!', 'Olá, cliente!'],
] as const)('a template in %s that says %s is sent without a name', (language, body, sent) => {
  const word = namelessParameter('{clientName}', { body, place: 1, language });
  expect(fillTemplate(body, [word ?? ''])).toBe(sent);
});

test('only the name has a word that stands for it', () => {
  const place = { body: '{{1}}', place: 1, language: 'ru' } as const;
  expect(namelessParameter('{masterName}', place)).toBeNull();
  expect(namelessParameter('{clientName}, {masterName}', place)).toBeNull();
});

test.each([
  ['Здравствуйте, {clientName}!', 'Здравствуйте!'],
  ['{clientName}, давно вас не видели', 'Давно вас не видели'],
  ['{clientName}! Ждём вас', 'Ждём вас'],
  ['Дякуємо, {clientName}! До зустрічі', 'Дякуємо! До зустрічі'],
  ['Olá {clientName}, tudo bem?', 'Olá, tudo bem?'],
  ['Мы ждём вас, {clientName}, завтра', 'Мы ждём вас, завтра'],
])('the text %s reads well without a name', (text, sent) => {
  expect(renderText(text, NOTHING).text).toBe(sent);
});

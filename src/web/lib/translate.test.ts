import { expect, test } from 'vitest';
import { translate } from './translate.ts';

const russian = {
  left_one: 'Осталось {{count}} сообщение',
  left_few: 'Осталось {{count}} сообщения',
  left_many: 'Осталось {{count}} сообщений',
  left_other: 'Осталось {{count}} сообщения',
  status: { working: 'Работает' },
  greeting: 'Здравствуйте, {{name}}',
  hint: 'Напомним за день и в 10:00 — без звонков',
};
const left = (count: number) => translate(russian, 'left', 'ru-RU', { count });

test('Russian chooses among its plural forms', () => {
  expect([1, 2, 5, 11, 21, 22].map(left)).toEqual([
    'Осталось 1 сообщение',
    'Осталось 2 сообщения',
    'Осталось 5 сообщений',
    'Осталось 11 сообщений',
    'Осталось 21 сообщение',
    'Осталось 22 сообщения',
  ]);
  expect(left(1.5)).toBe('Осталось 1,5 сообщения');
});

test('a large count is written as the language writes numbers', () => {
  expect(left(12_345)).toBe('Осталось 12\u00a0345 сообщений');
});

test('a form the language lacks falls back to the general one', () => {
  expect(
    translate({ rows_one: '{{count}} linha', rows_other: '{{count}} linhas' }, 'rows', 'pt-BR', { count: 1e6 }),
  ).toBe('1.000.000 linhas');
});

test('a text lies where its key says, and a missing one is told apart', () => {
  expect(translate(russian, 'status.working', 'ru-RU')).toBe('Работает');
  expect(translate(russian, 'status.gone', 'ru-RU')).toBeUndefined();
  expect(translate(russian, 'status', 'ru-RU')).toBeUndefined();
  expect(translate(russian, 'a.b.c', 'ru-RU')).toBeUndefined();
});

test('values are put in as they are, whatever signs they hold', () => {
  expect(translate(russian, 'greeting', 'ru-RU', { name: '$& {{x}} <b>' })).toBe('Здравствуйте, $& {{x}} <b>');
});

test('short words cling to the next one', () => {
  expect(translate(russian, 'hint', 'ru-RU')).toBe('Напомним за\u00a0день и\u00a0в\u00a010:00\u00a0— без звонков');
});

import { expect, test } from 'vitest';
import { messagePieces } from './message-markup.ts';

test('marked words and links look as in the messenger', () => {
  expect(messagePieces('Ждём вас *завтра в 10:00*, _Анна_. Адрес: https://ya.ru/maps/7.')).toEqual([
    { text: 'Ждём вас ', look: 'plain' },
    { text: 'завтра в 10:00', look: 'bold' },
    { text: ', ', look: 'plain' },
    { text: 'Анна', look: 'italic' },
    { text: '. Адрес: ', look: 'plain' },
    { text: 'https://ya.ru/maps/7', look: 'link' },
    { text: '.', look: 'plain' },
  ]);
});

test('a mark inside a word or beside a space is just a sign', () => {
  expect(messagePieces('2*3*4 и snake_case_name, * не жирно *')).toEqual([
    { text: '2*3*4 и snake_case_name, * не жирно *', look: 'plain' },
  ]);
});

test('an address with underscores stays whole', () => {
  expect(messagePieces('https://s.example/a_b_c')).toEqual([{ text: 'https://s.example/a_b_c', look: 'link' }]);
});

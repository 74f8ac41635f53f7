import { expect, test } from 'vitest';
import { messagePieces, plainWords } from './message-markup.ts';

test('marked words and links look as in the messenger', () => {
  expect(messagePieces('Ждём вас *завтра в 10:00*, _Анна_. Адрес: https://ya.ru/maps/7.')).toEqual([
    { text: 'Ждём вас ', looks: [] },
    { text: 'завтра в 10:00', looks: ['bold'] },
    { text: ', ', looks: [] },
    { text: 'Анна', looks: ['italic'] },
    { text: '. Адрес: ', looks: [] },
    { text: 'https://ya.ru/maps/7', looks: ['link'] },
    { text: '.', looks: [] },
  ]);
});

test('a mark inside a word or beside a space is just a sign', () => {
  expect(messagePieces('2*3*4 и snake_case_name, * не жирно *')).toEqual([
    { text: '2*3*4 и snake_case_name, * не жирно *', looks: [] },
  ]);
});

test('an address with underscores stays whole', () => {
  expect(messagePieces('https://s.example/a_b_c')).toEqual([{ text: 'https://s.example/a_b_c', looks: ['link'] }]);
});

test('marks within each other are all drawn, code keeps its signs, and a link ends before the mark around it', () => {
  expect(messagePieces('*до _10:00_* и `a_*b*`, *https://ya.ru*')).toEqual([
    { text: 'до ', looks: ['bold'] },
    { text: '10:00', looks: ['bold', 'italic'] },
    { text: ' и ', looks: [] },
    { text: 'a_*b*', looks: ['code'] },
    { text: ', ', looks: [] },
    { text: 'https://ya.ru', looks: ['bold', 'link'] },
  ]);
});

test('where nothing can be marked the words alone are shown', () => {
  expect(plainWords('*Завтра* в _10:00_, 2*3')).toBe('Завтра в 10:00, 2*3');
});

import { expect, test } from 'vitest';
import { messagePieces, plainWords } from './message-markup.ts';

test('marked words and links look as in the messenger', () => {
  expect(messagePieces('Ждём вас *завтра в 10:00*, _Анна_. Адрес: https://ya.ru/maps/7.')).toEqual([
    { text: 'Ждём вас ', formats: [] },
    { text: 'завтра в 10:00', formats: ['bold'] },
    { text: ', ', formats: [] },
    { text: 'Анна', formats: ['italic'] },
    { text: '. Адрес: ', formats: [] },
    { text: 'https://ya.ru/maps/7', formats: ['link'] },
    { text: '.', formats: [] },
  ]);
});

test('a mark inside a word or beside a space is just a sign', () => {
  expect(messagePieces('2*3*4 и snake_case_name, * не жирно *')).toEqual([
    { text: '2*3*4 и snake_case_name, * не жирно *', formats: [] },
  ]);
});

test('an address with underscores stays whole', () => {
  expect(messagePieces('https://s.example/a_b_c')).toEqual([{ text: 'https://s.example/a_b_c', formats: ['link'] }]);
});

test('nested marks are all rendered, code keeps its characters, and a link ends before the mark around it', () => {
  expect(messagePieces('*до _10:00_* и `a_*b*`, *https://ya.ru*')).toEqual([
    { text: 'до ', formats: ['bold'] },
    { text: '10:00', formats: ['bold', 'italic'] },
    { text: ' и ', formats: [] },
    { text: 'a_*b*', formats: ['code'] },
    { text: ', ', formats: [] },
    { text: 'https://ya.ru', formats: ['bold', 'link'] },
  ]);
});

test('where nothing can be marked the words alone are shown', () => {
  expect(plainWords('*Завтра* в _10:00_, 2*3')).toBe('Завтра в 10:00, 2*3');
});

import { expect, test } from 'vitest';
import { changedParts } from './text-change.ts';

test('only the words that differ are marked, and variables are whole', () => {
  expect(changedParts('{clientName}, ждём вас в {recordTime}.', '{clientName}, ждём в {recordDate}.')).toEqual([
    { before: '{clientName}, ждём ', changed: 'вас в {recordTime}.', after: '' },
    { before: '{clientName}, ждём ', changed: 'в {recordDate}.', after: '' },
  ]);
});

test('an insertion or a removal is marked alone', () => {
  expect(changedParts('Ждём вас.\nАдрес: Лесная', 'Ждём вас завтра.\nАдрес: Лесная')).toEqual([
    { before: 'Ждём ', changed: 'вас.', after: '\nАдрес: Лесная' },
    { before: 'Ждём ', changed: 'вас завтра.', after: '\nАдрес: Лесная' },
  ]);
  expect(changedParts('да да', 'да да да')).toEqual([
    { before: 'да да', changed: '', after: '' },
    { before: 'да да', changed: ' да', after: '' },
  ]);
});

test('an empty text before or after differs as a whole', () => {
  expect(changedParts('', 'Ждём')[1]).toEqual({ before: '', changed: 'Ждём', after: '' });
});

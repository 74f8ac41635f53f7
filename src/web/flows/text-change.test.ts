import { expect, test } from 'vitest';
import { changedParts } from './text-change.ts';

test('only the words that differ are the change, and variables are whole', () => {
  expect(changedParts('{clientName}, ждём вас в {recordTime}.', '{clientName}, ждём в {recordDate}.')).toEqual([
    { before: '{clientName}, ждём ', changed: 'вас в {recordTime}.', after: '' },
    { before: '{clientName}, ждём ', changed: 'в {recordDate}.', after: '' },
  ]);
});

test('what was put in or taken out stands alone', () => {
  expect(changedParts('Ждём вас.\nАдрес: Лесная', 'Ждём вас завтра.\nАдрес: Лесная')).toEqual([
    { before: 'Ждём ', changed: 'вас.', after: '\nАдрес: Лесная' },
    { before: 'Ждём ', changed: 'вас завтра.', after: '\nАдрес: Лесная' },
  ]);
  expect(changedParts('да да', 'да да да')).toEqual([
    { before: 'да да', changed: '', after: '' },
    { before: 'да да', changed: ' да', after: '' },
  ]);
});

test('a text that was empty, or is now, differs as a whole', () => {
  expect(changedParts('', 'Ждём')[1]).toEqual({ before: '', changed: 'Ждём', after: '' });
});

import { expect, test } from 'vitest';
import { phoneText } from './phone-text.ts';

const nameOf = (name: string) => name.toUpperCase();

test('an empty variable is marked by its name in its place', () => {
  const runs = [
    { text: 'Вера', empty: [] },
    { text: '', empty: ['masterName', 'recordDate'] },
  ];
  expect(phoneText(runs, '', nameOf)).toEqual([{ text: 'Вера' }, { text: 'MASTERNAME, RECORDDATE', mark: 'empty' }]);
});

test('content the channel shows below the text is below it', () => {
  expect(phoneText([{ text: 'Ждём', empty: [] }], '1 - Приду', nameOf)).toEqual([
    { text: 'Ждём' },
    { text: '\n\n1 - Приду' },
  ]);
  expect(phoneText([], '1 - Приду', nameOf)).toEqual([{ text: '1 - Приду' }]);
});

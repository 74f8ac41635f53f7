import { expect, test } from 'vitest';
import { readForm } from './forms.ts';

test.each([
  ['a=1&b=%D0%94%D0%B0', { a: '1', b: 'Да' }],
  ['a%00=1%00', { a: '1' }],
  ['a=\0x', { a: 'x' }],
  ['a=%ED%A0%BD', { a: '\ufffd\ufffd\ufffd' }],
  ['a=%FF&b=\ud83d', { a: '\ufffd', b: '\ufffd' }],
])('the form %j holds only what the database can store', (text, fields) => {
  expect(Object.fromEntries(readForm(text))).toEqual(fields);
});

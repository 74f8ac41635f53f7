import { expect, test } from 'vitest';
import { toDocument, toMessage, unknownNames } from './message-document.ts';

test.each([
  '',
  'Ждём вас',
  '{clientName}, ждём вас *{recordDate}* в _{recordTime}_.\n\n*Адрес:* {branchAddress}',
  '*_{clientName}_ и друзья* 👩‍💇',
  'строка\n\n\nещё {unknown_name} и { скобка',
  '5 * 3 = 15, snake_case, https://s.example/a_b',
])('a message comes back from the editor as it went in (%j)', (message) => {
  expect(toMessage(toDocument(message))).toBe(message);
});

test('a variable is one piece, with the marks around it', () => {
  expect(toDocument('Да, *{clientName}*').content).toEqual([
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Да, ' },
        { type: 'variable', attrs: { name: 'clientName' }, marks: [{ type: 'bold' }] },
      ],
    },
  ]);
});

test('a mark that would not be parsed in its place is moved to where it is', () => {
  const content = [
    { type: 'text', text: 'при' },
    { type: 'text', text: 'вет ', marks: [{ type: 'bold' }] },
    { type: 'variable', attrs: { name: 'clientName' } },
  ];
  expect(toMessage({ type: 'doc', content: [{ type: 'paragraph', content }] })).toBe('*привет* {clientName}');
});

test('unknown variable names are listed once each', () => {
  expect(unknownNames('{clientName} {имя} { имя } {x}\n{}', (name) => name === 'clientName')).toEqual(['имя', 'x']);
});

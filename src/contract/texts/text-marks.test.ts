import { expect, test } from 'vitest';
import { type MarkedText, readMarks, withoutMarks, writeMarks } from './marks.ts';

const plain = (text: string): MarkedText => ({ text, marks: [] });
const bold = (text: string): MarkedText => ({ text, marks: ['bold'] });

test('marks are read where WhatsApp reads them, also nested', () => {
  expect(readMarks('Ждём *завтра в _10:00_*, ~500~ 400')).toEqual([
    plain('Ждём '),
    bold('завтра в '),
    { text: '10:00', marks: ['bold', 'italic'] },
    plain(', '),
    { text: '500', marks: ['strike'] },
    plain(' 400'),
  ]);
});

test.each(['2*3*4', 'snake_case_name', '* не жирно *', 'https://s.example/a_b_c', '{client_name} и {a_b}', '`*код*`'])(
  'a sign that marks nothing stays a sign (%j)',
  (text) => {
    expect(readMarks(text)).toEqual([plain(text)]);
    expect(writeMarks(readMarks(text))).toBe(text);
  },
);

test.each([
  '*{clientName}*, ждём вас',
  '_*жирный курсив*_ и дальше',
  '*весь _день_*\n~до шести~',
  '*_оба_ и жирный*',
  'просто текст 👩‍💇 и пустая\n\nстрока',
])('what is read is written as it was (%j)', (text) => {
  expect(readMarks(writeMarks(readMarks(text)))).toEqual(readMarks(text));
  expect(withoutMarks(writeMarks(readMarks(text)))).toBe(withoutMarks(text));
});

test('a mark within a word is widened to the whole word', () => {
  expect(writeMarks([plain('при'), bold('вет'), plain('ик, мир')])).toBe('*приветик*, мир');
  expect(writeMarks([plain('Г-н '), bold('Ж'), plain('{clientName}.')])).toBe('Г-н *Ж{clientName}*.');
});

test('a mark excludes the spaces at its ends, and is dropped around spaces alone', () => {
  expect(writeMarks([plain('в'), bold(' 10:00 '), plain('мск')])).toBe('в *10:00* мск');
  expect(writeMarks([plain('а'), bold('  '), plain('б')])).toBe('а  б');
});

test('a mark over several lines is written on each of them', () => {
  expect(writeMarks([bold('раз\nдва'), plain('\nтри')])).toBe('*раз*\n*два*\nтри');
});

test('overlapping marks close in the opposite order', () => {
  const text = writeMarks([bold('а '), { text: 'б', marks: ['bold', 'italic'] }, { text: ' в', marks: ['italic'] }]);
  expect(text).toBe('*а _б_* _в_');
  expect(readMarks(text).map((run) => run.marks)).toEqual([['bold'], ['bold', 'italic'], [], ['italic']]);
});

import { expect, test } from 'vitest';
import { csvCell } from './csv-cells.ts';

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '﹦1+1',
  ' =1+1',
  '\u00a0＝1',
  '\u200b=1',
  '\ufeff@x',
  '\u200e\u2066-1',
  '\u3164=1',
  '\v=1',
  '\0=1',
])('the cell %j is not computed', (text) => expect(csvCell(text)).toMatch(/^"?'/));

test.each(['\tx', '\rx', '\nx', '\t=1', '\r\n＝1'])('the cell %j is not computed, and stays in its quotes', (text) => {
  expect(csvCell(text)).toBe(`"'${text}"`);
});

test.each([
  ['Анна', 'Анна'],
  ['a=b', 'a=b'],
  ['- - -', "'- - -"],
  ['+79161234567', '79161234567'],
  ['a;b', '"a;b"'],
  ['a,=1', '"a,=1"'],
  ['a\t=1', '"a\t=1"'],
  ['a\n=1', '"a\n=1"'],
  ['say "yes"', '"say ""yes"""'],
  [' x', '" x"'],
  ['', ''],
])('the cell %j is written as %j', (text, written) => expect(csvCell(text)).toBe(written));

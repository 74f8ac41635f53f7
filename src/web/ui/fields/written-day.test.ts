import { expect, test } from 'vitest';
import { dayIn, writtenDay } from './written-day.ts';

test.each([
  ['ru-RU', '23.11.2026'],
  ['uk-UA', '23.11.2026'],
  ['en-GB', '23/11/2026'],
  ['pt-BR', '23/11/2026'],
])('a day is written in the order of %s, and read again', (language, written) => {
  expect(writtenDay('2026-11-23', language)).toBe(written);
  expect(dayIn(written)).toBe('2026-11-23');
});

test.each([
  ['2026-11-23', '2026-11-23'],
  ['3.1.2026', '2026-01-03'],
  ['03 01 2026', '2026-01-03'],
  ['23112026', '2026-11-23'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2026', null],
  ['31.04.2026', null],
  ['11/23/2026', null],
  ['23.11.26', null],
  ['23.11', null],
  ['', null],
])('%s is read as %s', (text, day) => {
  expect(dayIn(text)).toBe(day);
});

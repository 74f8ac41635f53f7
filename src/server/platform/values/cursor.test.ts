import { expect, test } from 'vitest';
import { z } from 'zod';
import { readCursor, toCursor } from './cursor.ts';

const Ended = z.tuple([z.iso.datetime(), z.int()]);

test('a cursor reads back the values of the last row', () => {
  const end = ['2026-11-21T10:00:00.123456Z', 7] as const;
  expect(readCursor(toCursor(end), Ended)).toEqual(end);
  expect(readCursor(undefined, Ended)).toBeNull();
});

test.each([
  ['no JSON', '%%%'],
  ['another shape', toCursor(['a'])],
  ['a time that no database keeps', toCursor(['0000-01-01T00:00:00Z', 7])],
  ['a time at the end of all', toCursor(['9999-12-31T23:59:59Z', 7])],
  ['a number that no column holds', toCursor(['2026-11-21T10:00:00Z', 99_999_999_999_999])],
])('a forged cursor is refused: %s', (_what, cursor) => {
  expect(() => readCursor(cursor, Ended)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
});

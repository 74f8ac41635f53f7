import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

test('a code that looks like a number stays the text it is', () => {
  expect(parseSearch('?code=0012&userId=7')).toEqual({ code: '0012', userId: '7' });
});

test('a name that comes twice is a list', () => {
  expect(parseSearch('?status=pause&status=error')).toEqual({ status: ['pause', 'error'] });
  expect(stringifySearch({ status: ['pause', 'error'] })).toBe('?status=pause&status=error');
});

test('an empty filter leaves the address clean', () => {
  expect(stringifySearch({ search: '', status: undefined, page: null })).toBe('');
});

test('any text survives the way into the address and back', () => {
  const search = { search: 'Анна & «Ко» +7 100%', returnTo: '/flows?a=b#c' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

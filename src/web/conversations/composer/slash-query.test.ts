import { expect, test } from 'vitest';
import { matching, slashQuery } from './slash-query.ts';

test('a slash at the beginning of a word asks for a quick reply', () => {
  expect(slashQuery('/ad', 3)).toEqual({ from: 0, query: 'ad' });
  expect(slashQuery('Hello /ad', 9)).toEqual({ from: 6, query: 'ad' });
  expect(slashQuery('/', 1)).toEqual({ from: 0, query: '' });
});

test('a slash within a word, or one that is passed, asks for nothing', () => {
  expect(slashQuery('and/or', 6)).toBeNull();
  expect(slashQuery('https://', 8)).toBeNull();
  expect(slashQuery('/address please', 15)).toBeNull();
});

test('titles that begin with the typed words come before other matches', () => {
  const replies = [
    { title: 'How to find us', text: 'Our address: Lenina 5' },
    { title: 'New address', text: 'We moved' },
    { title: 'Address', text: 'Lenina 5' },
    { title: 'Prices', text: 'From 500' },
  ];
  expect(matching(replies, 'addr').map(({ title }) => title)).toEqual(['Address', 'New address', 'How to find us']);
});

import { expect, test } from 'vitest';
import { paragraphsOf } from './paragraphs.ts';

test('paragraphs are parted by empty lines, and addresses become links without the sign after them', () => {
  expect(paragraphsOf('First line\nsecond\n\n\nSee https://a.example/x?y=1. Then (https://b.example)\n')).toEqual([
    [{ text: 'First line\nsecond' }],
    [
      { text: 'See ' },
      { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
      { text: '. Then (' },
      { text: 'https://b.example', href: 'https://b.example' },
      { text: ')' },
    ],
  ]);
});

test('other schemes and markup stay words', () => {
  expect(paragraphsOf('javascript:alert(1) <b>x</b>')).toEqual([[{ text: 'javascript:alert(1) <b>x</b>' }]]);
});

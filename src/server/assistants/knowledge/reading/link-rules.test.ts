import { expect, test } from 'vitest';
import { pageLink } from './link-rules.ts';

test.each([
  ['/prices#nails', 'https://salon.example/prices'],
  ['contacts?utm_source=vk&id=2', 'https://salon.example/about/contacts?id=2'],
  ['https://www.salon.example/a', 'https://www.salon.example/a'],
  ['http://salon.example/a', 'https://salon.example/a'],
  ['//salon.example/b', 'https://salon.example/b'],
  ['https://other.example/a', null],
  ['https://salon.example.evil.example/a', null],
  ['https://user@salon.example/a', null],
  ['mailto:a@salon.example', null],
  ['javascript:alert(1)', null],
  ['/price.pdf', null],
  ['/photo.JPG', null],
  ['http://[', null],
])('the link %s of a page leads to %s', (link, expected) => {
  expect(pageLink(link, { page: 'https://salon.example/about/us', site: 'https://salon.example/' })).toBe(expected);
});

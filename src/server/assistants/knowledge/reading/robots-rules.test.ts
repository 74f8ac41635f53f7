import { expect, test } from 'vitest';
import { mayRead, readRobots } from './robots-rules.ts';

const SITE = 'https://salon.example';
const read = (text: string) => readRobots(text, 'FrontdeskBot');

test.each([
  ['User-agent: *\nDisallow: /admin', '/admin/users', false],
  ['User-agent: *\nDisallow: /admin', '/prices', true],
  ['User-agent: *\nDisallow:', '/prices', true],
  ['User-agent: *\nDisallow: /\nAllow: /prices', '/prices', true],
  ['User-agent: *\nDisallow: /\nAllow: /prices', '/about', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/files/a.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/files/a.pdf?x=1', true],
  ['User-agent: *\nDisallow: /a*b*c', '/a-b-c-d', false],
  ['User-agent: frontdeskbot\nDisallow: /secret\n\nUser-agent: *\nDisallow: /', '/prices', true],
  ['User-agent: Googlebot\nUser-agent: *\nDisallow: /cart # not for robots', '/cart', false],
  ['User-agent: Googlebot\nDisallow: /', '/', true],
  ['Disallow: /', '/', true],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
])('%j lets %s be read: %s', (text, path, isAllowed) => {
  expect(mayRead(read(text), `${SITE}${path}`)).toBe(isAllowed);
});

test('a pause between pages is kept, up to ten seconds', () => {
  expect(read('User-agent: *\nCrawl-delay: 3').pauseSeconds).toBe(3);
  expect(read('User-agent: *\nCrawl-delay: 86400').pauseSeconds).toBe(10);
  expect(read('User-agent: *\nCrawl-delay: soon').pauseSeconds).toBe(0);
});

test('a rule of a thousand stars is decided at once', () => {
  const before = performance.now();
  mayRead(read(`User-agent: *\nDisallow: /${'*a'.repeat(200)}b`), `${SITE}/${'a'.repeat(2_000)}`);
  expect(performance.now() - before).toBeLessThan(100);
});

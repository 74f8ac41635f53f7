import { expect, test } from 'vitest';
import { loginByLink } from '#contract/auth/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const { origin, call } = await testServer();

/** Reads the page of something that is gone, which is one of the public pages. */
async function read(address: string, language = 'en') {
  const answer = await fetch(`${origin}/widget/404`, {
    headers: { 'x-forwarded-for': address, 'accept-language': language },
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), page: await answer.text() };
}

/** Reads it many times. @returns the last answers that were refused */
async function readOften(times: number, address: (nth: number) => string) {
  const refused = [];
  for (let nth = 0; nth < times; nth += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, more) => read(address(nth + more))));
    refused.push(...answers.filter(({ status }) => status !== 404));
  }
  return refused;
}

test('hundreds read a page behind one address', async () => {
  expect(await readOften(400, () => '198.51.100.1')).toEqual([]);
});

test('calls without a token are counted by the network too', async () => {
  const statuses = [];
  for (let nth = 0; nth < 70; nth++) {
    const headers = { 'x-forwarded-for': `2001:db8:5:6::${nth.toString(16)}` };
    statuses.push((await call(loginByLink, { body: { code: 'wrong' }, headers })).body.code);
  }
  expect(statuses[0]).toBe('auth.code_invalid');
  expect(statuses.at(-1)).toBe('request.too_often');
});

test.each([
  ['one IPv4 address, also written as IPv6', (nth: number) => (nth % 2 ? '198.51.100.2' : '::ffff:198.51.100.2')],
  ['one IPv6 network', (nth: number) => `2001:db8:0:7::${nth.toString(16)}`],
])('a flood from %s is refused, in the language of the visitor', async (_name, address) => {
  const refused = await readOften(900, address);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.at(-1)).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) });
  expect(refused.at(-1)?.page).toContain('Wait 1 minute, then open the page again.');
  expect((await read('2001:db8:0:8::1')).status).toBe(404);
  expect((await read('198.51.100.3')).status).toBe(404);
});

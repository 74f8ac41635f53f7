import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/deployment/config.ts';
import { hashPassword, isPassword, DUMMY_HASH } from './passwords.ts';

const config = readConfig({ DATABASE_URL: 'postgres://nowhere', FRONTDESK_SECRET_KEY: '0'.repeat(48) });

test('a password is the one that was hashed, and no other', async () => {
  const stored = await hashPassword('correct-horse', config);
  expect(await isPassword('correct-horse', stored)).toBe(true);
  expect(await isPassword('correct-horsE', stored)).toBe(false);
});

test('there is nothing to guess where there is no password', async () => {
  expect(await isPassword('', null)).toBe(false);
  expect(await isPassword('nobody', null)).toBe(false);
});

test('an unknown e-mail is compared with a dummy hash of the same cost', async () => {
  const [real, dummy] = [(await hashPassword('secret-1', config)).split('$'), DUMMY_HASH.split('$')];
  expect(dummy.slice(0, 4)).toEqual(real.slice(0, 4));
  expect(dummy.map((part) => part.length)).toEqual(real.map((part) => part.length));
});

test('a flood is refused instead of piling up, and what was taken is finished', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 100 }, () => isPassword('guess', null)));
  const refused = flood.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(34);
  expect(refused[0]).toMatchObject({ reason: { code: 'request.too_often', details: { retryAfterMs: 1000 } } });
  expect(await isPassword('guess', null)).toBe(false);
});

import { expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';
import { testServer } from '#server/testing/server/http.ts';
import { comparedPasswords } from './passwords.ts';

const mailbox = await aMailbox();
const { call, clock, owner, runJobs, signUp } = await testServer({ env: { SMTP_URL: mailbox.url } });
const { aMember } = builders(owner);
const { mails } = mailbox;

let strangers = 0;
const aStranger = () => ({ 'x-forwarded-for': `198.51.${Math.floor(strangers / 250)}.${(strangers++ % 250) + 1}` });
const login = (email: string, password: string, headers: Record<string, string> = aStranger()) =>
  call(contract.login, { body: { email, password }, headers });
const cookieOf = ({ headers }: { headers: Headers }) => ({ cookie: headers.get('set-cookie')?.split(';')[0] ?? '' });
const minutesPass = (minutes: number) =>
  owner.query(`update allowances set counted_at = counted_at - $1 * interval '1 minute'`, [minutes]);

/** Attempts passwords for an hour, whenever an attempt is accepted. @returns the number of passwords that were compared */
async function attemptForAnHour(attempt: () => Promise<{ status: number }>): Promise<number> {
  let compared = 0;
  for (let minute = 0; minute < 60; minute += 3) {
    while ((await attempt()).status === 401) compared += 1;
    await minutesPass(3);
  }
  return compared;
}

async function linkOf(email: string): Promise<string> {
  await call(contract.sendLoginLink, { body: { email } });
  await runJobs();
  const mail = mails.findLast(({ to }) => to?.[0]?.address === email);
  const url = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  expect([url.origin, url.pathname]).toEqual(['http://app.localhost', '/account/login-link']);
  return url.searchParams.get('code') ?? '';
}

test('at most 20 wrong passwords an hour are compared for one account from strangers', async () => {
  const { email } = await signUp();
  const compared = await attemptForAnHour(() => login(email, 'a guess'));
  expect(compared).toBeGreaterThanOrEqual(10);
  expect(compared).toBeLessThanOrEqual(20);
});

test('at most 20 wrong passwords an hour are compared from one address, whichever accounts they are for', async () => {
  const here = aStranger();
  let attempts = 0;
  const compared = await attemptForAnHour(() => login(`somebody-${(attempts += 1)}@salon.example`, 'a guess', here));
  expect(compared).toBeGreaterThanOrEqual(10);
  expect(compared).toBeLessThanOrEqual(20);
});

test('while strangers guess, the owner enters from a known device, at their very address too, and by a mailed link from a new one', async () => {
  const { email, password } = await signUp();
  const known = cookieOf(await login(email, password));
  const attacker = aStranger();
  while ((await login(email, 'a guess', attacker)).status === 401);
  while ((await login(email, 'a guess')).status === 401);
  const refused = await login(email, password);
  expect(refused).toMatchObject({ status: 429, body: { code: 'auth.too_many_guesses' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  expect((await login(email, password, { ...attacker, ...known })).status).toBe(200);

  const code = await linkOf(email);
  const entered = await call(contract.loginByLink, { body: { code }, headers: attacker });
  expect(entered.status).toBe(200);
  expect((await call(contract.currentUser, { token: entered.body.token })).body).toMatchObject({
    email,
    isEmailConfirmed: true,
  });
  expect((await login(email, password, { ...attacker, ...cookieOf(entered) })).status).toBe(200);
});

test('a known device has a limit of its own, and is known for its own people alone', async () => {
  const [one, other] = [await signUp(), await signUp()];
  const device = cookieOf(await login(one.email, one.password));
  const statuses: number[] = [];
  for (let times = 0; times < 11; times += 1)
    statuses.push((await login(one.email, 'a guess', { ...aStranger(), ...device })).status);
  expect([statuses.slice(0, 10), statuses[10]]).toEqual([Array<number>(10).fill(401), 429]);
  expect((await login(one.email, one.password)).status).toBe(200);

  while ((await login(other.email, 'a guess')).status === 401);
  expect((await login(other.email, other.password, { ...aStranger(), ...device })).status).toBe(429);
});

test('the cookie of a device is a secret of the server alone: not for scripts, not for other sites, and none that is made up counts', async () => {
  const { email, password } = await signUp();
  const set = (await login(email, password)).headers.get('set-cookie') ?? '';
  expect(set).toMatch(/HttpOnly/i);
  expect(set).toMatch(/SameSite=Lax/i);
  expect((await login(email, 'a guess')).headers.get('set-cookie')).toBeNull();
  const { rows } = await owner.query('select place_hash from sign_in_places');
  const value = /=([\w-]+);/.exec(set)?.[1] ?? '';
  expect(rows.some((row) => row.place_hash.toString('base64url') === value)).toBe(false);
});

test('a login link works once, for an hour, and for nothing else', async () => {
  const { email } = await signUp();
  const enter = (code: string) => call(contract.loginByLink, { body: { code } });
  const first = await linkOf(email);
  const both = await Promise.all([enter(first), enter(first)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);

  const second = await linkOf(email);
  const reset = await call(contract.resetPassword, { body: { email, code: second, newPassword: 'new-secret' } });
  expect(reset).toMatchObject({ status: 400, body: { code: 'auth.code_invalid' } });
  await clock.advance({ hours: 1 });
  expect(await enter(second)).toMatchObject({ status: 400, body: { code: 'auth.code_invalid' } });
  for (const made of ['x', '00000000-0000-0000-0000-000000000000', 'A'.repeat(75)])
    expect((await enter(made)).status).toBe(400);
});

test('repeated requests for reset links leave the owner one that works', async () => {
  const { email } = await signUp();
  const codes: string[] = [];
  for (let minute = 0; minute < 60; minute += 10) {
    for (let times = 0; times < 3; times += 1) codes.push(await linkOf(email));
    await minutesPass(10);
    await clock.advance({ minutes: 10 });
  }
  const works = await Promise.all([...new Set(codes)].map((code) => call(contract.loginByLink, { body: { code } })));
  expect(works.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an unknown e-mail gets the same answer and no mail', async () => {
  await runJobs();
  mails.length = 0;
  const answer = await call(contract.sendLoginLink, { body: { email: 'nobody@salon.example' } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  await runJobs();
  expect(mails).toEqual([]);
});

test('a guess costs one comparison, whether the e-mail is known, unknown, or has no password', async () => {
  const { email } = await signUp();
  const { email: fromGoogle } = await aMember({ passwordHash: null });
  const costs: number[] = [];
  for (const name of [email, 'nobody-at-all@salon.example', fromGoogle]) {
    const before = comparedPasswords();
    expect((await login(name, 'a guess')).status).toBe(401);
    costs.push(comparedPasswords() - before);
  }
  expect(costs).toEqual([1, 1, 1]);
});

import { expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import * as sessions from '#contract/auth/sessions.ts';
import { claimsOf, type SignedUp, testServer } from '#server/testing/server/http.ts';

const { call, signUp } = await testServer({ rooms: ['tenants', 'auth', 'billing'] });

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1';
const fromPhone = { 'user-agent': PHONE, 'x-forwarded-for': '203.0.113.7' };
const login = async ({ email, password }: SignedUp, headers: Record<string, string> = fromPhone) =>
  (await call(contract.login, { body: { email, password }, headers })).body;
const list = async (token: string) => (await call(sessions.listSessions, { token })).body.sessions;
const end = (token: string, sessionId: string) => call(sessions.endSession, { token, params: { sessionId } });
const sessionOf = (token: string) => String(claimsOf(token)['sid']);
const isIn = async (token: string) => (await call(contract.currentUser, { token })).status === 200;

test('sessions are listed with device and network, the last used first', async () => {
  const signedUp = await signUp();
  const { token } = await login(signedUp);
  expect(await list(token)).toMatchObject([
    { id: sessionOf(token), browser: 'Safari', system: 'iPhone', network: '203.0.113.7', isThis: true },
    { id: sessionOf(signedUp.token), isThis: false },
  ]);
});

test('a refresh from another network is shown, and makes the session the last used', async () => {
  const signedUp = await signUp();
  const phone = await login(signedUp);
  const headers = { 'x-forwarded-for': '203.0.113.99', 'user-agent': 'Firefox/143.0' };
  await call(contract.refreshToken, { body: { refreshToken: signedUp.refreshToken }, headers });
  expect(await list(phone.token)).toMatchObject([
    { network: '203.0.113.99', browser: 'Firefox', isThis: false },
    { isThis: true },
  ]);
});

test('one session is ended from another device, also twice; this one goes on', async () => {
  const signedUp = await signUp();
  const { token } = await login(signedUp);
  for (const _ of [1, 2]) expect((await end(token, sessionOf(signedUp.token))).status).toBe(200);
  expect([await isIn(signedUp.token), await isIn(token)]).toEqual([false, true]);
  expect(await list(token)).toHaveLength(1);
});

test('all other sessions are ended at once', async () => {
  const signedUp = await signUp();
  const [one, other] = [await login(signedUp), await login(signedUp)];
  expect((await call(sessions.endOtherSessions, { token: one.token })).status).toBe(200);
  expect([await isIn(signedUp.token), await isIn(other.token), await isIn(one.token)]).toEqual([false, false, true]);
});

test("another member's session is not found", async () => {
  const [own, foreign] = [await signUp(), await signUp()];
  expect(await end(own.token, sessionOf(foreign.token))).toMatchObject({
    status: 404,
    body: { code: 'session.not_found' },
  });
  expect(await isIn(foreign.token)).toBe(true);
});

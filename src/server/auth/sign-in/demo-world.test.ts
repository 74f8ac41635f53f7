import { expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { testServer } from '#server/testing/server/http.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';

/** Sign-in against the Google and the mailbox of the simulated world, as a demo has them. */
const world = await simulateWorld();
const { call, clock, runJobs } = await testServer({
  env: { FRONTDESK_DEMO: '1', WORLD_URL: world.url, SMTP_URL: `smtp://127.0.0.1:${world.smtpPort}` },
});

const idTokenOf = async (order: object) =>
  (await world.control<{ idToken: string }>('POST', '/google/token', order)).idToken;
const signIn = async (order: object, nonce?: string) =>
  call(contract.externalLoginCallback, { body: { provider: 'Google', idToken: await idTokenOf(order), nonce } });

test('a person of the simulated Google registers and comes back', async () => {
  const first = await signIn({ email: 'anna@example.test', nonce: 'n1' }, 'n1');
  expect(first).toMatchObject({ status: 200, body: { isNewUser: true } });
  expect((await signIn({ email: 'anna@example.test' })).body).toMatchObject({ isNewUser: false });
});

test("a member can still sign in after the demo's clock was advanced", async () => {
  await world.passTime(86_400_000);
  await clock.advance({ hours: 24 });
  expect((await signIn({ email: 'anna@example.test' })).status).toBe(200);
});

test.each([
  [{ aud: 'other' }, 401, 'auth.google_token_invalid'],
  [{ iss: 'https://evil.test' }, 401, 'auth.google_token_invalid'],
  [{ alg: 'none' }, 401, 'auth.google_token_invalid'],
  [{ alg: 'HS256' }, 401, 'auth.google_token_invalid'],
  [{ foreignKey: true, kid: 'world-key-1' }, 401, 'auth.google_token_invalid'],
  [{ exp: 1 }, 401, 'auth.google_token_expired'],
  [{ email: 'unverified@example.test' }, 403, 'auth.google_email_unverified'],
])('a token with %o is refused', async (order, status, code) => {
  expect(await signIn(order)).toMatchObject({ status, body: { code } });
});

test('mails lie in the mailbox of the world, with their links', async () => {
  const body = { email: 'anna@example.test' };
  expect((await call(contract.forgotPassword, { body })).status).toBe(200);
  await runJobs();
  const { mail } = await world.control<{ mail: { subject: string; links: string[] }[] }>(
    'GET',
    '/mail?to=anna@example.test',
  );
  expect(mail).toMatchObject([{ subject: 'Новый пароль — Frontdesk' }]);
  expect(mail[0]?.links[0]).toMatch(
    /^http:\/\/app\.localhost\/account\/reset-password\?email=anna%40example\.test&code=/,
  );
});

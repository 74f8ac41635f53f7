import { expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type Answered, claimsOf, type SignedUp, testServer } from '#server/testing/server/http.ts';

const { call, owner, signUp } = await testServer({ rooms: ['tenants', 'auth', 'billing'] });
const { aMember } = builders(owner);

let visitors = 0;
/** An address nobody else in this file calls from. */
const aStranger = () => {
  visitors += 1;
  return { 'x-forwarded-for': `203.0.113.${visitors}` };
};
const login = (email: string, password: string, headers: Record<string, string> = aStranger()) =>
  call(contract.login, { body: { email, password }, headers });
const refresh = (refreshToken: string) => call(contract.refreshToken, { body: { refreshToken }, headers: aStranger() });
const currentUser = (token: string) => call(contract.currentUser, { token });
const age = (signedUp: SignedUp, seconds: number) =>
  owner.query(`update refresh_tokens set used_at = used_at - $2 * interval '1 second' where tenant_id = $1`, [
    signedUp.tenantId,
    seconds,
  ]);

test('an owner signs in with an e-mail, in any case, and a password', async () => {
  const { email, password, tenantId } = await signUp();
  const answer = await login(` ${email.toUpperCase()} `, password);
  expect(answer.status).toBe(200);
  expect(claimsOf(answer.body.token)).toMatchObject({ tenant: tenantId });
  expect((await currentUser(answer.body.token)).body).toMatchObject({ email });
});

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const { email } = await signUp();
  const [wrong, unknown] = [await login(email, 'wrong-one'), await login('nobody@salon.example', 'wrong-one')];
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ code: 'auth.wrong_credentials' });
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

test('a member who only signed in with Google has no password', async () => {
  const { email } = await aMember({ passwordHash: null });
  expect((await login(email, '')).status).toBe(400);
  expect((await login(email, 'anything')).status).toBe(401);
});

test('guessing from one address is stopped, with the time to wait, for known and unknown e-mails alike', async () => {
  const { email } = await signUp();
  for (const name of [email, 'nobody-at-all@salon.example']) {
    const headers = aStranger();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1)
      statuses.push((await login(name, `guess-${attempt}`, headers)).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const stopped = await login(name, 'guess-11', headers);
    expect(stopped).toMatchObject({ status: 429, body: { code: 'auth.too_many_guesses' } });
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

test('many callers cannot continue to guess a password, or lock the owner out of a known address', async () => {
  const { email, password } = await signUp();
  const home = aStranger();
  expect((await login(email, password, home)).status).toBe(200);
  let refused: Answered | undefined;
  for (let attempt = 0; attempt < 60 && !refused; attempt += 1) {
    const answer = await login(email, `guess-${attempt}`);
    if (answer.status === 429) refused = answer;
  }
  expect(refused).toBeDefined();
  expect((await login(email, password)).status).toBe(429);
  expect((await login(email, password, home)).status).toBe(200);
});

test('right passwords are not counted against the limit of attempts', async () => {
  const { email, password } = await signUp();
  const headers = aStranger();
  for (let round = 0; round < 15; round += 1) expect((await login(email, password, headers)).status).toBe(200);
});

test('whoever knows the password may sign in on many devices at the same moment', async () => {
  const { email, password } = await signUp();
  const headers = aStranger();
  const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, password, headers)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('of many guesses at the same moment hardly more are compared than of as many one after another', async () => {
  const { email } = await signUp();
  const headers = aStranger();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => login(email, `guess-${n}`, headers)));
  const compared = answers.filter(({ status }) => status === 401).length;
  expect(compared).toBeGreaterThanOrEqual(10);
  expect(compared).toBeLessThanOrEqual(12);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - compared);
});

test('a call without a token, with a broken or a foreign one is 401', async () => {
  const { token } = await signUp();
  const [head, body] = token.split('.');
  const raised = Buffer.from(JSON.stringify({ ...claimsOf(token), role: 'super_admin' })).toString('base64url');
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  for (const bad of [
    '',
    'x',
    `${head}.${body}.x`,
    `${head}.${raised}.${token.split('.')[2]}`,
    `${unsigned}.${raised}.`,
  ]) {
    expect(await currentUser(bad)).toMatchObject({ status: 401, body: { code: 'auth.required' } });
  }
});

test('a refresh token is exchanged for a new pair, and the session goes on', async () => {
  const signedUp = await signUp();
  const first = await refresh(signedUp.refreshToken);
  expect(first.status).toBe(200);
  expect(first.body.refreshToken).not.toBe(signedUp.refreshToken);
  expect((await currentUser(first.body.token)).status).toBe(200);
  expect((await refresh(first.body.refreshToken)).status).toBe(200);
});

test('fifty refreshes of one token at the same moment get the same successor', async () => {
  const signedUp = await signUp();
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(signedUp.refreshToken)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const successors = new Set(answers.map(({ body }) => body.refreshToken));
  expect(successors.size).toBe(1);
  const [successor = ''] = successors;
  expect((await refresh(successor)).status).toBe(200);
});

test('a token that is refreshed again within 10 seconds gets the same successor', async () => {
  const signedUp = await signUp();
  const first = await refresh(signedUp.refreshToken);
  await age(signedUp, 9);
  const again = await refresh(signedUp.refreshToken);
  expect(again.body.refreshToken).toBe(first.body.refreshToken);
  expect((await refresh(first.body.refreshToken)).status).toBe(200);
});

test('a token two generations old ends the session, within its 10 seconds too', async () => {
  const signedUp = await signUp();
  const first = await refresh(signedUp.refreshToken);
  const second = await refresh(first.body.refreshToken);
  expect(await refresh(signedUp.refreshToken)).toMatchObject({ status: 400, body: { code: 'auth.refresh_refused' } });
  expect((await refresh(second.body.refreshToken)).status).toBe(400);
  expect((await currentUser(second.body.token)).status).toBe(401);
});

test.each([11, 120, 60 * 60 * 24])(
  'a token that comes back %i seconds later ends the session for everybody',
  async (seconds) => {
    const signedUp = await signUp();
    const first = await refresh(signedUp.refreshToken);
    await age(signedUp, seconds);
    const second = await refresh(first.body.refreshToken);
    expect(await refresh(signedUp.refreshToken)).toMatchObject({ status: 400, body: { code: 'auth.refresh_refused' } });
    expect((await refresh(second.body.refreshToken)).status).toBe(400);
    expect((await currentUser(second.body.token)).status).toBe(401);
  },
);

test('a made-up refresh token is refused and ends nothing', async () => {
  const signedUp = await signUp();
  const bytes = Buffer.from(signedUp.refreshToken, 'base64url');
  bytes[40]! ^= 1;
  for (const token of ['', 'nonsense', 'x'.repeat(400), bytes.toString('base64url'), `${signedUp.refreshToken}A`]) {
    expect(await refresh(token)).toMatchObject({ status: 400, body: { code: 'auth.refresh_refused' } });
  }
  expect((await refresh(signedUp.refreshToken)).status).toBe(200);
});

test('refresh tokens are not stored as they are', async () => {
  const signedUp = await signUp();
  const { rows } = await owner.query('select hash from refresh_tokens where tenant_id = $1', [signedUp.tenantId]);
  expect(rows).toHaveLength(1);
  expect(rows[0].hash).toHaveLength(32);
  expect(rows[0].hash.equals(Buffer.from(signedUp.refreshToken, 'base64url').subarray(0, 32))).toBe(false);
});

test('a logout ends the session at once, by its newest token or an older one; asking twice is fine', async () => {
  const signedUp = await signUp();
  const { body } = await refresh(signedUp.refreshToken);
  const revoke = () => call(contract.revokeToken, { body: { refreshToken: signedUp.refreshToken } });
  expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 200]);
  expect((await currentUser(body.token)).status).toBe(401);
  expect((await refresh(body.refreshToken)).status).toBe(400);
});

test('a logout with an unknown token is answered like any other', async () => {
  expect(await call(contract.revokeToken, { body: { refreshToken: 'nonsense' } })).toMatchObject({
    status: 200,
    body: {},
  });
});

test('other sessions of the same person go on after one of them ends', async () => {
  const { email, password, refreshToken, token } = await signUp();
  const other = await login(email, password);
  await call(contract.revokeToken, { body: { refreshToken } });
  expect((await currentUser(token)).status).toBe(401);
  expect((await currentUser(other.body.token)).status).toBe(200);
});

test('a session that was not refreshed for 60 days is over', async () => {
  const signedUp = await signUp();
  await owner.query(`update sessions set expires_at = expires_at - interval '61 days' where tenant_id = $1`, [
    signedUp.tenantId,
  ]);
  expect((await refresh(signedUp.refreshToken)).status).toBe(400);
  expect((await currentUser(signedUp.token)).status).toBe(401);
});

test('a right that was taken away counts at once', async () => {
  const { token, tenantId } = await signUp();
  await owner.query(`update members set role = 'staff' where tenant_id = $1`, [tenantId]);
  expect((await currentUser(token)).body).toMatchObject({ memberRole: 'staff' });
});

test('the operator’s people carry their role in the token', async () => {
  const { email, password, tenantId } = await signUp();
  for (const role of ['admin', 'super_admin']) {
    await owner.query('update members set operator_role = $2 where tenant_id = $1', [tenantId, role]);
    const { body } = await login(email, password);
    expect(claimsOf(body.token)).toMatchObject({ role });
    expect((await currentUser(body.token)).body).toMatchObject({ role });
  }
});

test('without a demo, the demo sign-in is refused', async () => {
  expect(await call(contract.demoLogin, { body: {} })).toMatchObject({
    status: 404,
    body: { code: 'request.not_found' },
  });
});

import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { createServer, type Server } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { claimsOf, testServer } from '#server/testing/server/http.ts';

const CLIENT_ID = 'frontdesk.apps.example';

/** Keys as Google publishes them, over real HTTP. */
const published: JWK[] = [];
let reads = 0;
const keyServer = createServer((_request, reply) => {
  reads += 1;
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: published }));
});
await new Promise<void>((resolve) => {
  keyServer.listen(0, '127.0.0.1', resolve);
});
afterAll(() => keyServer.close());

const { call, clock, owner, signUp } = await testServer({
  env: {
    GOOGLE_CLIENT_IDS: `other.example, ${CLIENT_ID}`,
    GOOGLE_JWKS_URL: `http://127.0.0.1:${portOf(keyServer)}/certs`,
  },
});

const key = await aKey('first');
const stranger = await generateKeyPair('RS256');
published.push(key.jwk);

async function aKey(kid: string) {
  const pair = await generateKeyPair('RS256', { extractable: true });
  return {
    kid,
    privateKey: pair.privateKey,
    jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address !== 'string' ? address.port : 0;
}

const now = () => Math.floor(clock.now().epochMilliseconds / 1000);
let people = 0;
const aPerson = () => {
  people += 1;
  return {
    sub: `google-${people}`,
    email: `Person${people}@gmail.example`,
    email_verified: true,
    name: 'Анна Петрова',
  };
};
const anIdToken = (claims: Record<string, unknown> = {}, { privateKey, kid } = key) =>
  new SignJWT({
    iss: 'https://accounts.google.com',
    aud: CLIENT_ID,
    iat: now(),
    exp: now() + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(privateKey);
const signIn = (idToken: string, rest: Record<string, unknown> = {}) =>
  call(contract.externalLoginCallback, { body: { provider: 'Google', idToken, ...rest } });

test('a new member gets a cabinet with a confirmed e-mail, and is signed in to it the next time', async () => {
  const person = aPerson();
  const first = await signIn(await anIdToken(person), { utmTag: 'spring', countryId: 55, language: 'pt_br' });
  expect(first).toMatchObject({ status: 200, body: { isNewUser: true } });
  const again = await signIn(await anIdToken({ ...person, email: 'renamed@gmail.example' }));
  expect(again).toMatchObject({ status: 200, body: { isNewUser: false } });
  expect(claimsOf(again.body.token)['tenant']).toBe(claimsOf(first.body.token)['tenant']);
  expect((await call(contract.currentUser, { token: again.body.token })).body).toMatchObject({
    email: person.email.toLowerCase(),
    phoneNumber: null,
    isEmailConfirmed: true,
    countryId: 55,
    language: 'pt_br',
    tenantName: 'Анна Петрова',
    availableNotificationsCount: 500,
  });
});

test('an owner who registered with a password links Google to the cabinet', async () => {
  const { email, password, token, tenantId } = await signUp();
  await owner.query('update members set email_confirmed_at = now() where tenant_id = $1', [tenantId]);
  const answer = await signIn(await anIdToken({ ...aPerson(), email }));
  expect(answer.body).toMatchObject({ isNewUser: false });
  expect(claimsOf(answer.body.token)['tenant']).toBe(tenantId);
  expect((await call(contract.currentUser, { token })).status).toBe(200);
  expect((await call(contract.login, { body: { email, password } })).status).toBe(200);
});

const hasFactor = async (tenantId: string) =>
  owner.query(
    `insert into member_second_factors (tenant_id, member_id, secret, created_at, confirmed_at)
     select tenant_id, id, '', now(), now() from members where tenant_id = $1`,
    [tenantId],
  );

test('signing in with Google needs the second factor of a member who has one', async () => {
  const { email, tenantId } = await signUp();
  await owner.query('update members set email_confirmed_at = now() where tenant_id = $1', [tenantId]);
  await hasFactor(tenantId);
  const answer = await signIn(await anIdToken({ ...aPerson(), email }));
  expect(answer).toMatchObject({ status: 401, body: { code: 'auth.second_factor_required' } });
});

test('a second factor that was set up before the e-mail was confirmed locks its owner not out', async () => {
  const { email, tenantId } = await signUp();
  await hasFactor(tenantId);
  expect((await signIn(await anIdToken({ ...aPerson(), email }))).status).toBe(200);
});

test('signing in with Google ends access of a member who registered the e-mail without confirming it', async () => {
  const { email, password, token } = await signUp({ email: 'victim@gmail.example' });
  expect((await signIn(await anIdToken({ ...aPerson(), email }))).body).toMatchObject({ isNewUser: false });
  expect((await call(contract.currentUser, { token })).status).toBe(401);
  expect((await call(contract.login, { body: { email, password } })).status).toBe(401);
});

test('an e-mail that Google did not verify is neither linked nor registered', async () => {
  const { email } = await signUp();
  for (const claims of [{ ...aPerson(), email }, aPerson()]) {
    const answer = await signIn(await anIdToken({ ...claims, email_verified: false }));
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.google_email_unverified' } });
  }
});

test('two first sign-ins at the same moment make one cabinet', async () => {
  const idToken = await anIdToken(aPerson());
  const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(idToken)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const tenants = new Set(answers.map(({ body }) => claimsOf(body.token)['tenant']));
  expect(tenants.size).toBe(1);
});

test.each([
  ['for another client', { aud: 'evil.apps.example' }],
  ['by another issuer', { iss: 'https://evil.example' }],
  ['from the future', { iat: now() + 900, exp: now() + 3600 }],
  ['that lives for days', { exp: now() + 3 * 86_400 }],
  ['without a subject', { sub: undefined }],
  ['without an e-mail', { email: undefined }],
  ['without an end', { exp: undefined }],
])('a token %s is refused', async (_, claims) => {
  expect(await signIn(await anIdToken({ ...aPerson(), ...claims }))).toMatchObject({
    status: 401,
    body: { code: 'auth.google_token_invalid' },
  });
});

test('a token that is over is refused as such, within five minutes of grace', async () => {
  const late = await signIn(await anIdToken({ ...aPerson(), iat: now() - 4000, exp: now() - 360 }));
  expect(late).toMatchObject({ status: 401, body: { code: 'auth.google_token_expired' } });
  expect((await signIn(await anIdToken({ ...aPerson(), iat: now() - 4000, exp: now() - 200 }))).status).toBe(200);
});

test('only RS256 with a published key is believed', async () => {
  const claims = { ...aPerson(), iss: 'https://accounts.google.com', aud: CLIENT_ID, iat: now(), exp: now() + 3600 };
  const plain = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const symmetric = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    .sign(Buffer.from(JSON.stringify(key.jwk)));
  const forged = [
    `${plain({ alg: 'none', typ: 'JWT' })}.${plain(claims)}.`,
    symmetric,
    await anIdToken(claims, { kid: 'first', privateKey: stranger.privateKey } as typeof key),
    'nonsense',
  ];
  for (const idToken of forged) {
    expect(await signIn(idToken)).toMatchObject({ status: 401, body: { code: 'auth.google_token_invalid' } });
  }
});

test('a nonce must be the token’s, and is good for one sign-in', async () => {
  const person = aPerson();
  const idToken = await anIdToken({ ...person, nonce: 'n-1' });
  expect((await signIn(idToken, { nonce: 'n-2' })).status).toBe(401);
  expect((await signIn(idToken, { nonce: 'n-1' })).status).toBe(200);
  expect((await signIn(idToken, { nonce: 'n-1' })).status).toBe(401);
});

test('keys are read once for many sign-ins, and unknown key ids do not make us read them again and again', async () => {
  await signIn(await anIdToken(aPerson()));
  const before = reads;
  for (let times = 0; times < 5; times += 1) {
    await signIn(await anIdToken(aPerson()));
    const unknown = { ...key, kid: `unknown-${times}` };
    expect((await signIn(await anIdToken(aPerson(), unknown))).status).toBe(401);
  }
  expect(reads - before).toBeLessThanOrEqual(1);
});

test('another provider, or no token, is refused on its field', async () => {
  const answer = await call(contract.externalLoginCallback, { body: { provider: 'Facebook', idToken: '' } });
  expect(answer.status).toBe(400);
  expect(Object.keys(Object(answer.body.details?.['fields']))).toEqual(['provider', 'idToken']);
});

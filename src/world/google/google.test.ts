import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createCaller } from '../testing/caller.ts';
import { type World, startWorld } from '../world.ts';

let world: World;
let sim: Caller;
const AUDIENCE = 'frontdesk-demo.apps.example';

beforeAll(async () => {
  world = await startWorld();
  sim = createCaller(world.url);
});
afterAll(() => world.close());

const keys = () => createRemoteJWKSet(new URL(`${world.url}/google/oauth2/v3/certs`));
const mint = async (order = {}) => (await sim('POST', '/_sim/google/token', order)).body.idToken as string;
const verify = (token: string) =>
  jwtVerify(token, keys(), { audience: AUDIENCE, issuer: 'https://accounts.google.com', algorithms: ['RS256'] });

test('a token is signed by a published key', async () => {
  const { payload } = await verify(await mint({ email: 'ivan@example.test' }));
  expect(payload).toMatchObject({ email: 'ivan@example.test', email_verified: true, sub: '110000000000000000002' });
  expect((await verify(await mint({ email: 'unverified@example.test' }))).payload['email_verified']).toBe(false);
});

test.each([
  ['for another client', { aud: 'other' }],
  ['expired', { exp: 1 }],
  ['of another issuer', { iss: 'https://evil.test' }],
  ['without a signature', { alg: 'none' }],
  ['signed with the public key as a secret', { alg: 'HS256' }],
  ['of a key that is not published', { foreignKey: true }],
  ['naming a key whose signature it does not carry', { foreignKey: true, kid: 'world-key-1' }],
])('a token %s does not verify', async (_what, order) => {
  await expect(verify(await mint(order))).rejects.toThrow();
});

test('after a rotation the new key signs, and dropped keys are gone', async () => {
  const old = await mint();
  const { kid } = (await sim('POST', '/_sim/google/rotate', {})).body;
  expect(decodeProtectedHeader(await mint()).kid).toBe(kid);
  await verify(old);
  await sim('POST', '/_sim/google/rotate', { drop: true });
  await expect(verify(old)).rejects.toThrow();
  await verify(await mint());
});

test('new fixtures publish the first key again', async () => {
  await sim('POST', '/_sim/google/rotate', { drop: true });
  await sim('POST', '/_sim/seed', {});
  const token = await mint();
  expect(decodeProtectedHeader(token).kid).toBe('world-key-1');
  await verify(token);
});

test('the chooser sends the token in the fragment with state and nonce', async () => {
  const query = {
    client_id: AUDIENCE,
    redirect_uri: 'http://localhost:3000/cb',
    response_type: 'id_token',
    scope: 'openid email',
    nonce: 'n1',
    state: 's1',
  };
  const page = await sim('GET', `/google/o/oauth2/v2/auth?${new URLSearchParams(query)}`);
  expect(page.body).toContain('anna@example.test');
  const body = new URLSearchParams({ ...query, account: 'anna@example.test' });
  const chosen = await fetch(`${world.url}/google/o/oauth2/v2/auth`, { method: 'POST', body, redirect: 'manual' });
  const location = new URL(chosen.headers.get('location')!);
  const answer = new URLSearchParams(location.hash.slice(1));
  expect([chosen.status, answer.get('state')]).toEqual([302, 's1']);
  expect((await verify(answer.get('id_token')!)).payload['nonce']).toBe('n1');
});

test('an unknown client or a missing nonce is refused', async () => {
  const query = { client_id: 'other', redirect_uri: 'http://localhost/cb', response_type: 'id_token', scope: 'openid' };
  expect((await sim('GET', `/google/o/oauth2/v2/auth?${new URLSearchParams(query)}`)).status).toBe(400);
  const without = { ...query, client_id: AUDIENCE };
  expect((await sim('GET', `/google/o/oauth2/v2/auth?${new URLSearchParams(without)}`)).body).toContain('nonce');
});

import { generateKeyPair, SignJWT } from 'jose';
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import * as contract from '#contract/auth/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const keyServer = createServer((_request, reply) => void reply.writeHead(answer.status).end(answer.text));
const answer = { status: 500, text: 'no' };
await new Promise<void>((resolve) => {
  keyServer.listen(0, '127.0.0.1', resolve);
});
afterAll(() => keyServer.close());
const address = keyServer.address();
const port = address !== null && typeof address !== 'string' ? address.port : 0;

const { call } = await testServer({
  env: { GOOGLE_CLIENT_IDS: 'frontdesk', GOOGLE_JWKS_URL: `http://127.0.0.1:${port}/certs` },
});

test.each([
  [500, 'no'],
  [200, 'no keys'],
  [200, '{}'],
])('while the keys are answered with %i %s, nobody is believed and nobody is refused', async (status, text) => {
  Object.assign(answer, { status, text });
  const { privateKey } = await generateKeyPair('RS256');
  const idToken = await new SignJWT({ sub: '1', aud: 'frontdesk', iss: 'accounts.google.com' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .sign(privateKey);
  const answered = await call(contract.externalLoginCallback, { body: { provider: 'Google', idToken } });
  expect(answered).toMatchObject({ status: 503, body: { code: 'auth.google_unavailable' } });
});

test('while the keys cannot be reached, the answer is the same', async () => {
  await new Promise((resolve) => keyServer.close(resolve));
  const { privateKey } = await generateKeyPair('RS256');
  const idToken = await new SignJWT({ sub: '1' }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey);
  const answered = await call(contract.externalLoginCallback, { body: { provider: 'Google', idToken } });
  expect(answered).toMatchObject({ status: 503, body: { code: 'auth.google_unavailable' } });
});

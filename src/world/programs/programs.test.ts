import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { createCaller } from '../testing/caller.ts';
import { startWorld } from '../world.ts';

type ReceivedRequest = { method: string; url: string; headers: Record<string, unknown>; body: string };

const requests: ReceivedRequest[] = [];
const product = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    response.writeHead(200, { 'content-type': 'application/json', 'idempotent-replayed': 'true' });
    response.end('{"acceptedCount":1}');
  });
});
const port = await new Promise<number>((resolve) => {
  product.listen(0, '127.0.0.1', () => {
    const address = product.address();
    resolve(typeof address === 'object' && address ? address.port : 0);
  });
});
const world = await startWorld({ seed: 'test', productUrl: `http://127.0.0.1:${port}` });
const alone = await startWorld({ seed: 'test' });
const sim = createCaller(world.url);
afterAll(async () => {
  await Promise.all([world.close(), alone.close()]);
  product.close();
});

const CALL = {
  token: 'fd_secret-of-a-program',
  method: 'POST',
  path: '/api/v1/events/carts',
  key: 'k-1',
  body: '{ "items": [',
};

test('a request from the console reaches the product unchanged, and its answer is stored without the token', async () => {
  const { status, body } = await sim('POST', '/_sim/programs/calls', CALL);
  expect([status, body]).toMatchObject([
    201,
    {
      status: 200,
      key: 'k-1',
      sent: '{ "items": [',
      answer: '{"acceptedCount":1}',
      headers: { 'idempotent-replayed': 'true' },
    },
  ]);
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    url: '/api/v1/events/carts',
    body: '{ "items": [',
    headers: { authorization: `Bearer ${CALL.token}`, 'idempotency-key': 'k-1', 'content-type': 'application/json' },
  });
  const stored = await sim('GET', '/_sim/programs');
  expect(stored.body).toMatchObject({ calls: [{ path: '/api/v1/events/carts' }] });
  expect(JSON.stringify(stored.body)).not.toContain(CALL.token);
});

test('a call without a key or a body is sent without them', async () => {
  await sim('POST', '/_sim/programs/calls', { token: 'fd_x', method: 'GET', path: '/api/v1/events/carts/cart-1' });
  expect(requests.at(-1)).toMatchObject({ method: 'GET', url: '/api/v1/events/carts/cart-1', body: '' });
  expect(requests.at(-1)?.headers).not.toHaveProperty('idempotency-key');
});

test.each(['/api/v1/api-tokens', '/api/v1/events', '/api/v1/events/carts/../../flows', 'https://elsewhere.example/'])(
  'the console does not ask for %s',
  async (path) => {
    const before = requests.length;
    expect((await sim('POST', '/_sim/programs/calls', { ...CALL, path })).status).toBe(400);
    expect(requests.length).toBe(before);
  },
);

test('the history is forgotten when it is asked for, and with the world', async () => {
  await sim('POST', '/_sim/programs/calls', CALL);
  await sim('DELETE', '/_sim/programs/calls');
  expect((await sim('GET', '/_sim/programs')).body).toEqual({ calls: [] });
  await sim('POST', '/_sim/programs/calls', CALL);
  await sim('POST', '/_sim/seed', {});
  expect((await sim('GET', '/_sim/programs')).body).toEqual({ calls: [] });
});

test('a world without a product reports it', async () => {
  expect((await createCaller(alone.url)('POST', '/_sim/programs/calls', CALL)).status).toBe(409);
});

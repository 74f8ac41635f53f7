import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { API_CALLS_PER_MINUTE, postCarts, postCustomEvents, readCart } from '#contract/integrations/events.ts';
import { API_EXAMPLES } from '#contract/integrations/examples.ts';
import { createApiToken, listApiRequests } from '#contract/integrations/tokens.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer({ now: '2026-11-21T10:00:00Z' });
const { call, owner: db, clock } = server;
const SIGNED_IN = { name: 'signed in' };

async function aProgram() {
  const { token, tenantId } = await server.signUp();
  await db.query('update tenants set paid_until = null where id = $1', [tenantId]);
  const { secret } = (await call(createApiToken, { token, body: { name: 'Сайт', scopes: ['carts', 'custom'] } })).body;
  const post = (key: string | undefined, items: unknown = [SIGNED_IN]) =>
    call(postCustomEvents, {
      token: secret,
      body: { items },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const happened = async () => {
    const { rows } = await db.query('select count(*)::int as count from api_events where tenant_id = $1', [tenantId]);
    return rows[0].count as number;
  };
  const requests = async () => (await call(listApiRequests, { token })).body.requests;
  return { token, tenantId, secret, post, happened, requests };
}

test('a call without a key is refused with its own code', async () => {
  const { post, happened, requests } = await aProgram();
  for (const key of [undefined, '', '  ']) {
    const { status, body } = await post(key);
    expect([status, body.code]).toEqual([400, 'idempotency.key_missing']);
  }
  const long = await post('k'.repeat(201));
  expect([long.status, long.body.details]).toEqual([400, { fields: { 'Idempotency-Key': ['too_long'] } }]);
  expect(await happened()).toBe(0);
  expect(await requests()).toMatchObject([
    { status: 400, problem: 'request.invalid', fields: { 'Idempotency-Key': ['too_long'] } },
    { status: 400, problem: 'idempotency.key_missing' },
    { status: 400, problem: 'idempotency.key_missing' },
    { status: 400, problem: 'idempotency.key_missing' },
  ]);
});

test('the same key and body get the same reply and have one effect', async () => {
  const { post, happened, requests } = await aProgram();
  const first = await post('key-1');
  const again = await post('key-1');
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
  expect(await happened()).toBe(1);
  expect(await requests()).toMatchObject([
    { idempotencyKey: 'key-1', isReplay: true, acceptedCount: 1 },
    { idempotencyKey: 'key-1', isReplay: false, acceptedCount: 1 },
  ]);
});

test('the order of fields does not make another body', async () => {
  const { post, happened } = await aProgram();
  await post('key-1', [{ name: 'a', properties: { x: 1, y: 2 } }]);
  const again = await post('key-1', [{ properties: { y: 2, x: 1 }, name: 'a' }]);
  expect([again.status, await happened()]).toEqual([200, 1]);
});

test('the same key with another body is refused, and nothing is done', async () => {
  const { post, happened } = await aProgram();
  await post('key-1');
  const other = await post('key-1', [{ name: 'signed out' }]);
  expect([other.status, other.body]).toEqual([409, { code: 'idempotency.key_reused', details: { key: 'key-1' } }]);
  expect(await happened()).toBe(1);
});

test('the same key with another call is refused too', async () => {
  const { secret, post } = await aProgram();
  await post('key-1');
  const other = await call(postCarts, {
    token: secret,
    body: { items: [SIGNED_IN] },
    headers: { 'idempotency-key': 'key-1' },
  });
  expect([other.status, other.body.code]).toEqual([409, 'idempotency.key_reused']);
});

test('a key is a token’s own', async () => {
  const { token, post, happened } = await aProgram();
  const other = await call(createApiToken, { token, body: { name: 'Касса', scopes: ['custom'] } });
  await post('key-1');
  await call(postCustomEvents, {
    token: other.body.secret,
    body: { items: [{ name: 'signed out' }] },
    headers: { 'idempotency-key': 'key-1' },
  });
  expect(await happened()).toBe(2);
});

test('concurrent calls with one key have one effect and one reply', async () => {
  const { post, happened } = await aProgram();
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('key-1')));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(await happened()).toBe(1);
});

test('of two concurrent calls with one key and different bodies, one succeeds', async () => {
  const { post, happened } = await aProgram();
  const answers = await Promise.all(['a', 'b'].map((name) => post('key-1', [{ name }])));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await happened()).toBe(1);
});

test('concurrent calls about carts of one contact all succeed', async () => {
  const { secret, tenantId } = await aProgram();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      call(postCarts, {
        token: secret,
        body: {
          items: ['x', 'y', 'z'].map((name) => ({
            ...API_EXAMPLES.carts,
            externalId: `${name}-${index % 2}`,
            client: { externalId: `client-${name}`, phone: `+7916000000${index % 3}` },
          })),
        },
        headers: { 'idempotency-key': randomUUID() },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const { rows } = await db.query('select count(*)::int as count from carts where tenant_id = $1', [tenantId]);
  expect(rows[0].count).toBe(6);
});

test('a refused call may be repeated under its key once it can succeed', async () => {
  const { tenantId, post, happened } = await aProgram();
  await db.query(`update tenants set paid_until = '2026-11-21T09:00:00Z' where id = $1`, [tenantId]);
  expect((await post('key-1')).status).toBe(402);
  await db.query('update tenants set paid_until = null where id = $1', [tenantId]);
  expect([(await post('key-1')).status, await happened()]).toEqual([200, 1]);
});

test('a reply is stored for a day; after that the key is new', async () => {
  const { post, happened } = await aProgram();
  await post('key-1');
  await clock.advance({ hours: 23, minutes: 59 });
  await post('key-1');
  expect(await happened()).toBe(1);
  await clock.advance({ minutes: 2 });
  const other = await post('key-1', [{ name: 'signed out' }]);
  expect([other.status, await happened()]).toEqual([200, 2]);
});

test('old replies and calls are deleted', async () => {
  const { tenantId, post } = await aProgram();
  await post('key-1');
  const left = async () => {
    const { rows } = await db.query(
      `select (select count(*)::int from api_answers where tenant_id = $1) as answers,
              (select count(*)::int from api_requests where tenant_id = $1) as requests`,
      [tenantId],
    );
    return rows[0];
  };
  await clock.advance({ hours: 25 });
  await server.runRepeated('integrations.sweep-posts');
  expect(await left()).toEqual({ answers: 0, requests: 1 });
  await clock.advance({ hours: 24 * 7 });
  await server.runRepeated('integrations.sweep-posts');
  expect(await left()).toEqual({ answers: 0, requests: 0 });
});

test('a token over its rate limit is refused until later, whatever it calls, and the page shows that once', async () => {
  const { token, secret, post, requests } = await aProgram();
  const responses = await Promise.all(
    Array.from({ length: API_CALLS_PER_MINUTE + 20 }, (_, index) =>
      index % 2 ? post(randomUUID()) : call(readCart, { token: secret, params: { externalId: 'none' } }),
    ),
  );
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(5);
  expect(refused[0]?.body.code).toBe('request.too_often');
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await requests()).filter(({ status }) => status === 429).length).toBeLessThanOrEqual(1);
  const other = await call(createApiToken, { token, body: { name: 'Касса', scopes: ['custom'] } });
  const headers = { 'idempotency-key': randomUUID() };
  expect(
    (await call(postCustomEvents, { token: other.body.secret, body: { items: [SIGNED_IN] }, headers })).status,
  ).toBe(200);
});

test('unreadable bodies are refused and shown', async () => {
  const { secret, post, requests } = await aProgram();
  const tooMany = await post(
    'key-1',
    Array.from({ length: 101 }, () => SIGNED_IN),
  );
  expect([tooMany.status, tooMany.body.code, Object.keys(Object(tooMany.body.details)['fields'])]).toEqual([
    400,
    'request.invalid',
    ['items'],
  ]);
  expect((await post('key-2', [])).status).toBe(400);
  const broken = await fetch(`${server.origin}/api/v1/events/custom`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': 'key-3' },
    body: '{ "items": [',
  });
  expect(broken.status).toBe(400);
  expect(await requests()).toMatchObject([
    { idempotencyKey: 'key-3', status: 400, problem: 'request.invalid' },
    { idempotencyKey: 'key-2', problem: 'request.invalid', fields: { items: ['required'] } },
    { idempotencyKey: 'key-1', problem: 'request.invalid' },
  ]);
});

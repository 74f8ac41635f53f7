import { SessionId } from '#contract/auth/sessions.ts';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { createContext } from '#server/app/context.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { readConfig } from '#server/platform/deployment/config.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { createServe } from './serve.ts';

const { url } = await testDatabase();
const config = readConfig({
  DATABASE_URL: url,
  FRONTDESK_SECRET_KEY: 'a'.repeat(64),
  FRONTDESK_DEMO: '1',
  LOG_LEVEL: 'silent',
});
const { ctx, close } = createContext(config, []);
const app = await createHttp(config, ctx.log);
const base = await bind();
afterAll(async () => {
  await app.close();
  await close();
});

async function bind(): Promise<string> {
  const member = {
    tenantId: TenantId.parse(crypto.randomUUID()),
    tokenRole: 'user' as const,
    sessionId: SessionId.parse(crypto.randomUUID()),
    isSecondFactorMissing: false,
    support: null,
    expiresAt: Temporal.Now.instant().add({ minutes: 10 }),
  };
  const memberIds = { owner: MemberId.parse(crypto.randomUUID()), staff: MemberId.parse(crypto.randomUUID()) };
  const serve = createServe(app, ctx, {
    readBearer: async (token) =>
      token === 'owner' || token === 'staff' ? { ...member, memberId: memberIds[token], memberRole: token } : null,
    apiClients: { read: async () => null, note: async () => {} },
    requireAbility: async (_caller, ability) => {
      throw new Problem('tariff.missing', { ability });
    },
  });
  const echo = endpoint({
    method: 'POST',
    path: '/api/v1/Echo/:id',
    access: 'public',
    summary: 'Echoes.',
    params: z.object({ id: z.uuid() }),
    body: z.object({
      name: z.string().min(1, { error: 'required' }).max(300),
      nested: z.object({ age: z.int() }),
      way: z.union([z.object({ login: z.string(), password: z.string() }), z.object({ key: z.string() })]).optional(),
    }),
    reply: z.object({ name: z.string() }),
  });
  serve(echo, async (_ctx, { body }) => ({ name: body.name, secret: 'left out' }) as { name: string });
  const failing = { method: 'GET', summary: 'Fails.' } as const;
  serve(endpoint({ ...failing, path: '/bug', access: 'public' }), async () => {
    throw new Error('a bug with a secret');
  });
  serve(endpoint({ ...failing, path: '/refusal', access: 'public' }), async () => {
    throw new Problem('flow.wrong_status', { status: 'done' });
  });
  serve(endpoint({ ...failing, path: '/owners', access: 'owner' }), async () => ({}));
  serve(endpoint({ ...failing, path: '/limited', access: 'public', ratePerMinute: 3 }), async () => ({}));
  serve(endpoint({ ...failing, path: '/limited-members', access: 'member', ratePerMinute: 1 }), async () => ({}));
  const host = endpoint({
    ...failing,
    path: '/site',
    access: 'public',
    reply: z.object({ brand: z.string(), origin: z.string().nullable(), pageOrigin: z.string().nullable() }),
  });
  serve(host, async ({ site }) => ({ brand: site.brand.key, origin: site.origin, pageOrigin: site.pageOrigin }));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

const ID = '0192f0c1-0000-7000-8000-000000000001';
const post = (path: string, body: unknown) =>
  fetch(base + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('a path is matched without regard to case', async () => {
  const response = await post(`/API/v1/ECHO/${ID}`, { name: 'Anna', nested: { age: 3 } });
  expect([response.status, await response.json()]).toEqual([200, { name: 'Anna' }]);
});

test('a wrong body is 400 and names each field with its reason', async () => {
  const response = await post(`/api/v1/echo/${ID}`, { name: '', nested: { age: 'old' } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'request.invalid',
    details: { fields: { name: ['required'], 'nested.age': [expect.any(String)] } },
  });
});

test('a body that is not JSON is 400, one that is too large 413', async () => {
  const broken = await fetch(`${base}/api/v1/echo/${ID}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'request.invalid' }]);
  const large = await post(`/api/v1/echo/${ID}`, { name: 'x'.repeat(1_100_000) });
  expect([large.status, await large.json()]).toMatchObject([413, { code: 'request.too_large' }]);
});

test('a body that is not UTF-8 is 400, one with a byte order mark is read', async () => {
  const send = (body: Uint8Array<ArrayBuffer>) =>
    fetch(`${base}/api/v1/echo/${ID}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const windows1251 = Uint8Array.from([...Buffer.from('{"name":"'), 0xc0, 0xed, 0xed, 0xe0, ...Buffer.from('"}')]);
  const refused = await send(windows1251);
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { code: 'request.invalid', details: { reason: 'Body is not UTF-8' } },
  ]);
  const marked = await send(Uint8Array.from(Buffer.from('\uFEFF{"name":"Анна","nested":{"age":3}}')));
  expect([marked.status, await marked.json()]).toEqual([200, { name: 'Анна' }]);
});

test('a caller with a too large body gets the refusal after sending it', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = { 'content-type': 'application/json' };
  const sent = request(`${base}/api/v1/echo/${ID}`, { method: 'POST', headers }, ({ statusCode }) =>
    resolve(statusCode),
  );
  sent.on('error', reject);
  sent.end(JSON.stringify({ name: 'x'.repeat(20_000_000) }));
  expect(await promise).toBe(413);
});

test('a body that is nested without end is 400', async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const body = `{"name":"Anna","nested":${open.repeat(50_000)}1${close.repeat(50_000)}}`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${base}/api/v1/echo/${ID}`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'request.invalid' }]);
  }
});

test('answers and refusals are not cached', async () => {
  for (const path of ['/site', '/refusal'])
    expect([path, (await fetch(base + path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
});

test('a field that is left out is required, one with too much text too long', async () => {
  const long = await post(`/api/v1/echo/${ID}`, { name: 'x'.repeat(301), nested: { age: 3 } });
  expect(await long.json()).toMatchObject({ details: { fields: { name: ['too_long'] } } });
  const response = await post(`/api/v1/echo/${ID}`, { nested: {} });
  expect(await response.json()).toMatchObject({
    details: { fields: { name: ['required'], 'nested.age': ['required'] } },
  });
});

test('a value that fits no shape of a union gets the issues of the nearest', async () => {
  const reasons = async (way: unknown) => {
    const response = await post(`/api/v1/echo/${ID}`, { name: 'Anna', nested: { age: 3 }, way });
    return ((await response.json()) as { details: { fields: unknown } }).details.fields;
  };
  expect(await reasons({ login: 'anna' })).toEqual({ 'way.password': ['required'] });
  expect(await reasons({})).toEqual({ 'way.key': ['required'] });
});

test('text that cannot be stored is 400 on its field, at any depth', async () => {
  for (const name of ['a\0b', '\ud800']) {
    const response = await post(`/api/v1/echo/${ID}?search=a%00b`, { name, nested: { age: 3, more: [name] } });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { details: { fields: { name: ['characters'], 'nested.more.0': ['characters'], search: ['characters'] } } },
    ]);
  }
});

test('a body of an unknown type is 415, an empty JSON body counts as none', async () => {
  const send = (type: string, body: string) =>
    fetch(`${base}/api/v1/echo/${ID}`, { method: 'POST', headers: { 'content-type': type }, body });
  const plain = await send('text/plain', 'x');
  expect([plain.status, await plain.json()]).toMatchObject([415, { code: 'request.unsupported_media' }]);
  const form = await send('multipart/form-data; boundary=x', '--x--');
  expect([form.status, await form.json()]).toMatchObject([415, { code: 'request.unsupported_media' }]);
  const empty = await send('application/json', '');
  expect([empty.status, await empty.json()]).toMatchObject([400, { details: { fields: { name: ['required'] } } }]);
});

test('a malformed URL is refused like other errors', async () => {
  const broken = await fetch(`${base}/api/v1/echo/%E0%A4`);
  expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'request.invalid' }]);
  const long = await post(`/api/v1/echo/${'a'.repeat(600)}`, {});
  expect([long.status, await long.json()]).toMatchObject([404, { code: 'request.not_found' }]);
});

test('a malformed id is 404, like the id of another tenant', async () => {
  const response = await post('/api/v1/echo/1', { name: 'Anna', nested: { age: 3 } });
  expect([response.status, await response.json()]).toEqual([404, { code: 'request.not_found' }]);
});

test('a refusal answers its code and details, a bug only a request id', async () => {
  const refusal = await fetch(`${base}/refusal`);
  expect([refusal.status, await refusal.json()]).toEqual([
    409,
    { code: 'flow.wrong_status', details: { status: 'done' } },
  ]);
  const bug = await fetch(`${base}/bug`);
  expect([bug.status, await bug.json()]).toEqual([500, { code: 'server.failed', requestId: expect.any(String) }]);
});

test('a call for owners is 401 without a token, 403 for staff, and served to the owner', async () => {
  expect((await fetch(`${base}/owners`)).status).toBe(401);
  expect((await fetch(`${base}/owners`, bearer('nonsense'))).status).toBe(401);
  expect((await fetch(`${base}/owners`, bearer('staff'))).status).toBe(403);
  expect((await fetch(`${base}/owners`, bearer('owner'))).status).toBe(200);
});

test('calls beyond the rate limit are 429 with Retry-After', async () => {
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await fetch(`${base}/limited`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(Number((await fetch(`${base}/limited`)).headers.get('retry-after'))).toBeGreaterThan(0);
});

test('calls are counted by member, and calls without a member apart', async () => {
  const statusOf = async (token: string) => (await fetch(`${base}/limited-members`, bearer(token))).status;
  expect([
    await statusOf('nonsense'),
    await statusOf('nonsense'),
    await statusOf('owner'),
    await statusOf('owner'),
  ]).toEqual([401, 401, 200, 429]);
  expect(await statusOf('staff')).toBe(200);
});

test('the brand is that of the page that calls, and an unknown host gets no links', async () => {
  const site = async (page: string, header = 'x-client-host') =>
    (await fetch(`${base}/site`, { headers: { [header]: page } })).json();
  expect(await site('http://region.localhost:3000', 'client-host')).toMatchObject({ brand: 'region' });
  const medflex = 'http://medflex.localhost:3000';
  expect(await site(medflex)).toEqual({ brand: 'medflex', origin: medflex, pageOrigin: medflex });
  expect(await site('Quality.localhost:3000')).toMatchObject({
    brand: 'quality',
    origin: 'http://quality.localhost:3000',
  });
  expect(await site('http://0.0.0.0:3000')).toMatchObject({ brand: 'main', origin: 'http://0.0.0.0:3000' });
  expect(await site('https://evil.example')).toMatchObject({
    brand: 'main',
    origin: expect.stringMatching(/127\.0\.0\.1/),
  });
});

test('a page of a brand with several hosts is told from the host of the links', async () => {
  const response = await fetch(`${base}/site`, { headers: { 'client-host': 'http://app.localhost:9999' } });
  expect(await response.json()).toEqual({
    brand: 'main',
    origin: 'http://localhost:3000',
    pageOrigin: 'http://app.localhost:3000',
  });
});

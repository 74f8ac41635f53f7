import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import { createContext } from '#server/app/context.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { createTestClock } from '#server/testing/server/clock.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { readConfig } from '#server/platform/deployment/config.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { type WebhookSourceFinder, type WebhookSource, serveWebhooks } from './webhook-intake.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { countUnreadable, finishInbox, listUnreadable, sweepInbox, takeInbox } from './inbox.ts';
import { defineJob, prepareJob } from '#server/platform/jobs.ts';
import { newTenantToken } from '#server/platform/secrets/tenant-token.ts';
import { digest } from '#server/platform/secrets/vault.ts';

const database = await testDatabase();
const { owner, db } = database;
const { aTenant } = builders(owner);
const clock = await createTestClock(owner);

const readJob = defineJob({
  name: 'test.read',
  payload: z.object({ sourceId: z.uuid() }),
  key: ({ sourceId }) => `read:${sourceId}`,
});

/** Sources with one secret header each, found by their token's hash. */
const sources = new Map<string, WebhookSource>();
const finder: WebhookSourceFinder = { find: async () => sources };

async function aSource(): Promise<{ tenantId: TenantId; id: string; token: string }> {
  const tenantId = await aTenant();
  const [id, token] = [randomUUID(), newTenantToken(tenantId)];
  sources.set(digest(token).toString('hex'), {
    id,
    provider: 'test',
    job: prepareJob(readJob, { sourceId: id }),
    verify: ({ headers }) => headers['x-secret-token'] === 'right',
    answerChallenge: (query) => (query['ask'] === 'right' ? (query['say'] ?? null) : null),
  });
  return { tenantId, id, token };
}

async function startWebhooks(databaseUrl: string): Promise<string> {
  const config = readConfig({ DATABASE_URL: databaseUrl, FRONTDESK_SECRET_KEY: 'a'.repeat(64), LOG_LEVEL: 'silent' });
  const { ctx, close } = createContext(config, [], { clock });
  const app = await createHttp(config, ctx.log);
  serveWebhooks(
    app,
    ctx,
    new Map([
      ['test', finder],
      ['other', finder],
    ]),
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => {
    await app.close();
    await close();
  });
  return origin;
}
const origin = await startWebhooks(database.url);

type Payload = { body?: string | Buffer; secret?: string; provider?: string; type?: string; at?: string };

function post(token: string, { body = '{}', secret = 'right', provider = 'test', type, at = origin }: Payload = {}) {
  const headers = { 'x-secret-token': secret, 'content-type': type ?? 'application/json', 'x-event': 'told' };
  return fetch(`${at}/hooks/${provider}/${token}`, { method: 'POST', headers, body: Buffer.from(body) });
}

const rowsOf = async (id: string) =>
  (await owner.query('select * from inbox where source_id = $1 order by received_at, id', [id])).rows;
const jobsOf = async (id: string) =>
  (await owner.query('select 1 from graphile_worker.jobs where key = $1', [`read:${id}`])).rowCount;

test("a secret is unknown under another provider's name", async () => {
  const { id, token } = await aSource();
  expect((await post(token, { provider: 'other' })).status).toBe(404);
  expect((await fetch(`${origin}/hooks/other/${token}?ask=right&say=42`)).status).toBe(404);
  expect(await rowsOf(id)).toEqual([]);
  expect((await post(token)).status).toBe(200);
});

test('a payload is stored unchanged and its job queued before the answer', async () => {
  const { tenantId, id, token } = await aSource();
  const body = Buffer.concat([Buffer.from('{"text":"Да" '), randomBytes(40)]);
  const answer = await post(token, { body });
  expect(answer.status).toBe(200);
  const [row] = await rowsOf(id);
  expect(row).toMatchObject({ tenant_id: tenantId, provider: 'test', state: 'new', received_at: clock.now() });
  expect(row.body).toEqual(body);
  expect(row.headers).toMatchObject({ 'content-type': 'application/json', 'x-event': 'told' });
  expect(await jobsOf(id)).toBe(1);
});

test('headers that authenticate the provider are not stored', async () => {
  const { id, token } = await aSource();
  await post(token);
  const [row] = await rowsOf(id);
  expect(JSON.stringify(row.headers)).not.toContain('right');
});

test('a repeated payload is answered and stored once', async () => {
  const { id, token } = await aSource();
  const answers = await Promise.all([1, 2, 3].map(() => post(token, { body: '{"n":1}' })));
  const later = await post(token, { body: '{"n":1}' });
  expect([...answers, later].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await rowsOf(id)).toHaveLength(1);
});

test('the same payload to two sources is stored twice', async () => {
  const [one, other] = [await aSource(), await aSource()];
  await Promise.all([post(one.token), post(other.token)]);
  expect([await rowsOf(one.id), await rowsOf(other.id)].map((rows) => rows.length)).toEqual([1, 1]);
});

test('an unknown address is 404', async () => {
  const { tenantId, id, token } = await aSource();
  const others = [newTenantToken(tenantId), 'nonsense', `${token}x`, token.slice(0, -1)];
  for (const other of others) expect((await post(other)).status).toBe(404);
  expect((await post(token, { provider: 'other' })).status).toBe(404);
  expect(await rowsOf(id)).toEqual([]);
});

test('an unauthenticated payload is 401 and changes nothing', async () => {
  const { id, token } = await aSource();
  expect((await post(token, { secret: 'wrong' })).status).toBe(401);
  expect(await rowsOf(id)).toEqual([]);
  expect(await jobsOf(id)).toBe(0);
});

test('a forged payload does not affect others of its group', async () => {
  const { id, token } = await aSource();
  const answers = await Promise.all([
    post(token, { body: '1' }),
    post(token, { body: '2', secret: 'wrong' }),
    post(newTenantToken(await aTenant()), { body: '3' }),
    post(token, { body: '4' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 200]);
  expect((await rowsOf(id)).map(({ body }) => String(body))).toEqual(expect.arrayContaining(['1', '4']));
});

test.each(['{"broken', '', '\u0000', 'a=1&b=2'])('the body %j is stored unparsed', async (body) => {
  const { id, token } = await aSource();
  for (const type of [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x/y',
    'x',
    'x/',
    'x/; y',
  ])
    expect((await post(token, { body, type })).status).toBe(200);
  expect((await post(token, { body, provider: 'TEST' })).status).toBe(200);
  expect((await rowsOf(id)).map((row) => [row.provider, String(row.body)])).toEqual([['test', body]]);
});

test('a megabyte is taken, more is 413', async () => {
  const { id, token } = await aSource();
  expect((await post(token, { body: Buffer.alloc(1_048_576, 'a') })).status).toBe(200);
  expect((await post(token, { body: Buffer.alloc(1_048_577, 'a') })).status).toBe(413);
  expect(await rowsOf(id)).toHaveLength(1);
});

test('a flood of large payloads is refused before memory runs out; accepted ones are stored', async () => {
  const { id, token } = await aSource();
  const requests = Array.from({ length: 48 }, (_, n) => post(token, { body: Buffer.alloc(1_000_000, n + 1) }));
  const answers = await Promise.all(requests);
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(answers.every(({ status, headers }) => status === 200 || (status === 503 && headers.has('retry-after')))).toBe(
    true,
  );
  expect(taken).toBeGreaterThan(0);
  expect(await rowsOf(id)).toHaveLength(taken);
});

test('a challenge is answered only when it is correct', async () => {
  const { token } = await aSource();
  const challenge = (query: string, secret = token) => fetch(`${origin}/hooks/test/${secret}?${query}`);
  const right = await challenge('ask=right&say=115820');
  expect([right.status, await right.text()]).toEqual([200, '115820']);
  expect((await challenge('ask=wrong&say=115820')).status).toBe(404);
  expect((await challenge('ask=right&say=1', newTenantToken(await aTenant()))).status).toBe(404);
});

test('many concurrent payloads are all stored when they are answered', async () => {
  const many = await Promise.all([1, 2, 3, 4].map(() => aSource()));
  const requests = Array.from({ length: 400 }, (_, n) => post(many[n % 4]!.token, { body: `{"n":${n}}` }));
  const statuses = new Set((await Promise.all(requests)).map(({ status }) => status));
  expect(statuses).toEqual(new Set([200]));
  for (const { id } of many) expect(await rowsOf(id)).toHaveLength(100);
});

test('while the database is unavailable the answer is 503 with Retry-After, and afterwards payloads are stored again', async () => {
  const { id, token } = await aSource();
  const [real, way] = [new URL(database.url), new URL(database.url)];
  let isAway = true;
  const proxy = createServer((client) => {
    client.on('error', () => {});
    if (isAway) return client.destroy();
    const server = connect(Number(real.port), real.hostname).on('error', () => client.destroy());
    return client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  way.port = String(typeof address === 'object' && address ? address.port : '');
  const at = await startWebhooks(way.href);

  const refused = await post(token, { at });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  isAway = false;
  expect((await post(token, { at })).status).toBe(200);
  expect(await rowsOf(id)).toHaveLength(1);
  afterAll(() => void proxy.close());
});

test('payloads are claimed oldest first, and once', async () => {
  const { tenantId, id, token } = await aSource();
  for (const body of ['1', '2', '3']) {
    await post(token, { body });
    await clock.advance({ seconds: 1 });
  }
  await withTenant({ db }, tenantId, async (scope) => {
    const first = await takeInbox(scope, id, 2);
    expect(first.map((row) => String(row.body))).toEqual(['1', '2']);
    const meanwhile = await withTenant({ db }, tenantId, (other) => takeInbox(other, id, 10));
    expect(meanwhile.map((row) => String(row.body))).toEqual(['3']);
    await finishInbox(
      scope,
      first.map((row) => row.id),
      'done',
      null,
    );
  });
  await withTenant({ db }, tenantId, async (scope) => {
    expect((await takeInbox(scope, id, 10)).map((row) => String(row.body))).toEqual(['3']);
  });
});

test('the problem of a payload may quote any of its contents', async () => {
  const { tenantId, id, token } = await aSource();
  await post(token, { body: '\0\x01' });
  await withTenant({ db }, tenantId, async (scope) => {
    const [row] = await takeInbox(scope, id, 1);
    await finishInbox(scope, [row!.id], 'unreadable', `Not JSON: \0\ud800${'x'.repeat(5_000)}`);
    const [unreadable] = await listUnreadable(scope, id, { now: clock.now(), limit: 5 });
    expect(unreadable?.problem).toMatch(/^Not JSON: \ufffdx{1,2000}$/);
  });
});

test('unreadable payloads are counted and listed, and their problem stays', async () => {
  const { tenantId, id, token } = await aSource();
  await post(token, { body: '{"broken' });
  await withTenant({ db }, tenantId, async (scope) => {
    const [row] = await takeInbox(scope, id, 1);
    await finishInbox(scope, [row!.id], 'unreadable', 'Not JSON');
    await finishInbox(scope, [row!.id], 'done', null);
    expect(await countUnreadable(scope, [id, randomUUID()], clock.now())).toEqual(new Map([[id, 1]]));
    expect(await listUnreadable(scope, id, { now: clock.now(), limit: 5 })).toEqual([
      { receivedAt: clock.now(), problem: 'Not JSON', body: '{"broken' },
    ]);
  });
});

test('payloads are deleted after seven days', async () => {
  const { id, token } = await aSource();
  const { ctx, close } = createContext(
    readConfig({ DATABASE_URL: database.url, FRONTDESK_SECRET_KEY: 'a'.repeat(64), LOG_LEVEL: 'silent' }),
    [],
    { clock },
  );
  await post(token, { body: 'old' });
  await clock.advance({ hours: 6 * 24 });
  await post(token, { body: 'young' });
  await clock.advance({ hours: 25 });
  await sweepInbox(ctx, new AbortController().signal);
  expect((await rowsOf(id)).map(({ body }) => String(body))).toEqual(['young']);
  await close();
});

test("a source's own key decides what is the same", async () => {
  const { id, token } = await aSource();
  const source = sources.get(digest(token).toString('hex'))!;
  source.dedupeKey = ({ body }) => createHash('sha256').update(body.subarray(0, 1)).digest('hex');
  for (const body of ['1a', '1b', '2a']) await post(token, { body });
  expect((await rowsOf(id)).map((row) => String(row.body))).toEqual(['1a', '2a']);
});

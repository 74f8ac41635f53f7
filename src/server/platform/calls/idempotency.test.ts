import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApiToken } from '#contract/integrations/tokens.ts';
import { register } from '#contract/auth/calls.ts';
import { createFlow, duplicateFlow, listFlows } from '#contract/flows/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, owner: db } = server;

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const REMINDER = { kind: 'visit_reminder', delayMinutes: -120 } as const;

async function aCabinet() {
  const { token, tenantId } = await server.signUp();
  const create = (key: string, delayMinutes: number = REMINDER.delayMinutes) =>
    call(createFlow, { token, body: { ...REMINDER, delayMinutes }, ...keyed(key) });
  const countFlows = async () => (await call(listFlows, { token })).body.flows.length;
  return { token, tenantId, create, countFlows };
}

const aRegistration = () => ({
  email: `${randomUUID()}@salon.example`,
  password: 'correct-horse',
  confirmPassword: 'correct-horse',
  phone: '+79161234567',
  termsAccepted: true as const,
});

test('calls that come together with one key create once, and all get the same answer', async () => {
  const { create, countFlows } = await aCabinet();
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => create(key)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2);
  expect(await countFlows()).toBe(1);
});

test('a call repeated after its answer was lost gets that answer; a new key makes another', async () => {
  const { create, countFlows } = await aCabinet();
  const key = randomUUID();
  const first = await create(key);
  expect((await create(key)).body).toEqual(first.body);
  expect((await create(randomUUID())).body.id).not.toBe(first.body.id);
  expect(await countFlows()).toBe(2);
});

test('a key that came with another input is refused', async () => {
  const { create, countFlows } = await aCabinet();
  const key = randomUUID();
  await create(key);
  const other = await create(key, -60);
  expect([other.status, other.body.code]).toEqual([409, 'idempotency.key_reused']);
  const long = await create('k'.repeat(201));
  expect([long.status, long.body.details]).toEqual([400, { fields: { 'Idempotency-Key': ['too_long'] } }]);
  expect(await countFlows()).toBe(1);
});

test('a key answers for its own call, member and cabinet alone', async () => {
  const [one, other] = [await aCabinet(), await aCabinet()];
  const key = randomUUID();
  const { id } = (await one.create(key)).body;
  expect((await other.create(key)).body.id).not.toBe(id);
  const copy = await call(duplicateFlow, { token: one.token, params: { flowId: id }, ...keyed(key) });
  expect(copy.body.id).not.toBe(id);
  expect([await one.countFlows(), await other.countFlows()]).toEqual([2, 1]);
});

test('a refused call leaves its key free', async () => {
  const { token } = await aCabinet();
  const key = randomUUID();
  const copy = () => call(duplicateFlow, { token, params: { flowId: randomUUID() }, ...keyed(key) });
  expect([(await copy()).status, (await copy()).status]).toEqual([404, 404]);
  const taken = { ...aRegistration(), email: (await server.signUp()).email };
  const attempts = [
    await call(register, { body: taken, ...keyed(key) }),
    await call(register, { body: taken, ...keyed(key) }),
  ];
  expect(attempts.map(({ body }) => body.code)).toEqual(['auth.user_exists', 'auth.user_exists']);
});

test('a cabinet that is registered twice at once is made once, and both get its tokens', async () => {
  const body = aRegistration();
  const key = randomUUID();
  const [one, two] = await Promise.all([1, 2].map(() => call(register, { body, ...keyed(key) })));
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(two?.body).toEqual(one?.body);
  const stranger = await call(register, { body: aRegistration(), ...keyed(key) });
  expect([stranger.status, stranger.body]).toEqual([409, { code: 'idempotency.key_reused' }]);
});

test('a key is free a minute after its call, when the process of the call ended without an answer', async () => {
  const body = aRegistration();
  const key = randomUUID();
  await call(register, { body, ...keyed(key) });
  const id = server.ctx.vault.sign('idempotency-key', JSON.stringify(['POST', register.path, null, key]));
  await db.query(`update call_answers set answer = null, claimed_at = now() - interval '59 seconds' where id = $1`, [
    id,
  ]);
  const startedAt = performance.now();
  expect((await call(register, { body, ...keyed(key) })).body.code).toBe('auth.user_exists');
  expect(performance.now() - startedAt).toBeGreaterThan(500);
});

test('stored answers are sealed, and deleted after a day', async () => {
  const { token, tenantId } = await aCabinet();
  const body = { name: 'Site', scopes: ['carts' as const] };
  const key = randomUUID();
  const { secret } = (await call(createApiToken, { token, body, ...keyed(key) })).body;
  const stored = () => db.query('select answer from call_answers where tenant_id = $1', [tenantId]);
  const { rows } = await stored();
  expect(rows).toHaveLength(1);
  expect(String(rows[0].answer)).not.toContain(secret);
  await db.query(`update call_answers set claimed_at = now() - interval '25 hours' where tenant_id = $1`, [tenantId]);
  await server.runRepeated('platform.sweep');
  expect((await stored()).rows).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readCart, readVisit } from '#contract/integrations/events.ts';
import { API_EXAMPLES } from '#contract/integrations/examples.ts';
import { createApiToken, listApiTokens } from '#contract/integrations/tokens.ts';
import { listConnections, removeConnection, restoreConnection } from '#contract/connections/calls.ts';
import { API_SCOPES } from '#contract/integrations/values.ts';
import { apiProgram, POST_CALLS } from '#server/testing/server/api-program.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer({ now: '2026-11-21T10:00:00Z' });
const { call, owner: db, clock } = server;

/** A cabinet with a visit from an API client, and a disconnected API. */
async function aDisconnected() {
  const program = await apiProgram(server);
  const { token } = program;
  const listed = async () => (await call(listConnections, { token, query: { kind: 'api' } })).body.connections;
  const key = randomUUID();
  const first = await program.post('visits', [API_EXAMPLES.visits], key);
  const [connection] = await listed();
  if (!connection) throw new Error('Programs have no place');
  const params = { connectionId: connection.id };
  const disconnect = () => call(removeConnection, { token, params });
  await disconnect();
  const again = async () => {
    const { body } = await call(listApiTokens, { token });
    if (!body.disconnected) throw new Error('It is connected');
    return call(restoreConnection, { token, params: { connectionId: body.disconnected.connectionId } });
  };
  return { ...program, visitId: first.body.items[0]?.id, key, connectionId: connection.id, listed, disconnect, again };
}

test('a disconnected API stays so: every call of API clients is refused, and nothing is created or emitted', async () => {
  const { post, read, listed, events } = await aDisconnected();
  const before = await events();
  for (const kind of API_SCOPES) {
    const { status, body } = await post(kind, [API_EXAMPLES[kind]]);
    expect([kind, status, body]).toEqual([kind, 409, { code: 'api.disconnected' }]);
  }
  for (const [what, name] of [
    [readVisit, API_EXAMPLES.visits.externalId],
    [readCart, 'cart-55'],
  ] as const)
    expect((await read(what as typeof readCart, name)).body.code).toBe('api.disconnected');
  expect(await listed()).toEqual([]);
  expect(await events()).toEqual(before);
});

test('after a reconnect on the page of tokens, the same token works, and a visit is the same as before', async () => {
  const { post, again, listed, visitId, connectionId } = await aDisconnected();
  const key = randomUUID();
  expect((await post('visits', [API_EXAMPLES.visits], key)).status).toBe(409);
  expect((await again()).status).toBe(200);
  // A refused call does not use its key.
  const { body } = await post('visits', [API_EXAMPLES.visits], key);
  expect(body.items).toMatchObject([{ outcome: 'unchanged', id: visitId }]);
  expect(await listed()).toMatchObject([{ id: connectionId, branches: [{ externalId: 'main' }] }]);
});

test('a reply from before the disconnection is repeated for its key', async () => {
  const { post, key, visitId } = await aDisconnected();
  const { status, body } = await post('visits', [API_EXAMPLES.visits], key);
  expect([status, body.items]).toMatchObject([200, [{ outcome: 'created', id: visitId }]]);
});

test('the page of tokens shows since when API clients are refused; a new token is created and connects nothing', async () => {
  const { token, connectionId, listed, again } = await aDisconnected();
  const disconnectedFlag = async () => (await call(listApiTokens, { token })).body.disconnected;
  expect(await disconnectedFlag()).toEqual({ connectionId, since: '2026-11-21T10:00:00Z' });
  const { body } = await call(createApiToken, { token, body: { name: 'Касса', scopes: ['carts'] } });
  const headers = { 'idempotency-key': randomUUID() };
  const request = { token: body.secret, body: { items: [API_EXAMPLES.carts] }, headers };
  expect((await call(POST_CALLS.carts, request)).body.code).toBe('api.disconnected');
  expect(await listed()).toEqual([]);
  await again();
  expect(await disconnectedFlag()).toBeNull();
  expect((await call(POST_CALLS.carts, request)).status).toBe(200);
});

test('a cabinet has one API connection: an older one is not restored beside it, and the database enforces it', async () => {
  const { token, tenantId, connectionId, listed, again, disconnect } = await aDisconnected();
  const older = randomUUID();
  await db.query(
    `insert into connections
       (tenant_id, id, kind, title, state, state_changed_at, credentials, webhook_secret_hash, created_at, removed_at)
     select tenant_id, $2, kind, title, state, state_changed_at, credentials, $3, created_at, '2026-11-01T00:00:00Z'
     from connections where tenant_id = $1`,
    [tenantId, older, Buffer.from(older)],
  );
  await again();
  const taken = await call(restoreConnection, { token, params: { connectionId: older } });
  expect([taken.status, taken.body.code]).toEqual([409, 'connection.already_connected']);
  expect(await listed()).toMatchObject([{ id: connectionId }]);
  const both = db.query('update connections set removed_at = null where tenant_id = $1', [tenantId]);
  await expect(both).rejects.toThrow('connections_one_api');

  // A second restore changes nothing, and the last removed connection is the one to restore.
  await disconnect();
  await clock.advance({ minutes: 5 });
  const params = { connectionId };
  const answers = await Promise.all([1, 2, 3].map(() => call(restoreConnection, { token, params })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await listed()).toHaveLength(1);
});

test('the connection of API clients shows no webhook address: they make calls, and none of its paths answers', async () => {
  const { token, post } = await apiProgram(server);
  await post('visits', [API_EXAMPLES.visits]);
  const { connections } = (await call(listConnections, { token, query: { kind: 'api' } })).body;
  expect(connections).toMatchObject([{ kind: 'api', webhookUrl: '', webhookToken: null }]);
});

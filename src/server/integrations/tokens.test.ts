import { expect, test } from 'vitest';
import { postCarts, readCart, readContact, readVisit } from '#contract/integrations/events.ts';
import { API_EXAMPLES } from '#contract/integrations/examples.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '#contract/integrations/tokens.ts';
import { listConnections } from '#contract/connections/calls.ts';
import { API_SCOPES } from '#contract/integrations/values.ts';
import { apiProgram } from '#server/testing/server/api-program.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer({ now: '2026-11-21T10:00:00Z' });
const { call, owner: db, clock } = server;

test('a token is shown once, listed by its first characters, and only its digest is stored', async () => {
  const { token, tenantId, secret, prefix } = await apiProgram(server);
  expect(secret).toMatch(/^fd_[\w-]{54}$/);
  const { body } = await call(listApiTokens, { token });
  expect(body.tokens).toMatchObject([
    { name: 'Сайт', scopes: [...API_SCOPES], createdAt: '2026-11-21T10:00:00Z', lastUsedAt: null, revokedAt: null },
  ]);
  expect(body.tariff).toEqual({ id: 15, isIncluded: true });
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(prefix).toMatch(/^fd_…[\w-]{5}$/);
  const { rows } = await db.query('select t::text as row from api_tokens t where tenant_id = $1', [tenantId]);
  expect(rows[0].row).not.toContain(secret.slice(30));
});

test('two tokens of a cabinet differ in their shown characters', async () => {
  const { token, prefix } = await apiProgram(server);
  const other = await call(createApiToken, { token, body: { name: 'Касса', scopes: ['orders'] } });
  expect(other.body.token.prefix).not.toBe(prefix);
});

test('a revoked token is refused at once, and stays in the list', async () => {
  const { token, id, post, read } = await apiProgram(server);
  expect((await post('contacts', [API_EXAMPLES.contacts])).status).toBe(200);
  expect((await call(revokeApiToken, { token, params: { apiTokenId: id } })).status).toBe(200);
  expect((await call(revokeApiToken, { token, params: { apiTokenId: id } })).status).toBe(200);
  const refused = await post('contacts', [API_EXAMPLES.contacts]);
  expect([refused.status, refused.body.code]).toEqual([401, 'auth.token_revoked']);
  expect((await read(readContact, 'client-17')).status).toBe(401);
  const { body } = await call(listApiTokens, { token });
  expect(body.tokens).toMatchObject([{ id, lastUsedAt: '2026-11-21T10:00:00Z', revokedAt: '2026-11-21T10:00:00Z' }]);
});

test('forged and changed tokens are refused', async () => {
  const { secret, post } = await apiProgram(server);
  expect((await post('carts', [API_EXAMPLES.carts])).status).toBe(200);
  const changed = `${secret.slice(0, -4)}${secret.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  for (const token of ['fd_', 'fd_nonsense', changed, secret.slice(3)]) {
    const headers = { 'idempotency-key': 'k' };
    const answer = await call(postCarts, { token, body: { items: [API_EXAMPLES.carts] }, headers });
    expect([token, answer.status, answer.body.code]).toEqual([token, 401, 'auth.required']);
  }
});

test('a token works for its scopes only', async () => {
  const { post, read } = await apiProgram(server, ['carts']);
  expect((await post('carts', [API_EXAMPLES.carts])).status).toBe(200);
  const refused = await post('orders', [API_EXAMPLES.orders]);
  expect([refused.status, refused.body]).toEqual([403, { code: 'auth.forbidden', details: { scope: 'orders' } }]);
  expect((await read(readVisit, 'visit-1')).status).toBe(403);
});

test('at most twenty tokens are valid at once; a revoked one makes room', async () => {
  const { token, id } = await apiProgram(server);
  const make = () => call(createApiToken, { token, body: { name: 'x', scopes: ['carts'] } });
  // NOTE: the twenty calls a minute are met by the address of one member; they are counted apart here.
  await db.query('delete from allowances');
  for (let made = 1; made < 20; made++) expect((await make()).status).toBe(200);
  await db.query('delete from allowances');
  expect((await make()).body.code).toBe('api_token.limit_reached');
  await call(revokeApiToken, { token, params: { apiTokenId: id } });
  expect((await make()).status).toBe(200);
});

test('the first token creates the API connection, titled like the business; the second creates none', async () => {
  const { token } = await apiProgram(server);
  await call(createApiToken, { token, body: { name: 'Касса', scopes: ['orders'] } });
  const { connections } = (await call(listConnections, { token, query: { kind: 'api' } })).body;
  expect(connections).toHaveLength(1);
  expect(connections[0]).toMatchObject({
    kind: 'api',
    state: 'working',
    branches: [{ externalId: 'main', isActive: true }],
  });
  expect(connections[0]?.branches[0]?.title).toBe(connections[0]?.title);
});

test('unknown fields are ignored, named in the reply and counted', async () => {
  const { token, post } = await apiProgram(server);
  const wrong = {
    ...API_EXAMPLES.carts,
    utm: 'x',
    items: [
      { title: 'Роза', colour: 'red' },
      { title: 'Ива', colour: 'green' },
    ],
  };
  const { body } = await post('carts', [wrong]);
  expect([body.ignoredCount, body.items[0]?.ignoredFields]).toEqual([2, ['items.colour', 'utm']]);
  await post('carts', [{ ...wrong, externalId: 'cart-56' }]);
  const { ignoredFields } = (await call(listApiTokens, { token })).body;
  expect(ignoredFields).toEqual([
    { kind: 'carts', field: 'items.colour', count: 2, lastSeenAt: '2026-11-21T10:00:00Z' },
    { kind: 'carts', field: 'utm', count: 2, lastSeenAt: '2026-11-21T10:00:00Z' },
  ]);
});

test('an unknown field beside the items is ignored, named and counted too, and repeated with the key', async () => {
  const { token, secret } = await apiProgram(server);
  const again = {
    token: secret,
    body: { items: [API_EXAMPLES.carts], source: 'shop' },
    headers: { 'idempotency-key': 'beside' },
  };
  const reply = { ignoredCount: 1, ignoredFields: ['source'], items: [{ ignoredFields: [] }] };
  expect((await call(postCarts, again)).body).toMatchObject(reply);
  expect((await call(postCarts, again)).body).toMatchObject(reply);
  const { ignoredFields } = (await call(listApiTokens, { token })).body;
  expect(ignoredFields).toMatchObject([{ kind: 'carts', field: 'source', count: 1 }]);
});

test('invented field names do not fill the page: beyond a hundred they are counted together', async () => {
  const { token, post } = await apiProgram(server);
  for (let part = 0; part < 6; part++) {
    const names = Array.from({ length: 20 }, (_, index) => [`made_up_${part}_${index}`, 1]);
    await post('carts', [{ ...API_EXAMPLES.carts, ...Object.fromEntries(names) }]);
  }
  const { ignoredFields } = (await call(listApiTokens, { token })).body;
  expect([ignoredFields.length, ignoredFields[0]]).toMatchObject([101, { field: '…', count: 20 }]);
});

test('a call after the trial is refused with the tariff it needs, and the page shows that', async () => {
  const { token, tenantId, post, read } = await apiProgram(server);
  await db.query(`update tenants set paid_until = '2026-11-21T09:59:00Z' where id = $1`, [tenantId]);
  const refused = await post('carts', [API_EXAMPLES.carts]);
  expect([refused.status, refused.body]).toEqual([402, { code: 'tariff.missing', details: { tariff: 15 } }]);
  expect((await read(readCart, 'cart-55')).status).toBe(402);
  expect((await call(listApiTokens, { token })).body.tariff.isIncluded).toBe(false);
  expect(clock.now().toString()).toBe('2026-11-21T10:00:00Z');
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  postCarts,
  postContacts,
  postCustomEvents,
  postOrders,
  postVisits,
  readCart,
  readContact,
  readCustomEvent,
  readOrder,
  readVisit,
} from '#contract/api-events.ts';
import { API_EXAMPLES } from '#contract/api-examples.ts';
import { createApiToken, listApiRequests, listApiTokens, revokeApiToken } from '#contract/api-tokens.ts';
import { listConnections } from '#contract/connections.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { testServer } from '#server/testing/http.ts';

const server = await testServer({ now: '2026-11-21T10:00:00Z' });
const { call, owner: db, clock } = server;
const ALL = ['contacts', 'visits', 'orders', 'carts', 'custom'] as const;
const CALLS = {
  contacts: postContacts,
  visits: postVisits,
  orders: postOrders,
  carts: postCarts,
  custom: postCustomEvents,
};

async function aProgram(scopes: readonly string[] = ALL) {
  const { token, tenantId } = await server.signUp();
  const made = await call(createApiToken, { token, body: { name: 'Сайт', scopes } });
  const { secret } = made.body;
  const post = (kind: keyof typeof CALLS, items: unknown, key: string = randomUUID(), more: object = {}) =>
    call<(typeof CALLS)['carts']>(CALLS[kind] as (typeof CALLS)['carts'], {
      token: secret,
      body: { items, ...more },
      headers: { 'idempotency-key': key },
    });
  const read = <E extends Endpoint>(what: E, externalId: string) =>
    call(what, { token: secret, params: { externalId } });
  return { token, tenantId, secret, id: made.body.token.id, made, post, read };
}

const eventsOf = async (tenantId: string) => {
  const { rows } = await db.query<{
    kind: string;
    subject_id: string | null;
    contact_id: string | null;
    facts: object;
  }>('select kind, subject_id, contact_id, facts from events where tenant_id = $1 order by recorded_at, id', [
    tenantId,
  ]);
  return rows;
};
const kindsOf = async (tenantId: string) =>
  (await eventsOf(tenantId)).map(({ kind }) => kind).filter((kind) => !kind.startsWith('branch'));

test('a token is shown once, listed by its beginning, and only its digest is kept', async () => {
  const { token, tenantId, secret, made } = await aProgram();
  expect(secret).toMatch(/^fd_[\w-]{54}$/);
  const { body } = await call(listApiTokens, { token });
  expect(body.tokens).toMatchObject([
    { name: 'Сайт', scopes: [...ALL], createdAt: '2026-11-21T10:00:00Z', lastUsedAt: null, revokedAt: null },
  ]);
  expect(body.tariff).toEqual({ id: 15, isIncluded: true });
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(made.body.token.prefix).toMatch(/^fd_…[\w-]{5}$/);
  const { rows } = await db.query('select t::text as row from api_tokens t where tenant_id = $1', [tenantId]);
  expect(rows[0].row).not.toContain(secret.slice(30));
});

test('two tokens of a cabinet are told apart by what is shown of them', async () => {
  const { token, made } = await aProgram();
  const other = await call(createApiToken, { token, body: { name: 'Касса', scopes: ['orders'] } });
  expect(other.body.token.prefix).not.toBe(made.body.token.prefix);
});

test('a revoked token is refused at once, and stays in the list', async () => {
  const { token, id, post, read } = await aProgram();
  expect((await post('contacts', [API_EXAMPLES.contacts])).status).toBe(200);
  expect((await call(revokeApiToken, { token, params: { apiTokenId: id } })).status).toBe(200);
  expect((await call(revokeApiToken, { token, params: { apiTokenId: id } })).status).toBe(200);
  const refused = await post('contacts', [API_EXAMPLES.contacts]);
  expect([refused.status, refused.body.code]).toEqual([401, 'auth.token_revoked']);
  expect((await read(readContact, 'client-17')).status).toBe(401);
  const { body } = await call(listApiTokens, { token });
  expect(body.tokens).toMatchObject([{ id, lastUsedAt: '2026-11-21T10:00:00Z', revokedAt: '2026-11-21T10:00:00Z' }]);
});

test('a made-up token, one of nobody and one that was changed are no tokens', async () => {
  const { secret, post } = await aProgram();
  expect((await post('carts', [API_EXAMPLES.carts])).status).toBe(200);
  const changed = `${secret.slice(0, -4)}${secret.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  for (const token of ['fd_', 'fd_nonsense', changed, secret.slice(3)]) {
    const headers = { 'idempotency-key': 'k' };
    const answer = await call(postCarts, { token, body: { items: [API_EXAMPLES.carts] }, headers });
    expect([token, answer.status, answer.body.code]).toEqual([token, 401, 'auth.required']);
  }
});

test('a token posts what it was made for and nothing else', async () => {
  const { post, read } = await aProgram(['carts']);
  expect((await post('carts', [API_EXAMPLES.carts])).status).toBe(200);
  const refused = await post('orders', [API_EXAMPLES.orders]);
  expect([refused.status, refused.body]).toEqual([403, { code: 'auth.forbidden', details: { scope: 'orders' } }]);
  expect((await read(readVisit, 'visit-1')).status).toBe(403);
});

test('no more than twenty tokens hold at once; a revoked one makes room', async () => {
  const { token, id } = await aProgram();
  const make = () => call(createApiToken, { token, body: { name: 'x', scopes: ['carts'] } });
  // NOTE: the twenty calls a minute are met by the address of one member; they are counted apart here.
  await db.query('delete from allowances');
  for (let made = 1; made < 20; made++) expect((await make()).status).toBe(200);
  await db.query('delete from allowances');
  expect((await make()).body.code).toBe('api_token.limit_reached');
  await call(revokeApiToken, { token, params: { apiTokenId: id } });
  expect((await make()).status).toBe(200);
});

test('the first token makes the place that posts belong to, named after the business; the second makes none', async () => {
  const { token } = await aProgram();
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

test.each(ALL)('the example of the documentation for %s is taken, and twice is once', async (kind) => {
  const { tenantId, post } = await aProgram();
  const first = await post(kind, [API_EXAMPLES[kind]]);
  expect([first.status, first.body]).toMatchObject([200, { acceptedCount: 1, refusedCount: 0, ignoredCount: 0 }]);
  expect(first.body.items).toMatchObject([{ index: 0, outcome: 'created', id: expect.any(String), ignoredFields: [] }]);
  const before = await eventsOf(tenantId);
  const again = await post(kind, [API_EXAMPLES[kind]]);
  expect(again.body.items).toMatchObject([{ outcome: 'unchanged', id: first.body.items[0]?.id }]);
  expect(await eventsOf(tenantId)).toEqual(before);
});

test('every cabinet reads back its own: another cannot', async () => {
  const mine = await aProgram();
  const foreign = await aProgram();
  const calls = {
    contacts: readContact,
    visits: readVisit,
    orders: readOrder,
    carts: readCart,
    custom: readCustomEvent,
  };
  for (const kind of ALL) {
    await mine.post(kind, [API_EXAMPLES[kind]]);
    const { externalId } = API_EXAMPLES[kind];
    expect([kind, (await mine.read(calls[kind] as typeof readCart, externalId)).status]).toEqual([kind, 200]);
    const asked = await foreign.read(calls[kind] as typeof readCart, externalId);
    expect([kind, asked.status, asked.body.code]).toEqual([kind, 404, 'api_item.not_found']);
  }
});

test('a customer is who her phone says, written as people of the country write it', async () => {
  const { tenantId, post, read } = await aProgram();
  const { body } = await post('contacts', [API_EXAMPLES.contacts, { phone: '+7 (916) 123-45-67', name: 'Аня' }]);
  expect(body.items.map(({ outcome, id }) => [outcome, id])).toEqual([
    ['created', body.items[0]?.id],
    ['created', body.items[0]?.id],
  ]);
  expect((await read(readContact, 'client-17')).body).toMatchObject({
    phone: '+79161234567',
    email: 'anna@example.com',
    birthday: '1990-05-14',
    language: 'ru',
    timeZone: 'Europe/Moscow',
    categories: ['VIP'],
    refusesMailings: false,
  });
  const { rows } = await db.query('select count(*)::int as count from contacts where tenant_id = $1', [tenantId]);
  expect(rows[0].count).toBe(1);
  const changed = await post('contacts', [
    { externalId: 'client-17', categories: ['VIP', 'Опт'], refusesMailings: true },
  ]);
  expect(changed.body.items[0]?.outcome).toBe('updated');
  expect((await read(readContact, 'client-17')).body).toMatchObject({
    phone: '+79161234567',
    categories: ['VIP', 'Опт'],
    refusesMailings: true,
  });
});

test('a visit is created, moved, confirmed and cancelled by its name; what is left out stays', async () => {
  const { tenantId, post, read } = await aProgram();
  const id = 'visit-2041';
  await post('visits', [API_EXAMPLES.visits]);
  expect((await read(readVisit, id)).body).toMatchObject({
    startsAt: '2026-12-01T12:30:00Z',
    status: 'waiting',
    branchExternalId: 'main',
    total: { amountMinor: 250_000, currency: 'RUB' },
  });
  await post('visits', [{ externalId: id, startsAt: '2026-12-02T10:00:00+03:00' }]);
  await post('visits', [{ externalId: id, status: 'confirmed' }]);
  await post('visits', [{ externalId: id, master: { externalId: 'master-9', name: 'Ирина' } }]);
  await post('visits', [{ externalId: id, status: 'cancelled' }]);
  expect((await read(readVisit, id)).body).toMatchObject({
    startsAt: '2026-12-02T07:00:00Z',
    status: 'cancelled',
    durationMinutes: 60,
  });
  expect(await kindsOf(tenantId)).toEqual([
    'visit.created',
    'visit.moved',
    'visit.status_changed',
    'visit.changed',
    'visit.cancelled',
  ]);
  const contacts = new Set(
    (await eventsOf(tenantId)).filter(({ kind }) => kind.startsWith('visit.')).map((one) => one.contact_id),
  );
  expect(contacts.size).toBe(1);
});

test('a visit in a branch that is named is in that branch, in its zone, and the customer is the same', async () => {
  const { token, post, read } = await aProgram();
  const branch = { externalId: 'ural', title: 'Урал', timeZone: 'Asia/Yekaterinburg' };
  const { timeZone: _, ...local } = API_EXAMPLES.visits;
  await post('visits', [
    { ...local, branch, startsAt: '2026-12-01T15:30' },
    { ...local, externalId: 'other' },
  ]);
  expect((await read(readVisit, 'visit-2041')).body).toMatchObject({
    branchExternalId: 'ural',
    startsAt: '2026-12-01T10:30:00Z',
  });
  const { connections } = (await call(listConnections, { token })).body;
  expect(connections[0]?.branches.map(({ title, timeZone }) => [title, timeZone])).toContainEqual([
    'Урал',
    'Asia/Yekaterinburg',
  ]);
  const { rows } = await db.query(
    'select count(distinct contact_id)::int as people, count(*)::int as visits from visits where branch_id in (select id from branches where connection_id = $1)',
    [connections[0]?.id],
  );
  expect(rows[0]).toEqual({ people: 1, visits: 2 });
});

test('a change that is older than what is known is dropped', async () => {
  const { tenantId, post, read } = await aProgram();
  await post('visits', [{ ...API_EXAMPLES.visits, changedAt: '2026-11-21T09:00:00Z' }]);
  const late = await post('visits', [
    { externalId: 'visit-2041', status: 'cancelled', changedAt: '2026-11-21T08:00:00Z' },
  ]);
  expect(late.body.items[0]?.outcome).toBe('stale');
  await post('carts', [{ ...API_EXAMPLES.carts, updatedAt: '2026-11-21T09:00:00Z' }]);
  const lateCart = await post('carts', [{ ...API_EXAMPLES.carts, items: [], updatedAt: '2026-11-21T08:59:00Z' }]);
  expect(lateCart.body.items[0]?.outcome).toBe('stale');
  expect((await read(readVisit, 'visit-2041')).body.status).toBe('waiting');
  expect(await kindsOf(tenantId)).toEqual(['visit.created', 'cart.updated']);
});

test('an order and its statuses are told once each, and buy the cart they came from', async () => {
  const { tenantId, post, read } = await aProgram();
  await post('carts', [API_EXAMPLES.carts]);
  const first = await post('orders', [API_EXAMPLES.orders]);
  await post('orders', [{ ...API_EXAMPLES.orders, status: 'OnWay' }]);
  await post('orders', [{ ...API_EXAMPLES.orders, status: 'OnWay' }]);
  const events = await eventsOf(tenantId);
  expect(events.map(({ kind }) => kind)).toEqual([
    'cart.updated',
    'order.created',
    'order.status_changed',
    'cart.ordered',
    'order.status_changed',
  ]);
  expect(events.at(-1)).toMatchObject({ subject_id: first.body.items[0]?.id, facts: { to: 'OnWay' } });
  expect((await read(readOrder, 'order-881')).body).toMatchObject({
    status: 'OnWay',
    deliveryKind: 'DeliveryByCourier',
  });
  expect((await read(readCart, 'cart-55')).body).toMatchObject({
    status: 'ordered',
    items: [{ title: 'Букет «Утро»' }],
  });
});

test('a cart is told of with each change, by version, and once when it is bought', async () => {
  const { tenantId, post, read } = await aProgram();
  const cart = API_EXAMPLES.carts;
  const first = await post('carts', [cart]);
  await post('carts', [{ ...cart, total: undefined, items: [{ title: 'Роза', quantity: 3, priceMinor: 15_000 }] }]);
  expect((await read(readCart, 'cart-55')).body.total).toEqual({ amountMinor: 45_000, currency: 'RUB' });
  await post('carts', [{ externalId: 'cart-55', items: [] }]);
  expect((await read(readCart, 'cart-55')).body.status).toBe('emptied');
  await post('carts', [{ ...cart, status: 'ordered' }]);
  const told = (await eventsOf(tenantId)).map(({ kind, subject_id, facts }) => [kind, subject_id, facts]);
  const id = first.body.items[0]?.id;
  expect(told).toEqual([
    ['cart.updated', id, { version: 1, status: 'open' }],
    ['cart.updated', id, { version: 2, status: 'open' }],
    ['cart.updated', id, { version: 3, status: 'emptied' }],
    ['cart.ordered', id, { version: 4 }],
  ]);
});

test('an anonymous cart becomes hers when the visitor is known, and stays hers', async () => {
  const { tenantId, post } = await aProgram();
  const { client: _, ...anonymous } = API_EXAMPLES.carts;
  await post('carts', [anonymous]);
  await post('carts', [API_EXAMPLES.carts]);
  await post('carts', [anonymous]);
  const contacts = (await eventsOf(tenantId)).map(({ contact_id }) => contact_id);
  expect(contacts).toEqual([null, expect.any(String)]);
});

test('an event under the business’s own name is kept with what it says', async () => {
  const { tenantId, post, read } = await aProgram();
  const { body } = await post('custom', [API_EXAMPLES.custom, { name: 'signed in' }, { name: 'signed in' }]);
  expect(body.items.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
  expect((await eventsOf(tenantId)).map(({ kind, facts }) => [kind, facts])).toEqual([
    ['api.event', { name: 'signed in' }],
    ['api.event', { name: 'signed in' }],
    ['api.event', { name: 'bonus_expiring' }],
  ]);
  expect((await read(readCustomEvent, 'bonus-2026-11-21-17')).body).toMatchObject({
    name: 'bonus_expiring',
    properties: { points: 1200, expiresOn: '30 ноября' },
    occurredAt: '2026-11-21T10:00:00Z',
  });
});

test('one wrong item does not keep the others out, and is told what is wrong with it', async () => {
  const { token, tenantId, post } = await aProgram();
  const { status, body } = await post('visits', [
    API_EXAMPLES.visits,
    { externalId: 'a' },
    { externalId: 'b', startsAt: '2026-02-30T10:00' },
    { ...API_EXAMPLES.visits, externalId: 'c', client: { phone: '12' } },
    { ...API_EXAMPLES.visits, externalId: 'd', client: { name: 'Никто' } },
    { ...API_EXAMPLES.visits, externalId: 'e', total: { amountMinor: 1, currency: 'USD' } },
    { ...API_EXAMPLES.visits, externalId: 'f', startsAt: '9026-12-01T10:00' },
    'nonsense',
  ]);
  expect([status, body.acceptedCount, body.refusedCount]).toEqual([200, 1, 7]);
  expect(body.items.map(({ externalId, fields }) => [externalId, fields])).toEqual([
    ['visit-2041', undefined],
    ['a', { startsAt: ['required'] }],
    ['b', { startsAt: ['datetime'] }],
    ['c', { 'client.phone': ['phone'] }],
    ['d', { 'client.externalId': ['id_or_phone'] }],
    ['e', { 'total.currency': ['currency_differs'] }],
    ['f', { startsAt: ['datetime'] }],
    [null, { '': [expect.any(String)] }],
  ]);
  expect(await kindsOf(tenantId)).toEqual(['visit.created']);
  const { requests } = (await call(listApiRequests, { token })).body;
  expect(requests[0]).toMatchObject({ status: 200, acceptedCount: 1, refusedCount: 7 });
  expect(requests[0]?.refusals).toHaveLength(5);
});

test('one thing told twice in a call happens one after the other', async () => {
  const { tenantId, post } = await aProgram();
  const { body } = await post('visits', [API_EXAMPLES.visits, { externalId: 'visit-2041', status: 'cancelled' }]);
  expect(body.items.map(({ outcome }) => outcome)).toEqual(['created', 'updated']);
  expect(await kindsOf(tenantId)).toEqual(['visit.created', 'visit.cancelled']);
});

test('fields that nobody reads are ignored, named in the answer and counted', async () => {
  const { token, post } = await aProgram();
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

test('names that a program makes up do not fill the page: beyond a hundred they are counted together', async () => {
  const { token, post } = await aProgram();
  for (let part = 0; part < 6; part++) {
    const names = Array.from({ length: 20 }, (_, index) => [`made_up_${part}_${index}`, 1]);
    await post('carts', [{ ...API_EXAMPLES.carts, ...Object.fromEntries(names) }]);
  }
  const { ignoredFields } = (await call(listApiTokens, { token })).body;
  expect([ignoredFields.length, ignoredFields[0]]).toMatchObject([101, { field: '…', count: 20 }]);
});

test('a call whose trial is over is refused with the tariff it needs, and the page says so', async () => {
  const { token, tenantId, post, read } = await aProgram();
  await db.query(`update tenants set paid_until = '2026-11-21T09:59:00Z' where id = $1`, [tenantId]);
  const refused = await post('carts', [API_EXAMPLES.carts]);
  expect([refused.status, refused.body]).toEqual([402, { code: 'tariff.missing', details: { tariff: 15 } }]);
  expect((await read(readCart, 'cart-55')).status).toBe(402);
  expect((await call(listApiTokens, { token })).body.tariff.isIncluded).toBe(false);
  expect(clock.now().toString()).toBe('2026-11-21T10:00:00Z');
});

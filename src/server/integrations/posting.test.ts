import { expect, test } from 'vitest';
import { readCart, readContact, readCustomEvent, readOrder, readVisit } from '#contract/integrations/events.ts';
import { API_EXAMPLES, apiExamples } from '#contract/integrations/examples.ts';
import { listApiTokens } from '#contract/integrations/tokens.ts';
import { callsOf } from '#contract/integrations/systems.ts';
import { API_SYSTEMS } from '#contract/integrations/values.ts';
import { API_SCOPES } from '#contract/integrations/values.ts';
import { apiProgram } from '#server/testing/server/api-program.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer({ now: '2026-11-21T10:00:00Z' });

test.each(API_SCOPES)(
  'the example of the documentation for %s is accepted, and has one effect when repeated',
  async (kind) => {
    const { post, events } = await apiProgram(server);
    const first = await post(kind, [API_EXAMPLES[kind]]);
    expect([first.status, first.body]).toMatchObject([200, { acceptedCount: 1, refusedCount: 0, ignoredCount: 0 }]);
    expect(first.body.items).toMatchObject([
      { index: 0, outcome: 'created', id: expect.any(String), ignoredFields: [] },
    ]);
    const before = await events();
    const again = await post(kind, [API_EXAMPLES[kind]]);
    expect(again.body.items).toMatchObject([{ outcome: 'unchanged', id: first.body.items[0]?.id }]);
    expect(await events()).toEqual(before);
  },
);

test.each(['en', 'pt_br', 'uk'] as const)('the examples shown in %s are accepted', async (language) => {
  const { post, token } = await apiProgram(server);
  const { currency } = (await server.call(listApiTokens, { token })).body;
  const examples = apiExamples({ language, currency, timeZone: 'Europe/London' });
  for (const kind of API_SCOPES)
    expect((await post(kind, [examples[kind]])).body.items).toMatchObject([{ outcome: 'created', ignoredFields: [] }]);
});

test.each(API_SYSTEMS)('the example of each event in %s is accepted, and changes what is stored', async (system) => {
  for (const language of ['en', 'ru', 'pt_br', 'uk'] as const) {
    const { post, token } = await apiProgram(server);
    const { currency } = (await server.call(listApiTokens, { token })).body;
    for (const { event, scope, item } of callsOf(system, { language, currency, timeZone: 'Europe/London' })) {
      const [outcome] = (await post(scope, [item])).body.items;
      const isChange = ['moved', 'came', 'cancelled', 'sent', 'order_cancelled'].includes(event);
      expect([event, outcome]).toMatchObject([event, { outcome: isChange ? 'updated' : 'created', ignoredFields: [] }]);
    }
  }
});

test('every cabinet reads back its own items: another cannot', async () => {
  const own = await apiProgram(server);
  const foreign = await apiProgram(server);
  const calls = {
    contacts: readContact,
    visits: readVisit,
    orders: readOrder,
    carts: readCart,
    custom: readCustomEvent,
  };
  for (const kind of API_SCOPES) {
    await own.post(kind, [API_EXAMPLES[kind]]);
    const { externalId } = API_EXAMPLES[kind];
    expect([kind, (await own.read(calls[kind] as typeof readCart, externalId)).status]).toEqual([kind, 200]);
    const response = await foreign.read(calls[kind] as typeof readCart, externalId);
    expect([kind, response.status, response.body.code]).toEqual([kind, 404, 'api_item.not_found']);
  }
});

test('an order and its statuses are emitted once each, and buy the cart they came from', async () => {
  const { post, read, events } = await apiProgram(server);
  await post('carts', [API_EXAMPLES.carts]);
  const first = await post('orders', [API_EXAMPLES.orders]);
  await post('orders', [{ ...API_EXAMPLES.orders, status: 'OnWay' }]);
  await post('orders', [{ ...API_EXAMPLES.orders, status: 'OnWay' }]);
  const recorded = await events();
  expect(recorded.map(({ kind }) => kind)).toEqual([
    'cart.updated',
    'order.created',
    'order.status_changed',
    'cart.ordered',
    'order.status_changed',
  ]);
  expect(recorded.at(-1)).toMatchObject({ subject_id: first.body.items[0]?.id, facts: { to: 'OnWay' } });
  expect((await read(readOrder, 'order-881')).body).toMatchObject({
    status: 'OnWay',
    deliveryKind: 'DeliveryByCourier',
  });
  expect((await read(readCart, 'cart-55')).body).toMatchObject({
    status: 'ordered',
    items: [{ title: 'Букет «Утро»' }],
  });
});

test('a status of the program’s own is stored and read as it was sent, and starts what no status starts', async () => {
  const { post, read, events } = await apiProgram(server);
  await post('orders', [{ ...API_EXAMPLES.orders, status: 'Собирается букет' }]);
  expect((await read(readOrder, 'order-881')).body).toMatchObject({
    status: 'unknown',
    statusText: 'Собирается букет',
  });
  const changes = (await events()).filter(({ kind }) => kind === 'order.status_changed');
  expect(changes).toMatchObject([{ facts: { to: 'unknown', word: 'Собирается букет' } }]);
});

test('a cart is emitted with each change, by version, and once when it is bought', async () => {
  const { post, read, events } = await apiProgram(server);
  const cart = API_EXAMPLES.carts;
  const first = await post('carts', [cart]);
  await post('carts', [{ ...cart, total: undefined, items: [{ title: 'Роза', quantity: 3, priceMinor: 15_000 }] }]);
  expect((await read(readCart, 'cart-55')).body.total).toEqual({ amountMinor: 45_000, currency: 'RUB' });
  await post('carts', [{ externalId: 'cart-55', items: [] }]);
  expect((await read(readCart, 'cart-55')).body.status).toBe('emptied');
  await post('carts', [{ ...cart, status: 'ordered' }]);
  const recorded = (await events()).map(({ kind, subject_id, facts }) => [kind, subject_id, facts]);
  const id = first.body.items[0]?.id;
  expect(recorded).toEqual([
    ['cart.updated', id, { version: 1, status: 'open' }],
    ['cart.updated', id, { version: 2, status: 'open' }],
    ['cart.updated', id, { version: 3, status: 'emptied' }],
    ['cart.ordered', id, { version: 4 }],
  ]);
});

test('a cart that became an order stays ordered when it is sent without a status, with lines or without', async () => {
  const { post, read, events } = await apiProgram(server);
  const cart = API_EXAMPLES.carts;
  await post('carts', [cart]);
  await post('orders', [API_EXAMPLES.orders]);
  const before = await events();
  await post('carts', [cart]);
  await post('carts', [{ ...cart, items: [{ title: 'Роза', quantity: 3 }] }]);
  await post('carts', [{ externalId: 'cart-55', items: [] }]);
  expect((await read(readCart, 'cart-55')).body.status).toBe('ordered');
  expect(await events()).toEqual(before);
});

test('a cart that became an order is open again by a later report, not by an earlier one', async () => {
  const { post, read, events } = await apiProgram(server);
  const cart = { ...API_EXAMPLES.carts, status: 'open' };
  await post('carts', [{ ...cart, updatedAt: '2026-11-21T09:30:00Z' }]);
  await post('orders', [API_EXAMPLES.orders]);
  const late = await post('carts', [{ ...cart, updatedAt: '2026-11-21T09:59:59Z' }]);
  expect(late.body.items).toMatchObject([{ outcome: 'stale' }]);
  await post('carts', [cart]);
  expect((await read(readCart, 'cart-55')).body.status).toBe('open');
  expect((await events()).at(-1)).toMatchObject({ kind: 'cart.updated', facts: { version: 3, status: 'open' } });
});

test('an event under the business’s own name is stored with its properties', async () => {
  const { post, read, events } = await apiProgram(server);
  const { body } = await post('custom', [API_EXAMPLES.custom, { name: 'signed in' }, { name: 'signed in' }]);
  expect(body.items.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
  expect((await events()).map(({ kind, facts }) => [kind, facts])).toEqual([
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

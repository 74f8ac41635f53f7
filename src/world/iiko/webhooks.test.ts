import { expect, test } from 'vitest';
import type { Json } from '../testing/json.ts';
import { AUTH_TOKEN, EVERY_STATUS, LOGIN, iikoScene } from '../testing/iiko-scene.ts';

const { sim, api, organizations, place, move, events, product, register, advance } = iikoScene();
const statuses = async () => (await events()).map(({ eventInfo }: Json) => eventInfo.order?.status);
const settings = async (organizationId = organizations()[0]) =>
  (await api('1/webhooks/settings', { organizationId })).body;
/** Several webhooks are under way at once and may overtake each other: one after another for an exact order. */
const settled = async <T>(work: Promise<T>): Promise<T> => {
  const done = await work;
  await sim('POST', '/_sim/settle', {});
  return done;
};

test('an event is an array of one, with the token of the account and times in UTC', async () => {
  const order = await place({ kind: 'DeliveryByClient' });
  const [event] = await events();
  const [{ raw, headers, path }] = product().webhooks as [Json];
  expect([raw[0], headers.authorization, path]).toEqual(['[', AUTH_TOKEN, '/hooks/iiko/a']);
  expect(event).toMatchObject({
    eventType: 'DeliveryOrderUpdate',
    organizationId: organizations()[0],
    eventInfo: {
      id: order.id,
      creationStatus: 'Success',
      order: { status: 'Unconfirmed', orderType: { orderServiceType: 'DeliveryByClient' } },
    },
  });
  expect(event.eventTime).toMatch(/^2026-11-21 09:0\d:\d\d\.\d{3}$/);
  expect(event.eventInfo.order.whenCreated).toMatch(/^2026-11-21 12:0/);
});

test('each status is sent, and timestamps grow even within a second', async () => {
  const order = await settled(place());
  for (const status of EVERY_STATUS.slice(1)) await settled(move(order, status));
  expect(await statuses()).toEqual(EVERY_STATUS);
  const stamps = (await events()).map(({ eventInfo }: Json) => eventInfo.timestamp);
  expect(stamps).toEqual([...new Set<number>(stamps)].toSorted((a, b) => a - b));
});

test('statuses may be skipped, repeated and sent in the wrong order', async () => {
  const order = await settled(place());
  await settled(move(order, 'OnWay'));
  await settled(sim('POST', `/_sim/iiko/orders/${order.id}/repeat`, {}));
  await settled(sim('POST', `/_sim/iiko/orders/${order.id}/repeat`, { status: 'Unconfirmed' }));
  expect(await statuses()).toEqual(['Unconfirmed', 'OnWay', 'OnWay', 'Unconfirmed']);
  const [first, , , late] = await events();
  expect(late.eventInfo.timestamp).toBe(first.eventInfo.timestamp);
  expect(late.correlationId).not.toBe(first.correlationId);
});

test('with the order reversed a later status comes before an earlier one', async () => {
  await sim('POST', '/_sim/iiko/switches', { order: 'reversed' });
  const order = await settled(place());
  await settled(move(order, 'WaitCooking'));
  const [newer, older] = (await events()).map(({ eventInfo }: Json) => eventInfo);
  expect([newer.order.status, older.order.status]).toEqual(['WaitCooking', 'Unconfirmed']);
  expect(newer.timestamp).toBeGreaterThan(older.timestamp);
  await settled(move(order, 'OnWay'));
  await sim('POST', '/_sim/iiko/switches', { order: 'kept' });
  expect((await statuses()).at(-1)).toBe('OnWay');
});

test('events that were held come in one array', async () => {
  await sim('POST', '/_sim/iiko/switches', { held: true });
  const order = await place();
  await move(order, 'WaitCooking');
  expect(await events()).toEqual([]);
  await sim('POST', '/_sim/iiko/switches', { held: false });
  expect(await statuses()).toEqual(['Unconfirmed', 'WaitCooking']);
  expect(product().webhooks).toHaveLength(1);
});

test('a lone object and a Bearer prefix are switches', async () => {
  await sim('POST', '/_sim/iiko/switches', { body: 'object', bearer: true });
  await place();
  await events();
  const [{ raw, headers }] = product().webhooks as [Json];
  expect([raw[0], headers.authorization]).toEqual(['{', `Bearer ${AUTH_TOKEN}`]);
});

test('nothing but 200 is taken, and nothing is sent again', async () => {
  product().answers.push(204, 500);
  await settled(place());
  await settled(place());
  await advance(86_400_000);
  expect(await events()).toHaveLength(2);
  const { webhooks } = (await sim('GET', '/_sim/webhooks?channel=iiko')).body;
  expect(webhooks.map(({ state, attempts }: Json) => [state, attempts])).toEqual([
    ['given-up', 1],
    ['given-up', 1],
  ]);
});

test('lost webhooks are found by the revision only', async () => {
  const { maxRevision } = (
    await api('1/deliveries/by_delivery_date_and_status', {
      organizationIds: [organizations()[0]],
      deliveryDateFrom: '2026-11-21 00:00:00.000',
    })
  ).body;
  await sim('POST', '/_sim/iiko/switches', { webhooks: 'off' });
  const order = await place();
  await sim('POST', '/_sim/iiko/switches', { webhooks: 'on' });
  expect(await events()).toEqual([]);
  const body = { organizationIds: [organizations()[0]], startRevision: maxRevision };
  const { ordersByOrganizations } = (await api('1/deliveries/by_revision', body)).body;
  expect(ordersByOrganizations[0].orders.map(({ id }: Json) => id)).toEqual([order.id]);
});

test('a creation in progress and a failed one are sent, the failure as an error', async () => {
  const { id } = await settled(place({ creation: 'InProgress' }));
  const failed = { creation: 'Error', code: 'X', message: 'Нет связи' };
  await settled(sim('POST', `/_sim/iiko/orders/${id}/creation`, failed));
  expect((await events()).map(({ eventType, eventInfo }: Json) => [eventType, eventInfo.creationStatus])).toEqual([
    ['DeliveryOrderUpdate', 'InProgress'],
    ['DeliveryOrderError', 'Error'],
  ]);
  const [, { eventInfo }] = await events();
  expect([eventInfo.order, eventInfo.errorInfo.message]).toEqual([null, 'Нет связи']);
});

test('the filter decides what is sent, and other restaurants are not included', async () => {
  const filter = { deliveryOrderFilter: { orderStatuses: ['OnWay'], itemStatuses: [], errors: false } };
  await register({ webHooksFilter: filter });
  const order = await place();
  await move(order, 'WaitCooking');
  await move(order, 'OnWay');
  await place({ creation: 'Error' });
  await place({ organizationId: organizations()[1], status: 'OnWay' });
  expect(await statuses()).toEqual(['OnWay']);
});

test('there is one address for each restaurant and login, and it is overwritten', async () => {
  await sim('POST', '/_sim/iiko/foreign-webhook', { login: LOGIN });
  expect(await settings()).toMatchObject({
    apiLoginName: 'Frontdesk',
    webHooksUri: 'https://other-service.example/hooks/iiko',
    authToken: 'foreign-token',
  });
  await place({ status: 'Closed' });
  await events();
  expect((await sim('GET', '/_sim/webhooks?channel=iiko')).body.webhooks).toEqual([]);
  expect((await settings(organizations()[1])).webHooksUri).toBeNull();

  await register();
  expect(await settings()).toMatchObject({ webHooksUri: `${product().url}/hooks/iiko/a`, authToken: AUTH_TOKEN });
  await place();
  expect(await events()).toHaveLength(1);
});

test('two logins of one restaurant get their own webhooks', async () => {
  const app = { appId: '62bce03f-3a96-4b5c-863f-763364170cab', clientSecret: 'iiko-demo-client-secret' };
  const { token } = (await api('v2/access_token', { apiKey: 'iiko-demo-api-key', ...app })).body;
  const [organizationId] = organizations();
  expect((await api('1/webhooks/settings', { organizationId }, token)).body.webHooksUri).toBeNull();
  const other = { organizationId, webHooksUri: `${product().url}/other`, authToken: 'b' };
  const webHooksFilter = { deliveryOrderFilter: { orderStatuses: EVERY_STATUS } };
  await api('1/webhooks/update_settings', { ...other, webHooksFilter }, token);
  await place();
  await events();
  expect(
    product()
      .webhooks.map(({ path }) => path)
      .toSorted(),
  ).toEqual(['/hooks/iiko/a', '/other']);
});

test('a webhook address must be https without a port', async () => {
  expect((await register({ webHooksUri: 'http://shop.example/hook' })).status).toBe(400);
  expect((await register({ webHooksUri: 'https://shop.example:8443/hook' })).status).toBe(400);
  expect((await register({ webHooksUri: 'https://shop.example/hook' })).status).toBe(200);
});

test('reserves send events when they are made, when the guests come and when they do not', async () => {
  const order = { name: 'Анна', phone: '79160000001', at: '2026-11-22T16:00:00Z', guestsCount: 4 };
  const { id } = (await settled(sim('POST', '/_sim/iiko/reserves', order))).body;
  await settled(sim('PUT', `/_sim/iiko/reserves/${id}`, { guestsCame: true }));
  await settled(sim('PUT', `/_sim/iiko/reserves/${id}`, { status: 'Closed', cancelReason: 'ClientNotAppeared' }));
  const received = await events();
  expect(received.map(({ eventType, eventInfo }: Json) => [eventType, eventInfo.reserve.status])).toEqual([
    ['ReserveUpdate', 'New'],
    ['ReserveUpdate', 'Started'],
    ['ReserveUpdate', 'Closed'],
  ]);
  expect(received[0].eventInfo.reserve).toMatchObject({
    customer: { type: 'regular', name: 'Анна' },
    shouldRemind: true,
    guestsCount: 4,
    estimatedStartTime: '2026-11-22 19:00:00.000',
    guestsComingTime: null,
  });
  expect(received[1].eventInfo.reserve.guestsComingTime).toMatch(/^2026-11-21 12:0/);
  const read = (await api('1/reserve/status_by_id', { organizationId: organizations()[0], reserveIds: [id] })).body;
  expect(read.reserves).toMatchObject([{ reserve: { cancelReason: 'ClientNotAppeared' } }]);
});

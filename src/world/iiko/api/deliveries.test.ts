import { expect, test } from 'vitest';
import type { Json } from '../../testing/json.ts';
import { EVERY_STATUS, iikoScene } from '../../testing/iiko-scene.ts';

const { sim, api, organizations, advance, place, move } = iikoScene();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const byId = async (...orderIds: string[]) =>
  (await api('1/deliveries/by_id', { organizationId: organizations()[0], orderIds })).body.orders;
const idsOf = ({ ordersByOrganizations }: Json): string[] =>
  ordersByOrganizations.flatMap(({ orders }: Json) => orders.map(({ id }: Json) => id));

test('an order is read with its guest, dishes and times of the restaurant', async () => {
  const menu = [{ name: 'Пепперони', amount: 2 }, { name: 'Капучино' }];
  const guest = { name: 'Анна', phone: '+7 916 000-00-01' };
  const placed = await place({ guest, items: menu, completeBefore: '2026-11-21 18:30', comment: 'Без лука' });
  const [found] = await byId(placed.id);
  expect(found).toMatchObject({ creationStatus: 'Success', errorInfo: null, organizationId: organizations()[0] });
  expect(found.order).toMatchObject({
    status: 'Unconfirmed',
    phone: '+79160000001',
    customer: { type: 'regular', name: 'Анна', surname: 'Соколова' },
    orderType: { orderServiceType: 'DeliveryByCourier' },
    sum: 1620,
    comment: 'Без лука',
    completeBefore: '2026-11-21 18:30:00.000',
    whenConfirmed: null,
    courierInfo: null,
    cancelInfo: null,
  });
  expect(found.order.whenCreated).toMatch(/^2026-11-21 12:0\d:\d\d\.\d{3}$/);
  expect(found.order.items.map(({ amount, cost, status }: Json) => [amount, cost, status])).toEqual([
    [2, 1380, 'Added'],
    [1, 240, 'Added'],
  ]);
});

test('times are those of the restaurant, not of the world', async () => {
  const [, ural] = organizations();
  const { id } = await place({ organizationId: ural, at: '2026-11-21T12:00:00Z' });
  const { orders } = (await api('1/deliveries/by_id', { organizationId: ural, orderIds: [id] })).body;
  expect(orders[0].order.completeBefore).toBe('2026-11-21 17:00:00.000');
});

test('a guest who is not stored has a name only', async () => {
  const { id } = await place({ guest: { name: 'Прохожий', phone: '79165550000' }, isKept: false, kind: 'Common' });
  const [{ order }] = await byId(id);
  expect(order.customer).toEqual({ type: 'one-time', name: 'Прохожий' });
  expect([order.phone, order.orderType.orderServiceType]).toEqual(['+79165550000', 'Common']);
});

test('every status can be reached from every other, and the courier and the cause are sent', async () => {
  const order = await place({ kind: 'DeliveryByClient' });
  for (const status of [...EVERY_STATUS, 'Unconfirmed', 'Closed', 'OnWay']) {
    await move(order, status);
    expect((await byId(order.id))[0].order.status).toBe(status);
  }
  await sim('POST', `/_sim/iiko/orders/${order.id}/courier`, {});
  const causes = (await sim('GET', '/_sim/iiko')).body.cancelCauses;
  await sim('POST', `/_sim/iiko/orders/${order.id}/cancel`, { causeId: causes[2].id, comment: 'Пробки' });
  const [found] = await byId(order.id);
  expect(found.order.courierInfo.courier.name).toBe('Пётр Ветров');
  expect(found.order.cancelInfo).toMatchObject({ cause: { name: 'Опоздание доставки' }, comment: 'Пробки' });
});

test('an order that is being created or was not is read without what it is', async () => {
  const { id } = await place({ creation: 'InProgress' });
  expect(await byId(id)).toMatchObject([{ creationStatus: 'InProgress', order: null, errorInfo: null }]);
  await sim('POST', `/_sim/iiko/orders/${id}/creation`, {
    creation: 'Error',
    code: 'Timeout',
    message: 'Касса молчит',
  });
  expect(await byId(id)).toMatchObject([
    { creationStatus: 'Error', order: null, errorInfo: { code: 'Timeout', message: 'Касса молчит' } },
  ]);
  await sim('POST', `/_sim/iiko/orders/${id}/creation`, { creation: 'Success' });
  expect(await byId(id)).toMatchObject([
    { creationStatus: 'Success', order: { status: 'Unconfirmed' }, errorInfo: null },
  ]);
});

test('orders are read by id for a week and at most 200 at once', async () => {
  const { id } = await place();
  await advance(7 * DAY_MS - HOUR_MS);
  const { token } = (await api('1/access_token', { apiLogin: 'iiko-demo-login' })).body;
  const read = async (orderIds: string[]) =>
    api('1/deliveries/by_id', { organizationId: organizations()[0], orderIds }, token);
  expect((await read([id])).body.orders).toHaveLength(1);
  expect((await read(Array.from({ length: 201 }, () => crypto.randomUUID()))).status).toBe(400);
  await advance(HOUR_MS / 2 + HOUR_MS);
  const later = (await api('1/access_token', { apiLogin: 'iiko-demo-login' })).body.token;
  const gone = await api('1/deliveries/by_id', { organizationId: organizations()[0], orderIds: [id] }, later);
  expect([gone.status, gone.body.orders]).toEqual([200, []]);
});

test('orders are found by the promised date and the status', async () => {
  const [moscow] = organizations();
  const tomorrow = await place({ completeBefore: '2026-11-22 13:00' });
  const waiting = await place({ completeBefore: '2026-11-22 14:00', status: 'WaitCooking' });
  const later = await place({ completeBefore: '2026-11-23 13:00' });
  const find = async (extra: object) =>
    idsOf((await api('1/deliveries/by_delivery_date_and_status', { organizationIds: [moscow], ...extra })).body);
  const day = { deliveryDateFrom: '2026-11-22 00:00:00.000', deliveryDateTo: '2026-11-22 23:59:59.999' };
  expect(await find(day)).toEqual([tomorrow.id, waiting.id]);
  expect(await find({ ...day, statuses: ['WaitCooking'] })).toEqual([waiting.id]);
  expect(await find({ deliveryDateFrom: '2026-11-22 13:30:00.000' })).toEqual([waiting.id, later.id]);
  const body = { organizationIds: [moscow], deliveryDateFrom: 'yesterday' };
  expect((await api('1/deliveries/by_delivery_date_and_status', body)).status).toBe(400);
});

test('changes since a revision are listed, none twice', async () => {
  const [moscow, ural] = organizations();
  const since = async (startRevision: number) =>
    (await api('1/deliveries/by_revision', { organizationIds: [moscow, ural], startRevision })).body;
  const start = (
    await api('1/deliveries/by_delivery_date_and_status', {
      organizationIds: [moscow],
      deliveryDateFrom: '2026-11-21 00:00:00.000',
    })
  ).body.maxRevision;
  expect(idsOf(await since(start))).toEqual([]);
  const first = await place();
  const second = await place({ organizationId: ural });
  const { maxRevision, ...changed } = await since(start);
  expect(idsOf(changed)).toEqual([first.id, second.id]);
  expect(idsOf(await since(maxRevision))).toEqual([]);
  const moved = await move(first, 'OnWay', { webhook: false });
  expect(idsOf(await since(maxRevision))).toEqual([first.id]);
  expect(idsOf(await since(moved.revision))).toEqual([]);
});

test('a quiet night does not make the last revision useless', async () => {
  const [moscow] = organizations();
  await advance(4 * HOUR_MS);
  const { token } = (await api('1/access_token', { apiLogin: 'iiko-demo-login' })).body;
  const day = { organizationIds: [moscow], deliveryDateFrom: '2026-11-22 00:00:00.000' };
  const { maxRevision } = (await api('1/deliveries/by_delivery_date_and_status', day, token)).body;
  const since = { organizationIds: [moscow], startRevision: maxRevision };
  expect((await api('1/deliveries/by_revision', since, token)).status).toBe(200);
});

test('a revision of more than three hours ago is refused', async () => {
  const [moscow] = organizations();
  const from = async (startRevision: number) =>
    (await api('1/deliveries/by_revision', { organizationIds: [moscow], startRevision })).status;
  const now = Date.parse((await sim('GET', '/_sim/clock')).body.now);
  expect(await from(now - 3 * HOUR_MS + 60_000)).toBe(200);
  expect(await from(now - 3 * HOUR_MS - 1)).toBe(400);
});

test('orders are found by phone however it is written, older ones in the history', async () => {
  const [moscow] = organizations();
  const { id } = await place({ guest: { name: 'Нина', phone: '8 916 777-00-11' } });
  const find = async (path: string, phone: string) =>
    idsOf((await api(`1/deliveries/${path}`, { organizationIds: [moscow], phone })).body);
  expect(await find('by_delivery_date_and_phone', '+79167770011')).toEqual([id]);
  expect(await find('by_delivery_date_and_phone', '+79167770099')).toEqual([]);
  const recent = await find('by_delivery_date_and_phone', '+79160000001');
  const history = await find('history/by_delivery_date_and_phone', '+79160000001');
  expect(history.length).toBeGreaterThan(recent.length);
  const rowsCount = { organizationIds: [moscow], phone: '79160000001', rowsCount: 1 };
  expect(idsOf((await api('1/deliveries/history/by_delivery_date_and_phone', rowsCount)).body)).toHaveLength(1);
});

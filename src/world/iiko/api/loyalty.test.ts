import { expect, test } from 'vitest';
import { iikoScene } from '../../testing/iiko-scene.ts';

const { sim, api, organizations, place, move } = iikoScene();
const info = (by: object, organizationId = organizations()[0]) =>
  api('1/loyalty/iiko/customer/info', { organizationId, ...by });

test('a guest is found by phone with the consents', async () => {
  const { status, body } = await info({ type: 'phone', phone: '+79160000001' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'Анна', surname: 'Соколова', phone: '+79160000001', sex: 2, consentStatus: 1 });
  expect(body.birthday).toBe('1991-03-14 00:00:00.000');
  await sim('PUT', `/_sim/iiko/guests/${body.id}`, { consentStatus: 2, promo: false });
  expect((await info({ type: 'id', id: body.id })).body).toMatchObject({
    consentStatus: 2,
    shouldReceivePromoActionsInfo: false,
  });
});

test('an unknown guest is 400, without a code', async () => {
  const { status, body } = await info({ type: 'phone', phone: '+79990009999' });
  expect([status, body.error]).toEqual([400, null]);
  expect(body.errorDescription).toContain('+79990009999');
});

test('a restaurant without iikoCard refuses every call of it', async () => {
  const [, ural] = organizations();
  const refused = await info({ type: 'phone', phone: '+79160000001' }, ural);
  expect([refused.status, refused.body.error]).toEqual([400, 'Common_OrganizationNotFound']);
  const counters = {
    organizationId: ural,
    guestIds: [crypto.randomUUID()],
    periods: ['AllTime'],
    metrics: ['OrdersSum'],
  };
  expect((await api('1/loyalty/iiko/get_counters', counters)).body.error).toBe('Common_OrganizationNotFound');
  await sim('POST', '/_sim/iiko/loyalty', { organizationId: ural, on: true });
  expect((await info({ type: 'phone', phone: '+79160000001' }, ural)).status).toBe(200);
});

test('a guest is created without an id and changed by phone', async () => {
  const [organizationId] = organizations();
  const save = (body: object) => api('1/loyalty/iiko/customer/create_or_update', { organizationId, ...body });
  const { id } = (await save({ phone: '+79161234567', name: 'Зоя' })).body;
  expect((await save({ phone: '89161234567', surName: 'Яшина' })).body.id).toBe(id);
  expect((await info({ type: 'phone', phone: '+79161234567' })).body).toMatchObject({
    id,
    name: 'Зоя',
    surname: 'Яшина',
  });
  expect((await save({ id: crypto.randomUUID(), phone: '+79160000009' })).status).toBe(400);
});

test('counters take words only and answer numbers', async () => {
  const [organizationId] = organizations();
  const { id } = (await info({ type: 'phone', phone: '+79160000003' })).body;
  const count = (periods: unknown[], metrics: unknown[]) =>
    api('1/loyalty/iiko/get_counters', { organizationId, guestIds: [id], periods, metrics });
  expect((await count([0], [1])).status).toBe(400);
  const values = async () => (await count(['AllTime'], ['OrdersCount', 'OrdersSum'])).body.counters;
  const [orders, sum] = await values();
  expect([orders.metric, sum.metric, orders.guestId]).toEqual([2, 1, id]);
  const order = await place({ guestId: id, sum: 1000 });
  await move(order, 'Closed');
  expect((await values()).map(({ value }: { value: number }) => value)).toEqual([orders.value + 1, sum.value + 1000]);
});

import { beforeEach, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import type { Caller } from '#server/connections/port.ts';
import { iikoRestaurant, NO_RATE_LIMIT, type SimulatedRestaurant } from '#server/testing/houses/iiko-restaurant.ts';
import { zoneOf } from './organizations.ts';
import { createIiko } from './provider.ts';
import type { RateLimiter } from './rate-limiter.ts';

const { server, world, found, reset } = await iikoRestaurant();
const WEBHOOK = { url: 'http://127.0.0.1:9/hooks/iiko/secret', token: 'a token of thirty-two characters' };

let restaurant: SimulatedRestaurant;
let caller: Caller;
beforeEach(async () => {
  await reset();
  restaurant = await found();
  const { tenantId } = await server.signUp();
  const credentials = { apiLogin: restaurant.apiLogin };
  caller = { tenantId: TenantId.parse(tenantId), isUrgent: true, credentials };
});

const iikoWith = (slots: Partial<RateLimiter> = {}, options: { appId?: undefined } = {}) =>
  createIiko({ ...server.ctx, rateLimiter: { ...NO_RATE_LIMIT, ...slots }, ...server.ctx.config.iiko, ...options });
const iiko = iikoWith();
const requestPaths = async () => {
  const { requests } = await world.control<{ requests: { path: string }[] }>('GET', '/log?channel=iiko');
  return requests.map(({ path }) => path);
};
const tokenRequests = async () => (await requestPaths()).filter((path) => path.endsWith('/access_token')).length;
const placeOf = ({ id }: SimulatedRestaurant) => ({ externalId: id, timeZone: 'Europe/Moscow', currency: 'RUB' });

test('one token serves many calls, and another process takes it from the database', async () => {
  const before = await tokenRequests();
  await iiko.listBranches(caller);
  await iikoWith().listBranches(caller);
  expect((await tokenRequests()) - before).toBe(1);
});

test('a token is renewed before its hour ends, and when the vendor no longer accepts it', async () => {
  await iiko.listBranches(caller);
  const before = await tokenRequests();
  await server.clock.advance({ minutes: 49 });
  expect(await iiko.listBranches(caller)).toMatchObject({ isOk: true });
  expect((await tokenRequests()) - before).toBe(0);
  await server.clock.advance({ minutes: 2 });
  expect(await iiko.listBranches(caller)).toMatchObject({ isOk: true });
  expect((await tokenRequests()) - before).toBe(1);

  await server.clock.advance({ minutes: 2 });
  await world.control('POST', '/iiko/tokens/revoke', { login: restaurant.apiLogin });
  expect(await iiko.listBranches(caller)).toMatchObject({ isOk: true });
  expect((await tokenRequests()) - before).toBe(2);
});

test('a method closed to the login does not cause repeated logins', async () => {
  await world.control('POST', '/iiko/permissions', { login: restaurant.apiLogin, deny: ['1/webhooks'] });
  const before = await tokenRequests();
  for (let time = 0; time < 3; time++)
    expect(await iiko.subscribe(caller, restaurant.id, WEBHOOK, { takes: false })).toEqual({
      isOk: true,
      value: { state: 'manual' },
    });
  expect((await tokenRequests()) - before).toBe(1);
});

test('a token that is no longer accepted is renewed, regardless of its age', async () => {
  await iiko.listBranches(caller);
  const before = await tokenRequests();
  await world.control('POST', '/iiko/tokens/revoke', { login: restaurant.apiLogin });
  expect(await iiko.loyalty.isOpen(caller, restaurant.id)).toEqual({ isOk: true, value: true });
  expect((await tokenRequests()) - before).toBe(1);
  const sent = (await requestPaths()).length;
  await iiko.loyalty.isOpen(caller, restaurant.id);
  expect((await requestPaths()).length - sent).toBe(1);
});

test('a token that one process has renewed is taken by another, whose own is refused', async () => {
  const other = iikoWith();
  await iiko.listBranches(caller);
  await other.listBranches(caller);
  const before = await tokenRequests();
  await world.control('POST', '/iiko/tokens/revoke', { login: restaurant.apiLogin });
  expect(await iiko.listBranches(caller)).toMatchObject({ isOk: true });
  expect(await other.listBranches(caller)).toMatchObject({ isOk: true });
  expect((await tokenRequests()) - before).toBe(1);
});

test('while the token rate limit is exhausted, no request is made', async () => {
  const result = await iikoWith({ takeToken: async () => 40_000 }).listBranches({
    ...caller,
    signal: AbortSignal.abort(),
  });
  expect(result).toMatchObject({ isOk: false, trouble: 'unreachable', isTemporary: true, retryAfterMs: 40_000 });
});

test('a refused login gets the same refusal until it may be tried again', async () => {
  let mayRequest = true;
  const provider = iikoWith({ takeToken: async () => (mayRequest ? 0 : 1_000) });
  const wrongLogin: Caller = { ...caller, credentials: { apiLogin: 'guess' } };
  const before = await tokenRequests();
  expect(await provider.listBranches(wrongLogin)).toMatchObject({ trouble: 'wrong_login' });
  mayRequest = false;
  expect(await provider.listBranches(wrongLogin)).toMatchObject({ trouble: 'wrong_login', text: expect.any(String) });
  expect((await tokenRequests()) - before).toBe(1);
});

test('a login without the list of restaurants is reported although no other token may be requested yet', async () => {
  await world.control('POST', '/iiko/permissions', { login: restaurant.apiLogin, deny: ['1/organizations'] });
  let slots = 1;
  const result = await iikoWith({ takeToken: async () => (slots-- > 0 ? 0 : 1_000) }).listBranches({
    ...caller,
    signal: AbortSignal.timeout(3_000),
  });
  expect(result).toMatchObject({ isOk: false, trouble: 'rights_missing' });
});

test('a key does not work without our application', async () => {
  const withKey: Caller = { ...caller, credentials: { apiKey: restaurant.apiKey } };
  expect(await iiko.listBranches(withKey)).toMatchObject({ isOk: true });
  await server.clock.advance({ hours: 2 });
  expect(await iikoWith({}, { appId: undefined }).listBranches(withKey)).toMatchObject({
    isOk: false,
    trouble: 'wrong_partner_token',
  });
});

test('too many calls make us pause; a restaurant that is away is waited for', async () => {
  const pauses: number[] = [];
  const patient = iikoWith({ pause: async (_caller, ms) => void pauses.push(ms) });
  await patient.listBranches(caller);
  await world.control('POST', '/fault', { channel: 'iiko', action: 'http', status: 429, times: 1 });
  expect(await patient.listBranches(caller)).toMatchObject({ isTemporary: true, retryAfterMs: 30_000 });
  expect(pauses).toEqual([30_000]);
  await world.control('POST', '/fault', { channel: 'iiko', action: 'http', status: 408, times: 1 });
  expect(await patient.listBranches(caller)).toMatchObject({ trouble: 'unreachable', isTemporary: true });
});

test('changes are listed since a revision, and an expired revision is reported', async () => {
  const place = placeOf(restaurant);
  const today = server.clock.now().toZonedDateTimeISO(place.timeZone).toPlainDate();
  const days = await iiko.orders.listByDate(caller, place, { from: today, to: today });
  const since = days.isOk ? (days.value.revision ?? 0) : 0;
  const guest = { name: 'Мария', phone: '+79161112233' };
  await world.control('POST', '/iiko/orders', { organizationId: restaurant.id, guest });
  const result = await iiko.orders.listChanged(caller, place, since);
  expect(result.isOk && result.value !== 'too_old' && result.value.orders).toMatchObject([
    { client: { phone: guest.phone } },
  ]);
  expect(await iiko.orders.listChanged(caller, place, since - 4 * 3_600_000)).toEqual({ isOk: true, value: 'too_old' });
});

test('an unknown guest is null; a restaurant without the loyalty program is reported', async () => {
  expect(await iiko.loyalty.getClient(caller, restaurant.id, '+79160009988')).toEqual({ isOk: true, value: null });
  expect(await iiko.loyalty.isOpen(caller, restaurant.id)).toEqual({ isOk: true, value: true });
  await world.control('POST', '/iiko/loyalty', { organizationId: restaurant.id, on: false });
  expect(await iiko.loyalty.getClient(caller, restaurant.id, '+79160009988')).toEqual({
    isOk: true,
    value: 'no_loyalty',
  });
  expect(await iiko.loyalty.isOpen(caller, restaurant.id)).toEqual({ isOk: true, value: false });
});

const answer = (match: string, status: number, body: object) =>
  world.control('POST', '/fault', { channel: 'iiko', match, action: 'http', status, body, times: 0 });

test.each([
  [400, { error: 'Common_OrganizationNotFound', errorDescription: 'No' }, false],
  [400, { error: null, errorDescription: 'Common_OrganizationNotFound: no' }, false],
  [400, { error: null, errorDescription: 'There is no user' }, true],
  [404, {}, 'closed'],
] as const)(
  'an answer %i %j about a customer nobody can be tells of the program: %s',
  async (status, body, expected) => {
    await answer('customer/info', status, body);
    expect(await iiko.loyalty.isOpen(caller, restaurant.id)).toEqual({ isOk: true, value: expected });
  },
);

test.each([
  [{ consentStatus: 2 }, true],
  [{ consentStatus: 1, promo: false }, true],
  [{ consentStatus: 1 }, false],
])('%o: she refuses mailings: %s', async (card, refusesMailings) => {
  const guest = { organizationId: restaurant.id, name: 'Ольга', phone: '+79167778899', ...card };
  await world.control('POST', '/iiko/guests', guest);
  expect(await iiko.loyalty.getClient(caller, restaurant.id, guest.phone)).toMatchObject({
    value: { refusesMailings },
  });
});

test('fields the vendor omits are no error: deletion of items, the order of a failed order', () => {
  const order = { status: 'OnWay', items: [{ type: 'Product', product: { name: 'Суп' }, amount: 1 }] };
  const infos = [
    { id: 'made', creationStatus: 'Success', order },
    { id: 'failed', creationStatus: 'Error', errorInfo: { code: 'Common' } },
    { id: 'not made yet', creationStatus: 'InProgress' },
  ];
  const about = { eventType: 'DeliveryOrderUpdate', organizationId: restaurant.id };
  const events = [...infos.map((eventInfo) => ({ ...about, eventInfo })), { ...about, eventType: 'StopListUpdate' }];
  const { payloads } = iiko.orders.readPayload(Buffer.from(JSON.stringify(events)), [placeOf(restaurant)]);
  expect(payloads.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  expect(payloads.flatMap(({ orders }) => orders)).toMatchObject([{ externalId: 'made', items: [{ title: 'Суп' }] }]);
});

const readOne = (order: object) => {
  const eventInfo = { id: 'a', creationStatus: 'Success', order: { status: 'OnWay', ...order } };
  const event = { eventType: 'DeliveryOrderUpdate', organizationId: restaurant.id, eventInfo };
  const { payloads } = iiko.orders.readPayload(Buffer.from(JSON.stringify(event)), [placeOf(restaurant)]);
  return payloads[0]?.orders[0];
};

test('an event without an organization takes it from its content', () => {
  const eventInfo = { id: 'a', organizationId: restaurant.id, creationStatus: 'Success', order: { status: 'OnWay' } };
  const body = Buffer.from(JSON.stringify([{ eventType: 'DeliveryOrderUpdate', eventInfo }]));
  expect(iiko.orders.readPayload(body, [placeOf(restaurant)])).toMatchObject({
    payloads: [{ branchExternalId: restaurant.id, orders: [{ externalId: 'a' }] }],
    unreadable: [],
  });
});

test.each([
  ['OnWay', 'Cancelled'],
  ['Waiting', 'Cancelled'],
  ['Delivered', 'Delivered'],
  ['Closed', 'Closed'],
])('an order that was deleted when it was %s is %s', (status, expected) => {
  expect(readOne({ status, isDeleted: true })).toMatchObject({ status: expected });
  expect(readOne({ status, isDeleted: false })).toMatchObject({ status });
});

test.each([
  ['2026-01-20 17:01:00.000', '2026-01-20T14:01:00Z'],
  ['2026-01-20 17:01', '2026-01-20T14:01:00Z'],
  ['2026-01-20T14:01:00Z', '2026-01-20T14:01:00Z'],
  ['2026-01-20T16:01:00.000+02:00', '2026-01-20T14:01:00Z'],
])('a time may come as %s', (whenCreated, expected) => {
  expect(String(readOne({ whenCreated })?.createdAt)).toBe(expected);
});

test('zones are IANA names, or whole hours from UTC', () => {
  expect(
    ['Asia/Yekaterinburg', '(UTC+05:00) Yekaterinburg', '+3', 'UTC', 'Russian Standard Time', null].map(zoneOf),
  ).toEqual(['Asia/Yekaterinburg', 'Etc/GMT-5', 'Etc/GMT-3', 'UTC', null, null]);
});

import { expect, test } from 'vitest';
import type { Json } from '../../testing/json.ts';
import { LOGIN, iikoScene } from '../../testing/iiko-scene.ts';

const { sim, api, organizations, advance } = iikoScene();
const APP = { appId: '62bce03f-3a96-4b5c-863f-763364170cab', clientSecret: 'iiko-demo-client-secret' };
const MINUTE_MS = 60_000;

test('both kinds of keys give a token of one hour, and the same restaurants', async () => {
  const second = { apiKey: 'iiko-demo-api-key', ...APP };
  const first = (await api('1/access_token', { apiLogin: LOGIN })).body;
  const { token } = (await api('v2/access_token', second)).body;
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  expect([token.split('.').length, claims.exp - claims.iat]).toEqual([3, 3600]);
  expect(first.correlationId).toMatch(/^[0-9a-f-]{36}$/);
  const names = async (with_: string) =>
    (await api('1/organizations', {}, with_)).body.organizations.map(({ name }: Json) => name);
  expect(await names(first.token)).toEqual(['Тесто и угли, Пятницкая', 'Тесто и угли, Урал']);
  expect(await names(token)).toEqual(await names(first.token));
});

test('a wrong key, a foreign application and a regenerated secret are 401', async () => {
  const wrong = await api('1/access_token', { apiLogin: 'nobody' });
  expect([wrong.status, wrong.body.error]).toEqual([401, null]);
  expect(wrong.body.errorDescription).toContain('nobody');
  const second = { apiKey: 'iiko-demo-api-key', ...APP };
  expect((await api('v2/access_token', { ...second, clientSecret: 'x' })).status).toBe(401);
  expect((await api('v2/access_token', { ...second, apiKey: LOGIN })).status).toBe(401);
  const { clientSecret } = (await sim('POST', '/_sim/iiko/client-secret')).body;
  expect((await api('v2/access_token', second)).status).toBe(401);
  expect((await api('v2/access_token', { ...second, clientSecret })).status).toBe(200);
});

test('a token is over after an hour of the clock, and a new login helps', async () => {
  await advance(59 * MINUTE_MS);
  expect((await api('1/organizations')).status).toBe(200);
  await advance(2 * MINUTE_MS);
  const refused = await api('1/organizations');
  expect([refused.status, Object.keys(refused.body)]).toEqual([401, ['correlationId', 'errorDescription', 'error']]);
  const { token } = (await api('1/access_token', { apiLogin: LOGIN })).body;
  expect((await api('1/organizations', {}, token)).status).toBe(200);
});

test('a token that was revoked or forged is 401, and a blocked login gets no other', async () => {
  const { token } = (await api('1/access_token', { apiLogin: LOGIN })).body;
  expect((await api('1/organizations', {}, `${token.slice(0, -4)}AAAA`)).status).toBe(401);
  expect((await api('1/organizations', {}, 'no.token')).status).toBe(401);
  await sim('POST', '/_sim/iiko/tokens/revoke', { login: LOGIN });
  expect((await api('1/organizations', {}, token)).status).toBe(401);
  await advance(10);
  const fresh = (await api('1/access_token', { apiLogin: LOGIN })).body.token;
  expect((await api('1/organizations', {}, fresh)).status).toBe(200);
  await sim('POST', '/_sim/iiko/logins/block', { login: LOGIN, on: true });
  expect((await api('1/organizations', {}, fresh)).status).toBe(401);
  expect((await api('1/access_token', { apiLogin: LOGIN })).status).toBe(401);
});

test('a method that is not granted is 401 while others work', async () => {
  await sim('POST', '/_sim/iiko/permissions', { login: LOGIN, deny: ['1/webhooks'] });
  const [organizationId] = organizations();
  const refused = await api('1/webhooks/settings', { organizationId });
  expect([refused.status, refused.body.error]).toEqual([401, 'METHOD_NOT_GRANTED']);
  expect((await api('1/organizations')).status).toBe(200);
  await sim('POST', '/_sim/iiko/permissions', { login: LOGIN, grant: ['1/webhooks'] });
  expect((await api('1/webhooks/settings', { organizationId })).status).toBe(200);
});

test('over five calls in a second, or three tokens in a minute, are 429', async () => {
  await sim('POST', '/_sim/behaviour', { channel: 'iiko', limits: 'on' });
  const calls = await Promise.all(Array.from({ length: 7 }, () => api('1/organizations')));
  expect(calls.filter(({ status }) => status === 429)).toHaveLength(2);
  const tokens = await Promise.all(Array.from({ length: 4 }, () => api('1/access_token', { apiLogin: LOGIN })));
  expect(tokens.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429]);
  expect((await sim('GET', '/_sim/judge?channel=iiko')).body.rateViolations).toBe(3);
  await advance(MINUTE_MS);
  expect((await api('1/access_token', { apiLogin: LOGIN })).status).toBe(200);
});

test('the zone of a restaurant is in its terminals; those not granted come only when asked for', async () => {
  const [moscow, ural] = organizations();
  const groups = async (includeDisabled: boolean) =>
    (await api('1/terminal_groups', { organizationIds: [moscow, ural], includeDisabled })).body.terminalGroups.map(
      ({ items }: Json) => items.map(({ name, timeZone }: Json) => `${name} ${timeZone}`),
    );
  const granted = [['Пятницкая Europe/Moscow'], ['Урал Asia/Yekaterinburg']];
  expect(await groups(false)).toEqual(granted);
  expect(await groups(true)).toEqual([[...granted[0]!, 'Склад (не выдан) Europe/Moscow'], granted[1]]);
});

test('dictionaries call a pickup DeliveryPickUp and name the causes of cancellations', async () => {
  const [moscow] = organizations();
  const { orderTypes } = (await api('1/deliveries/order_types', { organizationIds: [moscow] })).body;
  expect(orderTypes[0].items.map(({ orderServiceType }: Json) => orderServiceType)).toEqual([
    'DeliveryByCourier',
    'DeliveryPickUp',
    'Common',
  ]);
  const { cancelCauses } = (await api('1/cancel_causes', { organizationIds: [moscow] })).body;
  expect(cancelCauses.map(({ name }: Json) => name)).toContain('Гость отказался');
});

test("another business's restaurant is refused, a wrong body too, and an unknown field is a warning", async () => {
  const [moscow, , kazan] = organizations();
  expect((await api('1/cancel_causes', { organizationIds: [kazan] })).status).toBe(400);
  expect((await api('1/cancel_causes', { organizationIds: ['x'] })).body.error).toBe('INVALID_BODY');
  expect((await api('1/nothing')).status).toBe(404);
  expect((await api('1/cancel_causes', { organizationIds: [moscow], colour: 'red' })).status).toBe(200);
  expect((await sim('GET', '/_sim/warnings?channel=iiko')).body.warnings).toMatchObject([{ field: 'body.colour' }]);
});

test('a fault and the journal are those of every service', async () => {
  await sim('POST', '/_sim/fault', { channel: 'iiko', action: 'http', status: 503, match: '1/organizations' });
  expect((await api('1/organizations')).status).toBe(503);
  expect((await api('1/organizations')).status).toBe(200);
  const { requests } = (await sim('GET', '/_sim/log?channel=iiko&path=organizations')).body;
  expect(requests).toMatchObject([
    { status: 503, fault: 'http' },
    { status: 200, fault: null },
  ]);
});

test('one more restaurant comes with its own login', async () => {
  const opened = await sim('POST', '/_sim/iiko/organizations', {
    apiLogin: 'mine',
    timeZone: 'Asia/Almaty',
    empty: true,
  });
  const { token } = (await api('1/access_token', { apiLogin: 'mine' })).body;
  const own = (await api('1/organizations', {}, token)).body.organizations;
  expect(own).toMatchObject([{ id: opened.body.id }]);
});

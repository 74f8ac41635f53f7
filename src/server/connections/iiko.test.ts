import { beforeEach, expect, test } from 'vitest';
import {
  connectBranches,
  listConnections,
  offerBranches,
  removeConnection,
  resyncConnection,
  takeBranchWebhooks,
} from '#contract/connections/calls.ts';
import { iikoRestaurant, type SimulatedRestaurant } from '#server/testing/houses/iiko-restaurant.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { checkBranch } from './connecting/checking-actions.ts';

const { server, world, sourceProviders, found, connect, reset } = await iikoRestaurant();
const { call } = server;
const OTHER = 'https://delivery.example/hooks';

let restaurant: SimulatedRestaurant;
beforeEach(async () => {
  await reset();
  restaurant = await found({ timeZone: 'Asia/Yekaterinburg' });
});

const stateOf = async ({ token }: SignedUp) => {
  const { connections } = (await call(listConnections, { token })).body;
  return connections[0]!;
};
const deny = (...paths: string[]) =>
  world.control('POST', '/iiko/permissions', { login: restaurant.apiLogin, deny: paths });
const putForeignWebhook = () =>
  world.control('POST', '/iiko/foreign-webhook', {
    organizationId: restaurant.id,
    login: restaurant.apiLogin,
    url: OTHER,
  });
const webhookOf = async (): Promise<string | null> => {
  const { token } = await request<{ token: string }>('/api/1/access_token', { apiLogin: restaurant.apiLogin });
  const settings = await request<{ webHooksUri: string | null }>(
    '/api/1/webhooks/settings',
    { organizationId: restaurant.id },
    token,
  );
  return settings.webHooksUri;
};
async function request<Reply>(path: string, body: object, token = ''): Promise<Reply> {
  const answer = await fetch(`${world.url}/iiko${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Reply;
}
const offer = (owner: SignedUp, body: Record<string, string>) =>
  call(offerBranches, { token: owner.token, body: { kind: 'iiko' as const, ...body } });

test.each(['apiLogin', 'apiKey'] as const)('an %s opens its organizations', async (way) => {
  const owner = await server.signUp();
  const { body } = await offer(owner, { [way]: restaurant[way] });
  expect(body.branches).toMatchObject([{ externalId: restaurant.id }]);
  expect(body.ticket).not.toContain(restaurant[way]);
  const wanted = { ticket: body.ticket, branchExternalIds: [restaurant.id] };
  const connected = await call(connectBranches, { token: owner.token, body: { kind: 'iiko', ...wanted } });
  expect(connected.body).toMatchObject({ kind: 'iiko', state: 'working' });
  await server.runJobs();
  const connection = await stateOf(owner);
  expect(connection.branches).toMatchObject([
    { timeZone: 'Asia/Yekaterinburg', currency: 'RUB', webhooksState: 'set', webhooksHost: null, syncError: null },
  ]);
  expect(connection.branches[0]?.changedUntil).not.toBeNull();
  // NOTE: the vendor stores one address per login
  if (way === 'apiLogin') expect(await webhookOf()).toBe(connection.webhookUrl);
});

test('a login that iiko does not know is reported', async () => {
  const owner = await server.signUp();
  const wrong = await offer(owner, { apiLogin: 'guess' });
  expect([wrong.status, wrong.body]).toMatchObject([422, { details: { trouble: 'wrong_login' } }]);
});

test('the owner is asked before another address is replaced', async () => {
  await putForeignWebhook();
  const owner = await server.signUp();
  const { ticket } = (await offer(owner, { apiLogin: restaurant.apiLogin })).body;
  const put = (foreignWebhooks?: 'take' | 'leave') =>
    call(connectBranches, {
      token: owner.token,
      body: { kind: 'iiko', ticket, branchExternalIds: [restaurant.id], ...(foreignWebhooks && { foreignWebhooks }) },
    });
  const result = await put();
  expect([result.status, result.body]).toMatchObject([
    409,
    {
      code: 'connection.hooks_foreign',
      details: { branches: [{ externalId: restaurant.id, host: 'delivery.example' }] },
    },
  ]);
  expect(await webhookOf()).toBe(OTHER);

  expect((await put('leave')).status).toBe(200);
  await server.runJobs();
  expect(await stateOf(owner)).toMatchObject({
    state: 'attention',
    trouble: 'hooks_foreign',
    troubleText: 'delivery.example',
    branches: [{ webhooksState: 'foreign', webhooksHost: 'delivery.example' }],
  });
  expect(await webhookOf()).toBe(OTHER);

  const { id, branches } = await stateOf(owner);
  const params = { connectionId: id, branchId: branches[0]!.id };
  const taken = await call(takeBranchWebhooks, { token: owner.token, params });
  expect(taken.body).toMatchObject({ state: 'working', branches: [{ webhooksState: 'set', webhooksHost: null }] });
  expect(await webhookOf()).toBe(taken.body.webhookUrl);
});

test('the owner’s permission is used once: a later replacement of our address is not reverted', async () => {
  await putForeignWebhook();
  const owner = await connect(restaurant, { foreignWebhooks: 'take' });
  const { webhookUrl, branches } = await stateOf(owner);
  expect(await webhookOf()).toBe(webhookUrl);
  await putForeignWebhook();
  await checkBranch({ ...server.ctx, sourceProviders }, owner.tenantId, branches[0]!.id);
  expect(await stateOf(owner)).toMatchObject({ trouble: 'hooks_foreign', branches: [{ webhooksState: 'foreign' }] });
  expect(await webhookOf()).toBe(OTHER);
});

test('where the settings are closed to the login, the address and the token are shown to be entered by hand', async () => {
  await deny('1/webhooks');
  const owner = await connect(restaurant);
  const connection = await stateOf(owner);
  expect(connection).toMatchObject({ trouble: 'hooks_manual', branches: [{ webhooksState: 'manual' }] });
  expect(connection.webhookToken?.length).toBeGreaterThan(31);
});

test('statuses that were removed from our webhook’s filter are subscribed again', async () => {
  const owner = await connect(restaurant);
  const { id: connectionId, webhookUrl, webhookToken } = await stateOf(owner);
  const { token } = await request<{ token: string }>('/api/1/access_token', { apiLogin: restaurant.apiLogin });
  const about = { organizationId: restaurant.id };
  const webHooksFilter = { deliveryOrderFilter: { orderStatuses: ['Closed'] } };
  const narrow = { ...about, webHooksUri: webhookUrl, authToken: webhookToken, webHooksFilter };
  await request('/api/1/webhooks/update_settings', narrow, token);
  await call(resyncConnection, { token: owner.token, params: { connectionId } });
  await server.runJobs();
  type Settings = { webHooksFilter: { deliveryOrderFilter: { orderStatuses: string[] } } };
  const { webHooksFilter: filter } = await request<Settings>('/api/1/webhooks/settings', about, token);
  expect(filter.deliveryOrderFilter.orderStatuses).toHaveLength(10);
});

test.each(['1/webhooks/settings', '1/webhooks/update_settings'])(
  'where iiko refuses %s in whatever words, the address is to be entered by hand, and orders are read',
  async (match) => {
    const body = { correlationId: 'x', errorDescription: 'No', error: null };
    await world.control('POST', '/fault', { channel: 'iiko', match, action: 'http', status: 400, body, times: 0 });
    const owner = await connect(restaurant);
    const connection = await stateOf(owner);
    expect(connection).toMatchObject({
      trouble: 'hooks_manual',
      branches: [{ webhooksState: 'manual', syncError: null }],
    });
    expect(connection.branches[0]?.changedUntil).not.toBeNull();
  },
);

test('loyalty methods closed to a login are named until they are opened', async () => {
  await deny('1/loyalty');
  const owner = await connect(restaurant);
  const { id: connectionId, ...connection } = await stateOf(owner);
  expect(connection).toMatchObject({
    state: 'attention',
    trouble: 'rights_missing',
    branches: [{ missingRights: ['loyalty'], hasLoyalty: false, syncError: null }],
  });

  await world.control('POST', '/iiko/permissions', { login: restaurant.apiLogin, grant: ['1/loyalty'] });
  await server.clock.advance({ minutes: 2 });
  await call(resyncConnection, { token: owner.token, params: { connectionId } });
  await server.runJobs();
  expect(await stateOf(owner)).toMatchObject({
    state: 'working',
    branches: [{ missingRights: [], hasLoyalty: true }],
  });
});

test('a blocked login breaks the connection; a login that works again restores it', async () => {
  const owner = await connect(restaurant);
  const blocked = (on: boolean) => world.control('POST', '/iiko/logins/block', { login: restaurant.apiLogin, on });
  const { id: connectionId } = await stateOf(owner);
  const resync = async () => {
    await server.clock.advance({ minutes: 2 });
    await call(resyncConnection, { token: owner.token, params: { connectionId } });
    await server.runJobs();
  };
  await blocked(true);
  await resync();
  expect(await stateOf(owner)).toMatchObject({ state: 'broken', trouble: 'wrong_login' });
  await blocked(false);
  await resync();
  expect(await stateOf(owner)).toMatchObject({ state: 'working', trouble: null });
});

test('a disconnection removes our address after the undo period', async () => {
  const owner = await connect(restaurant);
  const { id: connectionId, webhookUrl } = await stateOf(owner);
  await call(removeConnection, { token: owner.token, params: { connectionId } });
  expect(await webhookOf()).toBe(webhookUrl);
  await server.clock.advance({ minutes: 2 });
  await server.runJobs();
  expect(await webhookOf()).toBeFalsy();
});

test('a restaurant that belongs to another cabinet is not connected', async () => {
  const other = await server.signUp();
  const taker = await server.signUp();
  const taken = (await offer(taker, { apiLogin: restaurant.apiLogin })).body;
  await call(connectBranches, {
    token: taker.token,
    body: { kind: 'iiko', ticket: taken.ticket, branchExternalIds: [restaurant.id] },
  });
  const { ticket } = (await offer(other, { apiLogin: restaurant.apiLogin })).body;
  const body = { ticket, branchExternalIds: [restaurant.id] };
  expect((await call(connectBranches, { token: other.token, body: { kind: 'iiko', ...body } })).body).toMatchObject({
    code: 'connection.branch_elsewhere',
  });
});

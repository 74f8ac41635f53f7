import { beforeEach, expect, test } from 'vitest';
import { connectChannel, reconnectChannel, removeChannel, restoreChannel } from '#contract/channels/calls.ts';
import { connectBranches, offerBranches, removeConnection, restoreConnection } from '#contract/connections/calls.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({
  env: {
    ...messengersIn(world),
    YCLIENTS_BASE_URL: `${world.url}/yclients/api/v1`,
    YCLIENTS_PARTNER_TOKEN: 'partner-demo-token',
  },
});
server.ctx.config.publicUrl = server.origin;
const { call } = server;

let [own, foreign]: SignedUp[] = [];
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  await world.control('POST', '/behaviour', { channel: 'yclients', limits: 'off' });
  [own, foreign] = [await server.signUp(), await server.signUp()];
});
const tokenOf = (owner: SignedUp | undefined) => owner?.token ?? '';

const NUMBER = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
const aNumber = (owner: SignedUp | undefined, change: Partial<typeof NUMBER> = {}) =>
  call(connectChannel, { token: tokenOf(owner), body: { ...NUMBER, ...change } });
const webhookOfNumber = async () =>
  (await world.control<{ numbers: { webhook: { url: string } }[] }>('GET', '/d360')).numbers[0]?.webhook.url;

test('a number of another tenant is refused with a reason, keeps its webhook, and is free once disconnected there', async () => {
  const { id: channelId } = (await aNumber(own)).body;
  const webhook = await webhookOfNumber();
  const refused = await aNumber(foreign, { phone: '+79990000002' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'channel.connected_elsewhere' } });
  expect(JSON.stringify(refused.body)).not.toContain(own?.tenantId);
  expect(await webhookOfNumber()).toBe(webhook);

  await call(removeChannel, { token: tokenOf(own), params: { channelId } });
  expect((await aNumber(foreign)).status).toBe(200);
  const back = await call(restoreChannel, { token: tokenOf(own), params: { channelId } });
  expect(back).toMatchObject({ status: 409, body: { code: 'channel.connected_elsewhere' } });
});

test('of two tenants that connect a bot at the same moment one gets it', async () => {
  const body = { kind: 'telegram_bot' as const, token: '700000001:DEMO-bot-token' };
  const both = await Promise.all([own, foreign].map((owner) => call(connectChannel, { token: tokenOf(owner), body })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('the tenant with the newer key of a number has it: a replaced key blocks no other', async () => {
  const { id: channelId } = (await aNumber(own)).body;
  await world.control('PATCH', '/d360/numbers/106540352242922', { key: 'second-key' });
  const params = { channelId };
  expect((await call(reconnectChannel, { token: tokenOf(own), params, body: { apiKey: 'second-key' } })).status).toBe(
    200,
  );
  expect((await aNumber(foreign, { apiKey: 'second-key' })).status).toBe(409);
  await world.control('PATCH', '/d360/numbers/106540352242922', { key: 'third-key' });
  expect((await aNumber(foreign, { apiKey: 'third-key' })).status).toBe(200);
});

async function branches(owner: SignedUp | undefined, branchExternalIds: string[]) {
  const token = tokenOf(owner);
  const login = { login: 'salon@example.test', password: 'salon-demo' };
  const { ticket } = (await call(offerBranches, { token, body: { kind: 'yclients', ...login } })).body;
  return call(connectBranches, { token, body: { kind: 'yclients', ticket, branchExternalIds } });
}

test('a branch of another tenant is refused, the other branches are not', async () => {
  const { id: connectionId } = (await branches(own, ['4564', '4565'])).body;
  expect(await branches(foreign, ['4564'])).toMatchObject({
    status: 409,
    body: { code: 'connection.branch_elsewhere', details: { branchExternalIds: ['4564'] } },
  });
  expect((await branches(own, ['4564'])).body.id).toBe(connectionId);
  expect((await branches(foreign, ['4565'])).status).toBe(200);

  await call(removeConnection, { token: tokenOf(own), params: { connectionId } });
  expect((await branches(foreign, ['4564', '4565'])).status).toBe(200);
  const back = await call(restoreConnection, { token: tokenOf(own), params: { connectionId } });
  expect(back).toMatchObject({ status: 409, body: { code: 'connection.branch_elsewhere' } });
});

import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/channels/calls.ts';
import { testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({ env: messengersIn(world) });
server.ctx.config.publicUrl = server.origin;
const { call } = server;

const ACCOUNT = {
  kind: 'twilio_sms' as const,
  accountSid: `AC${'1'.padStart(32, '0')}`,
  authToken: 'twilio-demo-token',
};
const SERVICE = `MG${'1'.padStart(32, '0')}`;
const NUMBER = '+79990000101';

let [token, otherToken] = ['', ''];
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  token = (await server.signUp()).token;
  otherToken = (await server.signUp()).token;
});

const connect = (change: Record<string, string> = {}, as = token) =>
  call(contract.connectChannel, { token: as, body: { ...ACCOUNT, sender: NUMBER, ...change } });
const get = async (channelId: string) => (await call(contract.getChannel, { token, params: { channelId } })).body;
type Sender = { id: string; inboundUrl: string };
const urlOf = async (id: string) =>
  (await world.control<{ senders: Sender[] }>('GET', '/twilio')).senders.find((one) => one.id === id)?.inboundUrl;

test('the senders of an account are listed, and one of them is connected', async () => {
  const { status, body } = await call(contract.listChannelSenders, { token, body: ACCOUNT });
  expect([status, body.senders.map(({ id }) => id)]).toEqual([200, [NUMBER, SERVICE]]);
  const channel = (await connect()).body;
  expect(channel).toMatchObject({ kind: 'twilio_sms', title: NUMBER, address: NUMBER, state: 'Authorized' });
  expect(JSON.stringify(channel)).not.toContain(ACCOUNT.authToken);
  expect(await urlOf(NUMBER)).toMatch(new RegExp(`^${server.origin}/hooks/twilio_sms/[\\w-]{50,}$`));
});

test('a number and a service of one account are two channels, each connected to one cabinet', async () => {
  expect((await connect()).status).toBe(200);
  expect((await connect({ sender: SERVICE })).body).toMatchObject({ address: 'Студия Ромашка SMS' });
  expect((await connect()).body).toMatchObject({ code: 'channel.already_connected' });
  expect((await connect({}, otherToken)).body).toMatchObject({ code: 'channel.connected_elsewhere' });
});

test('a missing value is reported on its field, and a refusal of Twilio is shown', async () => {
  expect((await connect({ authToken: '' })).body).toMatchObject({ details: { fields: { authToken: ['required'] } } });
  const wrong = { ...ACCOUNT, authToken: 'wrong' };
  for (const answer of [await connect(wrong), await call(contract.listChannelSenders, { token, body: wrong })])
    expect(answer.body).toMatchObject({ code: 'channel.check_failed', details: { trouble: 'wrong_auth_token' } });
});

test('a replaced token stops the channel, and a new token restores it', async () => {
  const { id } = (await connect()).body;
  await world.control('PATCH', `/twilio/accounts/${ACCOUNT.accountSid}`, { token: 'new-token' });
  await server.runRepeated('channels.check-all');
  await server.runJobs();
  expect(await get(id)).toMatchObject({ state: 'NotAuthorized', trouble: 'wrong_auth_token' });
  const reconnect = (body: Record<string, string>) =>
    call(contract.reconnectChannel, { token, params: { channelId: id }, body });
  expect((await reconnect({ authToken: 'wrong' })).status).toBe(422);
  expect((await reconnect({ sender: SERVICE })).body).toMatchObject({ details: { fields: { sender: ['unknown'] } } });
  expect((await reconnect({ authToken: 'new-token' })).body).toMatchObject({ state: 'Authorized', trouble: null });
});

test('disconnecting a channel releases its number', async () => {
  const { id } = (await connect()).body;
  await call(contract.removeChannel, { token, params: { channelId: id } });
  expect(await urlOf(NUMBER)).toBe('');
  expect((await connect({}, otherToken)).status).toBe(200);
});

test('a webhook not signed by the account is refused, and Twilio gets TwiML', async () => {
  const { id } = (await connect()).body;
  await world.control('POST', '/twilio/inbound', { from: '+79160000001', text: 'Да' });
  await world.control('POST', '/settle', {});
  const { webhooks } = await world.control<{ webhooks: { id: string; url: string; state: string }[] }>(
    'GET',
    '/webhooks',
  );
  expect(webhooks).toMatchObject([{ state: 'delivered' }]);
  expect(await world.control('POST', `/webhooks/${webhooks[0]!.id}/repeat`, { forge: true })).toEqual({ status: 401 });
  expect(await world.control('POST', `/webhooks/${webhooks[0]!.id}/repeat`, {})).toEqual({ status: 200 });
  await server.runJobs();
  expect((await get(id)).lastInboundAt).not.toBeNull();
});

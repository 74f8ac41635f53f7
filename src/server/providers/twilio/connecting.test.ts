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

const connectWhatsapp = async () =>
  (
    await call(contract.connectChannel, {
      token,
      body: { ...ACCOUNT, kind: 'twilio_whatsapp', sender: NUMBER },
    })
  ).body;
const sync = (channelId: string) => call(contract.syncChannelTemplates, { token, params: { channelId } });
const contentsFail = (status: number) =>
  world.control('POST', '/fault', {
    channel: 'twilio',
    match: 'ContentAndApprovals',
    action: 'http',
    status,
    body: { code: 20500, message: 'Internal error', status },
  });

test('templates of a connected WhatsApp sender are read at once, and what is deleted at Twilio is noticed', async () => {
  const { id } = await connectWhatsapp();
  await server.runJobs();
  const first = await get(id);
  expect(first.templates).toContainEqual(
    expect.objectContaining({ name: 'visit_reminder', language: 'ru', status: 'approved', isFillable: true }),
  );
  expect(first).toMatchObject({ templatesReadAt: server.clock.now().toString(), templatesTrouble: null });

  const { contents } = await world.control<{ contents: { sid: string; accountSid: string; friendlyName: string }[] }>(
    'GET',
    '/twilio',
  );
  const offer = contents.find(
    ({ accountSid, friendlyName }) => accountSid === ACCOUNT.accountSid && friendlyName === 'spring_offer',
  );
  const basic = Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64');
  await fetch(`${world.url}/twilio/v1/Content/${offer?.sid}`, {
    method: 'DELETE',
    headers: { authorization: `Basic ${basic}` },
  });
  await server.clock.advance({ minutes: 10 });
  await server.runRepeated('channels.check-all');
  await server.runJobs();
  expect((await get(id)).templates.map(({ name }) => name)).not.toContain('spring_offer');
});

test('templates that cannot be read stay as they were, and the channel says so until they are read', async () => {
  const { id } = await connectWhatsapp();
  await server.runJobs();
  const before = await get(id);
  await contentsFail(400);
  expect((await sync(id)).status).toBe(422);
  expect(await get(id)).toMatchObject({
    templates: before.templates,
    templatesReadAt: before.templatesReadAt,
    templatesTrouble: expect.any(String),
  });
  expect((await sync(id)).status).toBe(200);
  expect(await get(id)).toMatchObject({ templatesTrouble: null });
});

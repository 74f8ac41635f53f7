import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/channels/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';
import { checkMovedChannels } from './checking.ts';

const world = await simulateWorld();
const server = await testServer({
  env: {
    ...messengersIn(world),
    DIALOG360_WEBHOOK_SECRET: 'd360-demo-platform-secret',
  },
});
server.ctx.config.publicUrl = server.origin;
const { call, clock, owner } = server;
const { aMessage } = builders(owner);

const KEY = 'd360-demo-key';
const BOT = '700000001:DEMO-bot-token';
const whatsApp = { kind: 'dialog360' as const, title: 'Студия', apiKey: KEY, phone: '8 999 000-00-01' };

let token: string;
let tenantId: string;
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  ({ token, tenantId } = await server.signUp());
});

const connectWhatsApp = (change = {}) => call(contract.connectChannel, { token, body: { ...whatsApp, ...change } });
const connectBot = (body: { token: string; title?: string } = { token: BOT }) =>
  call(contract.connectChannel, { token, body: { kind: 'telegram_bot', ...body } });
const get = (channelId: string, as = token) => call(contract.getChannel, { token: as, params: { channelId } });
const notices = async () =>
  (await owner.query('select kind, severity, resolved_at from notices where tenant_id = $1 order by id', [tenantId]))
    .rows;

test('a channel whose key was changed stops, shows the problem, and works again with the new key', async () => {
  const { id } = (await connectWhatsApp()).body;
  await world.control('PATCH', '/d360/numbers/106540352242922', { key: 'new-key' });
  const reconnect = (secret?: string) =>
    call(contract.reconnectChannel, { token, params: { channelId: id }, body: secret ? { apiKey: secret } : {} });

  expect((await reconnect()).body).toMatchObject({ code: 'channel.check_failed', details: { trouble: 'wrong_key' } });
  expect((await get(id)).body).toMatchObject({ state: 'NotAuthorized', trouble: 'wrong_key' });
  expect(await notices()).toMatchObject([{ kind: 'channel_down', severity: 'bad', resolved_at: null }]);

  expect((await reconnect('a-wrong-one')).status).toBe(422);
  expect((await reconnect('new-key')).body).toMatchObject({ state: 'Authorized', trouble: null });
  expect(await notices()).toMatchObject([{ kind: 'channel_down', resolved_at: clock.now() }]);
});

test("another bot's token is refused: conversations belong to the bot", async () => {
  const { id } = (await connectBot()).body;
  await world.control('POST', '/tg/bots', { token: '800000001:other-token', username: 'other_bot' });
  const body = { token: '800000001:other-token' };
  const answer = await call(contract.reconnectChannel, { token, params: { channelId: id }, body });
  expect(answer.body).toMatchObject({
    code: 'channel.check_failed',
    details: { trouble: 'wrong_token', text: '@other_bot' },
  });
  expect((await get(id)).body.state).toBe('Authorized');
});

test('channels are checked every ten minutes', async () => {
  const { id } = (await connectWhatsApp()).body;
  await server.runJobs();
  await world.control('PATCH', '/d360/numbers/106540352242922', { disabled: 'The number is disabled' });
  await server.runRepeated('channels.check-all');
  await server.runJobs();
  expect((await get(id)).body).toMatchObject({
    state: 'error',
    trouble: 'blocked',
    troubleText: 'The number is disabled',
  });
});

test('an outage of the provider stops no channel', async () => {
  const { id } = (await connectWhatsApp()).body;
  await world.control('POST', '/fault', { channel: 'd360', action: 'http', status: 502, times: 0 });
  await clock.advance({ minutes: 10 });
  await server.runRepeated('channels.check-all');
  await server.runJobs();
  const expected = { lastCheckedAt: clock.now().toString(), isCheckUnanswered: true };
  expect((await get(id)).body).toMatchObject({ state: 'Authorized', trouble: null, ...expected });
});

test('a failed check shows its own time and its result, whoever started it', async () => {
  const { id } = (await connectWhatsApp()).body;
  const check = () => call(contract.reconnectChannel, { token, params: { channelId: id }, body: {} });
  await clock.advance({ minutes: 5 });
  const outage = { channel: 'd360', action: 'http', status: 502, times: 0 };
  const fault = await world.control<{ id: string }>('POST', '/fault', outage);
  expect((await check()).body).toMatchObject({ code: 'provider.unreachable' });
  const lastCheckedAt = clock.now().toString();
  expect((await get(id)).body).toMatchObject({ state: 'Authorized', lastCheckedAt, isCheckUnanswered: true });

  await world.control('DELETE', `/faults/${fault.id}`);
  await world.control('PATCH', '/d360/numbers/106540352242922', { key: 'new-key' });
  await clock.advance({ minutes: 5 });
  expect((await check()).body).toMatchObject({ code: 'channel.check_failed' });
  const found = { trouble: 'wrong_key', lastCheckedAt: clock.now().toString(), isCheckUnanswered: false };
  expect((await get(id)).body).toMatchObject(found);
});

test('a bot whose webhook another program took over continues sending, and its owner is notified', async () => {
  const { id } = (await connectBot()).body;
  await fetch(`${world.url}/tg/bot${BOT}/deleteWebhook`, { method: 'POST' });
  await server.runRepeated('channels.check-all');
  await server.runJobs();
  expect((await get(id)).body).toMatchObject({ state: 'Authorized', trouble: 'hook_failing' });
  expect(await notices()).toMatchObject([{ kind: 'channel_down', severity: 'attention' }]);
  const again = await call(contract.reconnectChannel, { token, params: { channelId: id }, body: {} });
  expect(again.body).toMatchObject({ state: 'Authorized', trouble: null });
});

test('a product that moved to another address registers its webhooks again', async () => {
  const { id } = (await connectBot()).body;
  await server.runJobs();
  server.ctx.config.publicUrl = 'https://moved.salon.example';
  await checkMovedChannels(server.ctx);
  await server.runJobs();
  const { bots } = await world.control<{ bots: { webhook: { url: string } }[] }>('GET', '/tg');
  expect(bots[0]!.webhook.url).toMatch(/^https:\/\/moved\.salon\.example\/hooks\/telegram_bot\//);
  expect((await get(id)).body).toMatchObject({ state: 'Authorized', trouble: null });

  await world.control('DELETE', '/log');
  await checkMovedChannels(server.ctx);
  await server.runJobs();
  expect(await world.control('GET', '/log?channel=tg')).toEqual({ requests: [] });
  server.ctx.config.publicUrl = server.origin;
});

test('templates are read on request', async () => {
  const { id } = (await connectWhatsApp()).body;
  const sync = () => call(contract.syncChannelTemplates, { token, params: { channelId: id } });
  const before = await sync();
  expect(before.body.templates.find(({ name }) => name === 'visit_promo')).toMatchObject({ status: 'rejected' });
  await world.control('POST', '/d360/templates', { name: 'visit_promo', status: 'APPROVED' });
  expect((await sync()).body.templates.find(({ name }) => name === 'visit_promo')).toMatchObject({
    status: 'approved',
  });
  await world.control('POST', '/fault', { channel: 'd360', action: 'http', status: 500 });
  expect(await sync()).toMatchObject({ status: 503, body: { code: 'provider.unreachable' } });
  await world.control('PATCH', '/d360/numbers/106540352242922', { key: 'another' });
  expect((await sync()).body).toMatchObject({ code: 'channel.check_failed', details: { trouble: 'wrong_key' } });
});

test('due messages that wait are counted', async () => {
  const { id } = (await connectWhatsApp()).body;
  const due = clock.now();
  await aMessage({ tenantId, channelId: id, dueAt: due.toString() });
  await aMessage({ tenantId, channelId: id, dueAt: due.add({ hours: 1 }).toString() });
  expect((await get(id)).body.waitingCount).toBe(1);
});

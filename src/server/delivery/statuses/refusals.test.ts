import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching } from '#server/testing/world/dispatching.ts';
import { aFakeChannel } from '#server/testing/world/fake-channel.ts';
import { ledgerBuilders } from '#server/testing/rows/ledger.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness, anAddress, anotherChannel } = ledgerBuilders(database.owner);
const { snapshot, dispatch, ledger, planned, reset, statuses } = dispatching(database);
beforeEach(reset);

test('outside the window an approved template is sent instead of free text', async () => {
  const business = await aBusiness();
  const template = { channelId: business.channelId, name: 'visit_reminder', language: 'ru', parameters: ['Anna'] };
  const buttons = [
    { type: 'answer' as const, title: 'Yes', id: 'c:1' },
    { type: 'answer' as const, title: 'No', id: 'x:1' },
  ];
  const content = { text: 'See you', image: null, buttons, templates: [template] };
  await planned(business, { changes: { content } });
  const channel = aFakeChannel({ traits: { windowHours: 24 } });
  await dispatch(channel, business);
  expect(channel.sent[0]?.message.template).toEqual({
    name: 'visit_reminder',
    language: 'ru',
    parameters: ['Anna'],
    buttonIds: [
      { index: 0, id: 'c:1' },
      { index: 1, id: 'x:1' },
    ],
  });
});

test('without a template the next channel is tried, and without a channel the reason is stored', async () => {
  const business = await aBusiness();
  const telegram = await anotherChannel(business);
  await planned(business, { changes: { fallbackChannelIds: [telegram] } });
  const { rows } = await owner.query('select contact_id from messages where tenant_id = $1', [business.tenantId]);
  await anAddress({ ...business, channelId: telegram }, rows[0].contact_id, {
    channelUserId: '555',
    windowHours: null,
  });
  const whatsapp = aFakeChannel({ traits: { windowHours: 24 } });
  const bot = aFakeChannel({ kind: 'telegram_bot', traits: { reachesPhones: false } });
  await dispatch(whatsapp, business);
  await dispatch(bot, business, telegram);
  expect(whatsapp.sent).toEqual([]);
  expect(bot.sent.map(({ message }) => message.to)).toMatchObject([{ channelUserId: '555' }]);
  await planned(business, { changes: {} });
  await dispatch(whatsapp, business);
  expect((await ledger(business)).map((row) => row.reason)).toContain('template_missing');
});

test('an unregistered number is not tried again, and the next channel takes over', async () => {
  const business = await aBusiness();
  const telegram = await anotherChannel(business);
  await planned(business, { changes: { fallbackChannelIds: [telegram] } });
  const { rows } = await owner.query('select contact_id from messages where tenant_id = $1', [business.tenantId]);
  const address = await anAddress(business, rows[0].contact_id, { channelUserId: '79160000000' });
  const channel = aFakeChannel({
    answer: () => ({ kind: 'refused', errorClass: 'recipient_invalid', code: '131026', text: 'Undeliverable' }),
  });
  await dispatch(channel, business);
  expect(await ledger(business)).toMatchObject([{ status: 'planned', channel_id: telegram, fallback_channel_ids: [] }]);
  const known = await owner.query('select state, state_reason from contact_addresses where id = $1', [address]);
  expect(known.rows).toEqual([{ state: 'unreachable', state_reason: 'Undeliverable' }]);
});

test.each([
  { kind: 'dialog360', code: '131050', scope: 'marketing' },
  { kind: 'telegram_bot', code: '403', scope: 'all' },
] as const)('who has shut us out, as $kind tells by $code, has shut out $scope', async ({ kind, code, scope }) => {
  const business = await aBusiness({ kind });
  await planned(business);
  const channel = aFakeChannel({
    kind,
    answer: () => ({ kind: 'refused', errorClass: 'opted_out', code, text: 'Stopped' }),
  });
  await dispatch(channel, business);
  expect(await ledger(business)).toMatchObject([{ status: 'failed', reason: 'opted_out' }]);
  const { rows } = await owner.query('select source, scope, channel_id from opt_outs where tenant_id = $1', [
    business.tenantId,
  ]);
  expect(rows).toEqual([{ source: 'provider', scope, channel_id: business.channelId }]);
});

test('a refused key stops the channel: its messages wait and nothing more is tried', async () => {
  const business = await aBusiness();
  await planned(business, { count: 100 });
  const channel = aFakeChannel({
    answer: () => ({ kind: 'refused', errorClass: 'auth', code: '401', text: 'Invalid api_key' }),
  });
  await dispatch(channel, business);
  const tried = channel.sent.length;
  expect(tried).toBeLessThanOrEqual(64);
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(tried);
  expect(await statuses(business)).toEqual(Array(100).fill('planned'));
  const { rows } = await owner.query('select state from channels where id = $1', [business.channelId]);
  expect(rows).toEqual([{ state: 'NotAuthorized' }]);
});

test('a temporary failure is retried later, five attempts in all', async () => {
  const business = await aBusiness();
  await planned(business, { changes: { useBy: null } });
  const channel = aFakeChannel({
    answer: () => ({
      kind: 'unreached',
      errorClass: 'temporary',
      code: '131000',
      text: 'Something went wrong',
      retryAfterMs: null,
      scope: 'person',
    }),
  });
  for (let hours = 0; hours < 8; hours++) {
    await dispatch(channel, business);
    snapshot.now = snapshot.now.add({ hours: 1 });
  }
  expect(channel.sent).toHaveLength(5);
  expect(await ledger(business)).toMatchObject([{ status: 'failed', reason: 'provider_refused' }]);
});

test('a message without an answer has an unknown outcome and is not sent again by itself', async () => {
  const business = await aBusiness({ kind: 'telegram_bot' });
  await planned(business);
  const channel = aFakeChannel({
    kind: 'telegram_bot',
    traits: { echoesReference: false, settlesWithinMs: 0 },
    answer: () => ({ kind: 'unknown', text: 'timeout' }),
  });
  await dispatch(channel, business);
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(1);
  expect(await statuses(business)).toEqual(['unknown']);
  const { rows } = await owner.query(`select params from notices where tenant_id = $1 and kind = 'in_doubt'`, [
    business.tenantId,
  ]);
  expect(rows).toEqual([{ params: { channelId: business.channelId, count: 1 } }]);
});

test('due messages of a removed channel move to the next one', async () => {
  const business = await aBusiness();
  const telegram = await anotherChannel(business);
  await planned(business, { changes: { fallbackChannelIds: [telegram] } });
  await owner.query('update channels set removed_at = now() where id = $1', [business.channelId]);
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toEqual([]);
  expect(await ledger(business)).toMatchObject([{ status: 'planned', channel_id: telegram }]);
});

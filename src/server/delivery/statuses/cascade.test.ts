import { beforeEach, expect, test } from 'vitest';
import type { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { aFakeChannel, aStatus, accepted, type FakeChannel } from '#server/testing/world/fake-channel.ts';
import { type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { cancelMessages } from '#server/delivery/planning/actions.ts';
import { passMessagesOn } from './cascade-actions.ts';
import { getMessageTrace } from '#server/delivery/log/log-actions.ts';
import { applyReply } from '#server/delivery/inbound/reply-actions.ts';
import { applyStatuses } from './status-actions.ts';
import type { StatusEvent } from './status-rules.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness, anotherChannel } = ledgerBuilders(owner);
const { snapshot, context, dispatch, ledger, messagesLeft, planned, reset } = dispatching(database);
beforeEach(reset);

type House = Business & { sms: ChannelId; messageId: string };

const whatsApp = () => aFakeChannel({ answer: () => accepted('wamid.1') });
const sms = (options: Parameters<typeof aFakeChannel>[0] = {}) =>
  aFakeChannel({ kind: 'twilio_sms', answer: () => accepted('SM1'), ...options });
const REFUSED = { kind: 'refused', errorClass: 'recipient_invalid', code: '30005', text: 'Unknown' } as const;

/** A cabinet that goes on after half an hour: a message WhatsApp has accepted, with SMS after it. */
async function house({
  channel = whatsApp(),
  minutes = 30,
}: { channel?: FakeChannel; minutes?: number | null } = {}): Promise<House> {
  const business = await aBusiness({ messages: 10 });
  const next = await anotherChannel(business, 'twilio_sms');
  if (minutes !== null) await owner.query('insert into cascades values ($1, $2)', [business.tenantId, minutes]);
  const [messageId = ''] = await planned(business, { changes: { fallbackChannelIds: [next] } });
  await dispatch(channel, business);
  return { ...business, sms: next, messageId };
}

async function pass(minutes: number): Promise<void> {
  snapshot.now = NOON.add({ minutes });
  await passMessagesOn(context());
}

const receive = (business: House, changes: Partial<StatusEvent>, channelId: ChannelId = business.channelId) =>
  withTenant(context(), business.tenantId, (scope) => {
    const { kind, traits } = channelId === business.channelId ? whatsApp() : sms();
    return applyStatuses(scope, { id: channelId, kind, traits }, [aStatus({ at: snapshot.now, ...changes })]);
  });

async function trace({ tenantId, messageId }: House): Promise<string[]> {
  const { steps } = await withTenant(context(), tenantId, (scope) => getMessageTrace(scope, messageId));
  return steps.map(({ kind, name, rule }) => [kind, name, rule].filter(Boolean).join(' '));
}

async function tallies({ tenantId }: House): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    'select status, sum(count)::int as count from message_tallies where tenant_id = $1 group by 1 having sum(count) <> 0',
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

test('what is not delivered in the chosen time goes on to the next channel, once, and counts as one message', async () => {
  const salon = await house();
  await receive(salon, { status: 'sent' });
  await pass(29);
  expect(await ledger(salon)).toMatchObject([{ status: 'sent', channel_id: salon.channelId }]);
  await pass(30);
  await pass(31);
  const next = sms();
  await dispatch(next, salon, salon.sms);
  await pass(90);
  expect(next.sent).toHaveLength(1);
  expect(await ledger(salon)).toMatchObject([
    { status: 'accepted', channel_id: salon.sms, provider_message_id: 'SM1', fallback_channel_ids: [] },
  ]);
  expect(await messagesLeft(salon)).toBe(9);
  expect(await tallies(salon)).toEqual({ accepted: 1 });
  expect(await trace(salon)).toEqual([
    'send dialog360',
    'status sent',
    'moved twilio_sms not_delivered',
    'send twilio_sms',
  ]);
});

test.each([
  ['was delivered', { status: 'delivered' as const }, ''],
  ['was answered', null, 'update messages set replied_at = now() where tenant_id = $1'],
  ['is of no use any more', null, `update messages set use_by = '2026-03-02T09:10:00Z' where tenant_id = $1`],
])('a message that %s stays with its channel', async (_, status, change) => {
  const salon = await house();
  if (status) await receive(salon, status);
  else await owner.query(change, [salon.tenantId]);
  await pass(60);
  expect(await ledger(salon)).toMatchObject([{ channel_id: salon.channelId, passes_on_at: null }]);
});

test.each([
  [0, 120, 'stays'],
  [5, 6, 'goes on'],
])("a sender's own time of %i minutes comes before the cabinet's", async (own, after, what) => {
  const business = await aBusiness();
  const next = await anotherChannel(business, 'twilio_sms');
  await owner.query('insert into cascades values ($1, 30)', [business.tenantId]);
  await owner.query('update senders set pass_on_minutes = $2 where tenant_id = $1', [business.tenantId, own]);
  await planned(business, { changes: { fallbackChannelIds: [next] } });
  await dispatch(whatsApp(), business);
  await pass(after);
  expect(await ledger(business)).toMatchObject([{ channel_id: what === 'stays' ? business.channelId : next }]);
});

test('without a time, and on a channel that confirms no delivery, a message stays where it was accepted', async () => {
  const untimed = await house({ minutes: null });
  const unconfirmed = await house({
    channel: aFakeChannel({ traits: { lastStatus: 'sent' }, answer: () => accepted('wamid.1') }),
  });
  await pass(2_000);
  for (const salon of [untimed, unconfirmed])
    expect(await ledger(salon)).toMatchObject([{ channel_id: salon.channelId, status: 'accepted' }]);
});

test('a delivery reported while the next channel has not sent yet takes the message back', async () => {
  const salon = await house();
  await pass(31);
  await receive(salon, { status: 'delivered' });
  await receive(salon, { status: 'sent' });
  const next = sms();
  await dispatch(next, salon, salon.sms);
  expect(next.sent).toEqual([]);
  expect(await ledger(salon)).toMatchObject([
    { status: 'delivered', channel_id: salon.channelId, provider_message_id: 'wamid.1' },
  ]);
  await receive(salon, { status: 'read' });
  expect(await tallies(salon)).toEqual({ read: 1 });
  expect(await messagesLeft(salon)).toBe(9);
});

test('a delivery reported after the next channel has sent is shown as late, in any order and repeated, and counts no more', async () => {
  const salon = await house();
  await pass(31);
  await dispatch(sms(), salon, salon.sms);
  await pass(33);
  for (const status of ['read', 'delivered', 'sent', 'delivered', 'failed'] as const)
    await receive(salon, { status, errorClass: status === 'failed' ? 'recipient_invalid' : null });
  await receive(salon, { status: 'delivered', providerMessageId: 'SM1' }, salon.sms);
  expect(await tallies(salon)).toEqual({ delivered: 1 });
  expect(await ledger(salon)).toMatchObject([{ status: 'delivered', channel_id: salon.sms }]);
  expect(await trace(salon)).toEqual([
    'send dialog360',
    'moved twilio_sms not_delivered',
    'send twilio_sms',
    'status sent',
    'status delivered',
    'late dialog360',
  ]);
});

test.each([
  ['at once', true],
  ['later, as a status', false],
])('when the next channel refuses it %s, the message stays as the first one left it', async (_, isAtOnce) => {
  const salon = await house();
  await pass(31);
  await dispatch(sms(isAtOnce ? { answer: () => REFUSED } : {}), salon, salon.sms);
  if (!isAtOnce)
    await receive(
      salon,
      { status: 'failed', errorClass: 'recipient_invalid', text: 'Unknown', providerMessageId: 'SM1' },
      salon.sms,
    );
  expect(await ledger(salon)).toMatchObject([
    { status: 'accepted', channel_id: salon.channelId, provider_message_id: 'wamid.1', error_text: null },
  ]);
  expect(await messagesLeft(salon)).toBe(9);
  await receive(salon, { status: 'delivered' });
  expect(await tallies(salon)).toEqual({ delivered: 1 });
  expect((await trace(salon)).filter((step) => step.startsWith('stays'))).toEqual([
    'stays dialog360 recipient_invalid',
  ]);
});

test('while it waits for the next channel it is neither cancelled nor planned anew, and an unwanted one stays as sent', async () => {
  const salon = await house();
  await pass(31);
  await withTenant(context(), salon.tenantId, (scope) =>
    cancelMessages(scope, { senderId: salon.flowId }, 'flow_deleted'),
  );
  expect(await ledger(salon)).toMatchObject([{ status: 'planned', channel_id: salon.sms }]);
  snapshot.dueCheck = async (_scope, messages) =>
    new Map(messages.map(({ id }) => [id, { kind: 'skip', rule: 'visit_cancelled', compared: {} }]));
  const next = sms();
  await dispatch(next, salon, salon.sms);
  expect(next.sent).toEqual([]);
  expect(await ledger(salon)).toMatchObject([{ status: 'accepted', channel_id: salon.channelId }]);
  expect(await tallies(salon)).toEqual({ accepted: 1 });
  expect(await messagesLeft(salon)).toBe(9);
});

test.each([
  ['has a trouble', `update channels set trouble = 'hook_failing' where tenant_id = $1 and id = $2`],
  [
    'has unread payloads',
    `insert into inbox (tenant_id, id, provider, source_id, dedupe_key, headers, body, received_at)
     values ($1, gen_random_uuid(), 'dialog360', $2, 'post', '{}', '', now())`,
  ],
  ['was removed', 'update channels set removed_at = now() where tenant_id = $1 and id = $2'],
])('what a channel delivered may be unknown while it %s: nothing goes on', async (_, change) => {
  const salon = await house();
  await owner.query(change, [salon.tenantId, salon.channelId]);
  await pass(31);
  expect(await ledger(salon)).toMatchObject([{ status: 'accepted', channel_id: salon.channelId }]);
});

test('a message goes on to the next channel that works, and waits while none does', async () => {
  const salon = await house();
  const stop = (state: string) => owner.query('update channels set state = $2 where id = $1', [salon.sms, state]);
  await stop('NotAuthorized');
  await pass(31);
  expect(await ledger(salon)).toMatchObject([{ status: 'accepted', channel_id: salon.channelId }]);
  await stop('Authorized');
  await pass(47);
  expect(await ledger(salon)).toMatchObject([{ status: 'planned', channel_id: salon.sms }]);
});

test('due messages of a channel that is down go on after the same time', async () => {
  const business = await aBusiness();
  const next = await anotherChannel(business, 'twilio_sms');
  await owner.query('insert into cascades values ($1, 30)', [business.tenantId]);
  const [messageId = ''] = await planned(business, { changes: { fallbackChannelIds: [next] } });
  await owner.query(`update channels set state = 'NotAuthorized' where id = $1`, [business.channelId]);
  await pass(29);
  expect(await ledger(business)).toMatchObject([{ channel_id: business.channelId }]);
  await pass(30);
  const channel = sms();
  await dispatch(channel, business, next);
  expect(channel.sent).toHaveLength(1);
  expect(await trace({ ...business, sms: next, messageId })).toEqual([
    'moved twilio_sms channel_unavailable',
    'send twilio_sms',
  ]);
});

test('a channel removed while a message waits for it gives the message back', async () => {
  const salon = await house();
  await pass(31);
  await owner.query('update channels set removed_at = now() where id = $1', [salon.sms]);
  await dispatch(sms(), salon, salon.sms);
  expect(await ledger(salon)).toMatchObject([{ status: 'accepted', channel_id: salon.channelId }]);
});

/** Has the contact of a message answer on a channel. @returns whether a message was marked as answered */
const answered = (salon: House, channelId: ChannelId, quotedProviderId: string | null = null) =>
  withTenant(context(), salon.tenantId, async (scope) => {
    const { contact_id: contactId } = await scope.tx
      .selectFrom('messages')
      .select('contact_id')
      .where('tenant_id', '=', salon.tenantId)
      .where('id', '=', salon.messageId)
      .executeTakeFirstOrThrow();
    return applyReply(scope, {
      contactId: ContactId.parse(contactId),
      channelId,
      quotedProviderId,
      at: snapshot.now,
    });
  });

test.each([
  ['on the channel it left', 'first', null],
  ['on the channel it left, quoted', 'first', 'wamid.1'],
  ['on its present channel', 'next', null],
  ['on a channel it never took', 'other', null],
] as const)('a message that went on is marked as answered once by an answer %s', async (_, where, quoted) => {
  const salon = await house();
  const other = await anotherChannel(salon, 'telegram_bot');
  await pass(31);
  await dispatch(sms(), salon, salon.sms);
  const channelId = { first: salon.channelId, next: salon.sms, other }[where];
  expect(await answered(salon, channelId, quoted)).toBe(true);
  expect(await answered(salon, channelId, quoted)).toBe(false);
  expect(await ledger(salon)).toMatchObject([{ status: 'accepted', channel_id: salon.sms, replied_at: snapshot.now }]);
  expect(await trace(salon)).toContain('reply replied');
  const { rows } = await owner.query(
    'select sum(count)::int as count, sum(replied)::int as replied from message_tallies where tenant_id = $1',
    [salon.tenantId],
  );
  expect(rows).toEqual([{ count: 1, replied: 1 }]);
});

test('an answer on the channel a message left, before the next one sent it, takes the message back', async () => {
  const salon = await house();
  await pass(31);
  expect(await answered(salon, salon.sms)).toBe(false);
  expect(await answered(salon, salon.channelId)).toBe(true);
  const next = sms();
  await dispatch(next, salon, salon.sms);
  expect(next.sent).toEqual([]);
  expect(await ledger(salon)).toMatchObject([
    { status: 'accepted', channel_id: salon.channelId, replied_at: snapshot.now, passes_on_at: null },
  ]);
  expect(await tallies(salon)).toEqual({ accepted: 1 });
});

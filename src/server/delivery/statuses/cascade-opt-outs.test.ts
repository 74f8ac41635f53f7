import { beforeEach, expect, test } from 'vitest';
import type { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { optOut } from '#server/contacts/book/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { accepted, aFakeChannel, aStatus } from '#server/testing/world/fake-channel.ts';
import { type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { passMessagesOn } from './cascade-actions.ts';
import { getMessageTrace } from '#server/delivery/log/log-actions.ts';
import { applyStatuses } from './status-actions.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness, anotherChannel } = ledgerBuilders(owner);
const { snapshot, context, dispatch, ledger, messagesLeft, planned, reset } = dispatching(database);
beforeEach(reset);

const whatsApp = () => aFakeChannel({ answer: () => accepted('wamid.1') });
const sms = () => aFakeChannel({ kind: 'twilio_sms', answer: () => accepted('SM1') });

async function trace({ tenantId }: Business, messageId: string): Promise<string[]> {
  const { steps } = await withTenant(context(), tenantId, (scope) => getMessageTrace(scope, messageId));
  return steps.map(({ kind, name, rule }) => [kind, name, rule].filter(Boolean).join(' '));
}

const LEFT_LATER = {
  errorClass: 'opted_out',
  code: '131050',
  text: 'User has stopped marketing messages',
} as const;
const LEFT = { kind: 'refused', ...LEFT_LATER } as const;

test.each([
  ['a service message', false, 'at once'],
  ['marketing', true, 'at once'],
  ['a service message', false, 'later, as a status'],
  ['marketing', true, 'later, as a status'],
])(
  '%s (marketing: %s) refused %s because the contact left the channel goes on to the next',
  async (_, isMarketing, when) => {
    const business = await aBusiness({ messages: 10 });
    const next = await anotherChannel(business, 'twilio_sms');
    const [messageId = ''] = await planned(business, { changes: { fallbackChannelIds: [next], isMarketing } });
    await dispatch(when === 'at once' ? aFakeChannel({ answer: () => LEFT }) : whatsApp(), business);
    if (when !== 'at once')
      await withTenant(context(), business.tenantId, (scope) => {
        const { kind, traits } = whatsApp();
        return applyStatuses(scope, { id: business.channelId, kind, traits }, [
          aStatus({ ...LEFT_LATER, at: snapshot.now, status: 'failed' }),
        ]);
      });
    const { rows } = await owner.query('select source, channel_id, note from opt_outs where tenant_id = $1', [
      business.tenantId,
    ]);
    expect(rows).toEqual([
      { source: 'provider', channel_id: business.channelId, note: '131050 User has stopped marketing messages' },
    ]);
    const channel = sms();
    await dispatch(channel, business, next);
    expect(channel.sent).toHaveLength(1);
    expect(await ledger(business)).toMatchObject([{ status: 'accepted', channel_id: next, fallback_channel_ids: [] }]);
    expect(await messagesLeft(business)).toBe(9);
    expect(await trace(business, messageId)).toEqual([
      'send dialog360',
      'status failed',
      'moved twilio_sms opted_out',
      'send twilio_sms',
    ]);
  },
);

/** Opts the contact of the first message out, of one channel or of all. */
const leave = async (business: Business, channelId: ChannelId | null, scope: 'all' | 'marketing' = 'all') => {
  const contactId = ContactId.parse((await ledger(business))[0].contact_id);
  await withTenant(context(), business.tenantId, (within) =>
    optOut(within, { contactId, channelId, scope, source: 'member' }),
  );
};

test('a message whose contact opted out of its channel goes on when it is due, unless they opted out of everything too', async () => {
  const business = await aBusiness({ messages: 10 });
  const next = await anotherChannel(business, 'twilio_sms');
  const [messageId = ''] = await planned(business, { changes: { fallbackChannelIds: [next] } });
  await leave(business, business.channelId);
  const [first, second] = [whatsApp(), sms()];
  await dispatch(first, business);
  expect(first.sent).toEqual([]);
  expect(await ledger(business)).toMatchObject([{ status: 'planned', channel_id: next }]);
  snapshot.now = NOON.add({ minutes: 1 });
  await leave(business, null);
  await dispatch(second, business, next);
  expect(second.sent).toEqual([]);
  expect(await ledger(business)).toMatchObject([{ status: 'skipped', reason: 'opted_out', channel_id: next }]);
  expect(await messagesLeft(business)).toBe(10);
  expect(await trace(business, messageId)).toEqual(['moved twilio_sms opted_out', 'verdict skipped opted_out']);
});

test('an opt-out from marketing on a channel leaves reminders there, and passes marketing on', async () => {
  const business = await aBusiness();
  const next = await anotherChannel(business, 'twilio_sms');
  await planned(business, { changes: { fallbackChannelIds: [next] } });
  await leave(business, business.channelId, 'marketing');
  await dispatch(whatsApp(), business);
  expect(await ledger(business)).toMatchObject([{ status: 'accepted', channel_id: business.channelId }]);
  const other = await aBusiness();
  const further = await anotherChannel(other, 'twilio_sms');
  await planned(other, { changes: { fallbackChannelIds: [further], isMarketing: true } });
  await leave(other, other.channelId, 'marketing');
  await dispatch(whatsApp(), other);
  await dispatch(sms(), other, further);
  expect(await ledger(other)).toMatchObject([{ status: 'accepted', channel_id: further }]);
});

test('a contact who opted out of the next channel gets what was not delivered on the one after it', async () => {
  const business = await aBusiness({ messages: 10 });
  const [second, third] = [await anotherChannel(business, 'twilio_sms'), await anotherChannel(business, 'sigma_sms')];
  await owner.query('insert into cascades values ($1, 30)', [business.tenantId]);
  const [messageId = ''] = await planned(business, { changes: { fallbackChannelIds: [second, third] } });
  await dispatch(whatsApp(), business);
  await leave(business, second);
  snapshot.now = NOON.add({ minutes: 31 });
  await passMessagesOn(context());
  const [passed, last] = [sms(), aFakeChannel({ kind: 'sigma_sms' })];
  await dispatch(passed, business, second);
  await dispatch(last, business, third);
  expect([passed.sent.length, last.sent.length]).toEqual([0, 1]);
  expect(await messagesLeft(business)).toBe(9);
  expect(await trace(business, messageId)).toEqual([
    'send dialog360',
    'moved twilio_sms not_delivered',
    'moved sigma_sms opted_out',
    'send sigma_sms',
  ]);
});

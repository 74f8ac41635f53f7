import { beforeEach, expect, test } from 'vitest';
import type { SendOutcome } from '#server/channels/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { aFakeChannel, aStatus, accepted } from '#server/testing/world/fake-channel.ts';
import { type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { applyEarlyStatuses, applyStatuses } from './status-actions.ts';
import type { StatusEvent } from './status-rules.ts';

const database = await testDatabase();
const { aBusiness } = ledgerBuilders(database.owner);
const { context, dispatch, ledger, messagesLeft, planned, reset } = dispatching(database);
beforeEach(reset);

const DAY_MS = 86_400_000;

/** The statuses arrive while the call is still open, without our reference; then the send is recorded. */
async function receiveEarly(business: Business, statuses: readonly Partial<StatusEvent>[], answer: SendOutcome) {
  const channel = aFakeChannel({
    answer: async () => {
      await withTenant(context(), business.tenantId, (scope) => {
        const source = { id: business.channelId, kind: channel.kind, traits: channel.traits };
        return applyStatuses(scope, source, statuses.map(statusAtNoon));
      });
      return answer;
    },
  });
  await dispatch(channel, business);
  await withTenant(context(channel), business.tenantId, (scope) => applyEarlyStatuses(scope, business.channelId));
}

const statusAtNoon = (changes: Partial<StatusEvent>) => aStatus({ at: NOON, ...changes });

test('a limit on marketing received before the send is recorded still delays the message by a day', async () => {
  const business = await aBusiness();
  await planned(business, { changes: { useBy: null } });
  const limit = { status: 'failed', errorClass: 'temporary', code: '131049', retryAfterMs: DAY_MS } as const;
  await receiveEarly(business, [limit], accepted('wamid.1'));
  const [message] = await ledger(business);
  expect(message).toMatchObject({ status: 'planned', error_code: '131049' });
  expect(message.due_at.toString()).toBe(NOON.add({ hours: 24 }).toString());
});

test('a final refusal received before the send is recorded returns the message to the quota, once', async () => {
  const business = await aBusiness({ messages: 10 });
  await planned(business);
  const refusal = { status: 'failed', errorClass: 'content_rejected', code: '132015', text: 'Paused' } as const;
  await receiveEarly(business, [refusal, refusal], accepted('wamid.1'));
  expect(await ledger(business)).toMatchObject([
    { status: 'failed', reason: 'content_rejected', error_text: 'Paused' },
  ]);
  expect(await messagesLeft(business)).toBe(10);
});

test('read received before delivered, sent and the record of the send makes the message read, with every time', async () => {
  const business = await aBusiness();
  await planned(business);
  const times = [4, 2, 1].map((seconds) => NOON.add({ seconds }));
  const statuses = (['read', 'delivered', 'sent'] as const).map((status, n) => ({ status, at: times[n] ?? NOON }));
  await receiveEarly(business, statuses, accepted('wamid.1'));
  const [message] = await ledger(business);
  expect(message).toMatchObject({ status: 'read', provider_message_id: 'wamid.1' });
  expect([message.read_at, message.delivered_at, message.sent_at].map(String)).toEqual(times.map(String));
});

test('a delivery outweighs a failure of another device, received before the record of the send', async () => {
  const business = await aBusiness();
  await planned(business);
  await receiveEarly(
    business,
    [{ status: 'failed', errorClass: 'recipient_invalid', code: '131026' }, { status: 'delivered' }],
    accepted('wamid.1'),
  );
  expect(await ledger(business)).toMatchObject([{ status: 'delivered', error_class: null }]);
});

test('statuses with our reference before the answer are applied at once, and the answer does not undo them', async () => {
  const business = await aBusiness({ messages: 10 });
  const [reference = null] = await planned(business, { changes: { useBy: null } });
  const limit = { status: 'failed', errorClass: 'temporary', code: '131049', retryAfterMs: DAY_MS } as const;
  await receiveEarly(business, [{ ...limit, reference }], accepted('wamid.1'));
  const [message] = await ledger(business);
  expect(message).toMatchObject({ status: 'planned', provider_message_id: null, former_provider_ids: ['wamid.1'] });
  expect(message.due_at.toString()).toBe(NOON.add({ hours: 24 }).toString());
});

import { beforeEach, expect, test } from 'vitest';
import type { Checked, PolledStatus } from '#server/channels/port.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { aFakeChannel, accepted } from '#server/testing/world/fake-channel.ts';
import { type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { pollStatuses } from './poll-actions.ts';
import { planPoll } from './poll-rules.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness } = ledgerBuilders(owner);
const { context, dispatch, ledger, planned, reset, snapshot, statuses } = dispatching(database);
beforeEach(reset);

const POLLS = { afterSeconds: [10, 30, 120], isOnlySource: true };
const status = (change: Partial<PolledStatus> = {}): PolledStatus => ({
  providerMessageId: 'sms.1',
  status: 'sent',
  errorClass: null,
  code: null,
  text: null,
  cost: null,
  ...change,
});

/** A channel that answers each request with the next of the answers, the last one again and again. */
function aPolledChannel(answers: readonly (Checked<PolledStatus[]> | PolledStatus[])[], statusPolls = POLLS) {
  const requested: string[][] = [];
  const traits = { statusPolls, echoesReference: false, settlesWithinMs: 0 };
  const channel = aFakeChannel({ traits, answer: () => accepted('sms.1') });
  return {
    ...channel,
    requested,
    async pollStatuses(_credentials: unknown, ids: readonly string[]): Promise<Checked<PolledStatus[]>> {
      const answer = answers[Math.min(requested.push([...ids]), answers.length) - 1] ?? [];
      return Array.isArray(answer) ? { isOk: true, value: answer } : answer;
    },
  };
}
type Polled = ReturnType<typeof aPolledChannel>;

const waitSeconds = (seconds: number) => void (snapshot.now = NOON.add({ seconds }));
const poll = async (channel: Polled, { tenantId, channelId }: Business) => {
  await owner.query('delete from graphile_worker._private_jobs where key = $1', [`poll-statuses:${channelId}`]);
  await pollStatuses(context(channel), tenantId, channelId, new AbortController().signal);
};
const nextPoll = async ({ channelId }: Business): Promise<Temporal.Instant | undefined> => {
  const key = `poll-statuses:${channelId}`;
  const { rows } = await owner.query('select run_at from graphile_worker._private_jobs where key = $1', [key]);
  return rows[0]?.run_at;
};
const sent = async (channel: Polled): Promise<Business> => {
  const business = await aBusiness();
  await planned(business);
  await dispatch(channel, business);
  return business;
};

test('statuses are requested by the schedule of the kind, until one is final', async () => {
  const channel = aPolledChannel([[status()], [status({ status: 'delivered' })]]);
  const business = await sent(channel);
  await poll(channel, business);
  expect([channel.requested, await nextPoll(business)]).toEqual([[], NOON.add({ seconds: 10 })]);

  waitSeconds(10);
  await poll(channel, business);
  expect([await statuses(business), await nextPoll(business)]).toEqual([['sent'], NOON.add({ seconds: 30 })]);

  waitSeconds(30);
  await poll(channel, business);
  expect(channel.requested).toEqual([['sms.1'], ['sms.1']]);
  expect([await statuses(business), await nextPoll(business)]).toEqual([['delivered'], undefined]);
});

test('without a final status after the last request the outcome is unknown, and a member is told', async () => {
  const channel = aPolledChannel([[status()]]);
  const business = await sent(channel);
  waitSeconds(300);
  await poll(channel, business);
  expect(await ledger(business)).toMatchObject([{ status: 'unknown', error_class: 'unknown_result' }]);
  expect(await nextPoll(business)).toBeUndefined();
  const { rows } = await owner.query('select kind from notices where tenant_id = $1', [business.tenantId]);
  expect(rows).toEqual([{ kind: 'in_doubt' }]);
});

test('a failed message fails as by a webhook', async () => {
  const lost = status({ status: 'failed', errorClass: 'recipient_invalid', code: 'failed', text: 'No such number' });
  const channel = aPolledChannel([[lost]]);
  const business = await sent(channel);
  waitSeconds(10);
  await poll(channel, business);
  expect(await ledger(business)).toMatchObject([{ status: 'failed', reason: 'recipient_invalid' }]);
});

test('a provider that does not answer is requested again in a minute, and nothing is lost', async () => {
  const silent = { isOk: false, trouble: 'unreachable', text: 'timeout', isTemporary: true } as const;
  const channel = aPolledChannel([silent, [status({ status: 'delivered' })]]);
  const business = await sent(channel);
  waitSeconds(300);
  await poll(channel, business);
  expect([await statuses(business), await nextPoll(business)]).toEqual([['accepted'], NOON.add({ seconds: 360 })]);
  waitSeconds(360);
  await poll(channel, business);
  expect(await statuses(business)).toEqual(['delivered']);
});

test('where statuses are posted too, a message is requested until its price is stated', async () => {
  const cost = { amount: 0.0079, currency: 'USD', parts: 2 };
  const delivered = status({ status: 'delivered' });
  const channel = aPolledChannel([[delivered], [{ ...delivered, cost }]], { ...POLLS, isOnlySource: false });
  const business = await sent(channel);
  waitSeconds(10);
  await poll(channel, business);
  expect(await ledger(business)).toMatchObject([{ status: 'delivered', cost: null }]);
  waitSeconds(30);
  await poll(channel, business);
  expect(await ledger(business)).toMatchObject([{ cost: 0.0079, cost_currency: 'USD', cost_parts: 2 }]);
  expect(await nextPoll(business)).toBeUndefined();
});

const NEXT = { nextAt: NOON.add({ seconds: 30 }), isUnreported: false };
const OVER = { nextAt: null, isUnreported: false };
const WITH_WEBHOOKS = { afterSeconds: [1], isOnlySource: false };
const LAST = { ...POLLS, afterSeconds: [10] };

test.each([
  ['an unknown message is requested again', undefined, POLLS, NEXT],
  ['a final status ends the requests', status({ status: 'read' }), POLLS, OVER],
  ['posted statuses are awaited with no doubt', status(), WITH_WEBHOOKS, OVER],
  ['the last request leaves the outcome unknown', undefined, LAST, { ...OVER, isUnreported: true }],
])('%s', (_what, answer, polls, expected) => {
  const now = NOON.add({ seconds: 10 });
  expect(planPoll({ providerMessageId: 'sms.1', acceptedAt: NOON }, answer, polls, now)).toMatchObject(expected);
});

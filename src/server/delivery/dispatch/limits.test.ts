import { beforeEach, expect, test } from 'vitest';
import { addMessages } from '#server/billing/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { accepted, aFakeChannel, tooFast } from '#server/testing/world/fake-channel.ts';
import { ledgerBuilders } from '#server/testing/rows/ledger.ts';
import type { Decision, ReadyMessage } from '#server/delivery/ledger/dispatch-rules.ts';
import { spaceByRecipient } from './spacing-rules.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness } = ledgerBuilders(database.owner);
const { snapshot, context, dispatch, ledger, messagesLeft, nextRun, planned, reset, statuses } = dispatching(database);
beforeEach(reset);

test('with the quota used up messages wait, and after a top-up all are sent', async () => {
  const business = await aBusiness({ messages: 30 });
  await planned(business, { count: 100 });
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(30);
  const waiting = (await ledger(business)).filter((row) => row.status === 'planned');
  expect(waiting.map((row) => row.reason)).toEqual(Array(70).fill('quota_exhausted'));
  await withTenant(context(), business.tenantId, (scope) => addMessages(scope, 1_000));
  await dispatch(channel, business);
  expect(new Set(channel.sent.map(({ message }) => message.reference)).size).toBe(100);
  expect(channel.sent).toHaveLength(100);
  expect(await messagesLeft(business)).toBe(930);
});

test('a long pause requested by the provider is the reason messages wait, until they are sent', async () => {
  const business = await aBusiness();
  await planned(business, { count: 3 });
  const channel = aFakeChannel({ answer: (_message, nth) => (nth <= 3 ? tooFast(60_000) : accepted()) });
  await dispatch(channel, business);
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(3);
  expect((await ledger(business)).map((row) => row.reason)).toEqual(Array(3).fill('channel_resting'));
  await owner.query('update channels set throttled_until = null where id = $1', [business.channelId]);
  await dispatch(channel, business);
  expect((await ledger(business)).map((row) => `${row.status} ${row.reason}`)).toEqual(Array(3).fill('accepted null'));
});

test('messages of a broken channel wait for it, and those of a removed one are skipped', async () => {
  const business = await aBusiness();
  await planned(business, { count: 2 });
  const channel = aFakeChannel();
  await owner.query(`update channels set state = 'NotAuthorized' where id = $1`, [business.channelId]);
  await dispatch(channel, business);
  const outcomes = async () => (await ledger(business)).map(({ status, reason }) => `${status} ${reason}`);
  expect(await outcomes()).toEqual(Array(2).fill('planned channel_unavailable'));
  await owner.query('update channels set removed_at = now() where id = $1', [business.channelId]);
  await dispatch(channel, business);
  expect(await outcomes()).toEqual(Array(2).fill('skipped channel_removed'));
  expect(channel.sent).toEqual([]);
});

test('a message that is tried again counts once', async () => {
  const business = await aBusiness({ messages: 10 });
  await planned(business, { count: 5 });
  const channel = aFakeChannel({ answer: (_message, nth) => (nth <= 3 ? tooFast(50) : accepted()) });
  while ((await statuses(business)).includes('planned')) await dispatch(channel, business);
  expect(await statuses(business)).toEqual(Array(5).fill('accepted'));
  expect(await messagesLeft(business)).toBe(5);
});

test('a storm of 429 with 200 queued loses and doubles nothing', async () => {
  const business = await aBusiness();
  await planned(business, { count: 200 });
  const taken = new Map<string, number>();
  const channel = aFakeChannel({
    answer: (message, nth) => {
      if (nth % 3 !== 0) return tooFast(20);
      taken.set(message.reference, (taken.get(message.reference) ?? 0) + 1);
      return accepted();
    },
  });
  while ((await statuses(business)).includes('planned')) await dispatch(channel, business);
  expect([...taken.values()]).toEqual(Array(200).fill(1));
  expect((await ledger(business)).map((row) => row.attempts)).toEqual(Array(200).fill(0));
});

test('the rate of the channel is kept in every second', async () => {
  const business = await aBusiness();
  await planned(business, { count: 60 });
  const channel = aFakeChannel({ traits: { perSecond: 20, burst: 5 } });
  await dispatch(channel, business);
  const times = channel.sent.map(({ at }) => at);
  expect(times).toHaveLength(60);
  const inSecond = times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length);
  expect(Math.max(...inSecond)).toBeLessThanOrEqual(25);
});

test('two messages to one recipient keep the pause between them', async () => {
  const business = await aBusiness();
  const phone = '+79990000011';
  await planned(business, { count: 2, changes: { testPhone: phone } });
  const channel = aFakeChannel({ traits: { perPersonMs: 6_000 } });
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(1);
  const [, second] = await ledger(business);
  expect(second.status).toBe('planned');
  expect(NOON.until(second.due_at).total('milliseconds')).toBeGreaterThanOrEqual(6_000);
});

test('messages that two runs delay for one pause are sent in their order', () => {
  const phone = '79990000011';
  const decision: Decision = { kind: 'send', message: { recipient: phone } as ReadyMessage };
  const dueAfter = (waitMs: number) => spaceByRecipient([decision], new Map([[phone, waitMs]]), 6_500, NOON);
  expect(dueAfter(6_102)).toEqual(dueAfter(6_101));
  expect(dueAfter(6_102)).toMatchObject([{ kind: 'defer', until: NOON.add({ milliseconds: 6_500 }) }]);
});

test('a daily cap holds, and the rest leaves the next day', async () => {
  const business = await aBusiness();
  await owner.query(`update channels set settings = '{"dailyCap": 3}' where id = $1`, [business.channelId]);
  await planned(business, { count: 5, changes: { useBy: null } });
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(3);
  expect(String(await nextRun(business))).toBe('2026-03-02T21:00:00Z'); // midnight in Moscow
  snapshot.now = NOON.add({ hours: 12 });
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(5);
});

test('a text that is refused fails, and is returned to the quota', async () => {
  const business = await aBusiness({ messages: 10 });
  await planned(business);
  const channel = aFakeChannel({
    answer: () => ({
      kind: 'refused',
      errorClass: 'content_rejected',
      code: '132000',
      text: 'Parameters do not match',
    }),
  });
  await dispatch(channel, business);
  expect(await ledger(business)).toMatchObject([
    { status: 'failed', reason: 'content_rejected', error_code: '132000', error_text: 'Parameters do not match' },
  ]);
  expect(await messagesLeft(business)).toBe(10);
  const { rows } = await owner.query(
    `select facts from events where tenant_id = $1 and kind = 'delivery.content_rejected'`,
    [business.tenantId],
  );
  expect(rows).toEqual([{ facts: { senderId: business.flowId, text: 'Parameters do not match' } }]);
});

import { beforeEach, expect, test } from 'vitest';
import { type Database, withTenant } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { aFakeChannel } from '#server/testing/world/fake-channel.ts';
import { ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { cancelMessages } from '#server/delivery/planning/actions.ts';
import { dispatchChannel } from './dispatch-actions.ts';
import type { DueAnswer } from '#server/delivery/port.ts';

const database = await testDatabase();
const { db, owner } = database;
const { aBusiness } = ledgerBuilders(database.owner);
const { snapshot, context, dispatch, ledger, messagesLeft, nextRun, planned, reset, statuses } = dispatching(database);
beforeEach(reset);

test('a due message is sent once, however many workers try', async () => {
  const business = await aBusiness();
  await planned(business, { count: 50 });
  const channel = aFakeChannel();
  await Promise.all([1, 2, 3].map(() => dispatch(channel, business)));
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(50);
  expect(new Set(channel.sent.map(({ message }) => message.reference)).size).toBe(50);
  expect(await statuses(business)).toEqual(Array(50).fill('accepted'));
});

test('a message that is not due yet stays, and the channel runs again when it is due', async () => {
  const business = await aBusiness();
  const dueAt = NOON.add({ minutes: 90 });
  await planned(business, { changes: { dueAt } });
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toEqual([]);
  expect(String(await nextRun(business))).toBe(String(dueAt));
});

test('a channel with a long backlog frees its worker, and runs again after those that wait already', async () => {
  const business = await aBusiness();
  await planned(business, { count: 300, changes: { dueAt: NOON.subtract({ hours: 1 }) } });
  const channel = aFakeChannel({ traits: { perSecond: 50, burst: 1 } });
  await dispatch(channel, business);
  expect(channel.sent.length).toBeGreaterThan(0);
  expect(channel.sent.length).toBeLessThan(300);
  expect(String(await nextRun(business))).toBe(String(NOON));
});

test('messages whose claim was committed but not answered are sent by the next run', async () => {
  const business = await aBusiness();
  await planned(business, { count: 3 });
  const channel = aFakeChannel();
  const { tenantId, channelId } = business;
  const broken = { ...context(channel), db: losesAnswer(2) };
  const run = dispatchChannel(broken, tenantId, channelId, new AbortController().signal);
  await expect(run).rejects.toThrow('terminated');
  expect(channel.sent).toEqual([]);
  await dispatch(channel, business);
  expect(await statuses(business)).toEqual(Array(3).fill('accepted'));
  expect(channel.sent).toHaveLength(3);
});

/** A database whose connection breaks after it has committed its nth transaction: 1 takes the lease, 2 claims. */
function losesAnswer(nth: number): Database {
  let commits = 0;
  const execute: ReturnType<Database['transaction']>['execute'] = async (work) => {
    const result = await db.transaction().execute(work);
    commits++;
    if (commits === nth) throw new Error('Connection terminated unexpectedly');
    return result;
  };
  return { transaction: () => ({ execute }) } as unknown as Database;
}

test('the text of the flow when the message is due is sent', async () => {
  const business = await aBusiness();
  const [id] = await planned(business);
  const content = {
    text: 'At noon',
    image: null,
    buttons: [{ type: 'answer' as const, title: 'Yes', id: 'c:1' }],
    templates: [],
  };
  snapshot.dueCheck = async (_scope, messages) =>
    new Map(messages.map((message) => [message.id, { kind: 'send', content }]));
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent.map(({ message }) => message)).toEqual([
    {
      reference: id,
      to: { phone: expect.stringMatching(/^\+7916/), channelUserId: null },
      text: 'At noon',
      image: null,
      buttons: content.buttons,
      template: null,
    },
  ]);
  expect(await ledger(business)).toMatchObject([
    {
      body: 'At noon',
      recipient: expect.stringMatching(/^\+7916/),
      sent_buttons: [{ number: 1, title: 'Yes', id: 'c:1' }],
    },
  ]);
});

test('a message that its flow no longer wants is skipped, with the reason and the compared values', async () => {
  const business = await aBusiness();
  const [id] = await planned(business);
  const answer: DueAnswer = { kind: 'skip', rule: 'status_differs', compared: { status: 'cancelled' } };
  snapshot.dueCheck = async () => new Map(id ? [[id, answer]] : []);
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toEqual([]);
  expect(await ledger(business)).toMatchObject([{ status: 'skipped', reason: 'status_differs' }]);
  const { rows } = await owner.query('select stage, outcome, rule, compared from verdicts where message_id = $1', [id]);
  expect(rows).toEqual([
    { stage: 'due', outcome: 'skipped', rule: 'status_differs', compared: { status: 'cancelled' } },
  ]);
});

test('a message that its flow delays waits until then', async () => {
  const business = await aBusiness();
  const [id] = await planned(business);
  const until = NOON.add({ hours: 1 });
  snapshot.dueCheck = async () =>
    new Map(id ? [[id, { kind: 'defer', rule: 'quiet_hours', until, compared: {} }]] : []);
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(await ledger(business)).toMatchObject([{ status: 'planned', reason: 'quiet_hours' }]);
  expect(String(await nextRun(business))).toBe(String(until));
});

test('a message that is of no use any more is not sent', async () => {
  const business = await aBusiness();
  await planned(business, { changes: { useBy: NOON.add({ minutes: 5 }) } });
  snapshot.now = NOON.add({ minutes: 5 });
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toEqual([]);
  expect(await ledger(business)).toMatchObject([{ status: 'skipped', reason: 'too_late' }]);
});

test('a message cancelled while it was being decided about is not sent', async () => {
  const business = await aBusiness();
  await planned(business, { count: 2 });
  snapshot.dueCheck = async (_scope, messages) => {
    const ids = messages.slice(0, 1).map((message) => message.id);
    await withTenant(context(), business.tenantId, (scope) => cancelMessages(scope, { ids }, 'visit_cancelled'));
    return new Map();
  };
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(1);
  expect((await statuses(business)).toSorted()).toEqual(['accepted', 'cancelled']);
  expect(await messagesLeft(business)).toBe(999_999);
});

test('a decision about a message cancelled meanwhile is not recorded', async () => {
  const business = await aBusiness();
  const [id] = await planned(business);
  snapshot.dueCheck = async (_scope, messages) => {
    const ids = messages.map((message) => message.id);
    await withTenant(context(), business.tenantId, (scope) => cancelMessages(scope, { ids }, 'gave_way'));
    return new Map(messages.map((message) => [message.id, { kind: 'skip', rule: 'gave_way', compared: {} }]));
  };
  await dispatch(aFakeChannel(), business);
  expect(await statuses(business)).toEqual(['cancelled']);
  expect((await owner.query('select rule from verdicts where message_id = $1', [id])).rows).toEqual([]);
});

test('transactional messages leave before marketing', async () => {
  const business = await aBusiness();
  const marketing = await planned(business, {
    count: 3,
    changes: { isMarketing: true, dueAt: NOON.subtract({ hours: 1 }) },
  });
  const [reminder] = await planned(business, { changes: { dueAt: NOON } });
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent.map(({ message }) => message.reference)).toEqual([reminder, ...marketing.toSorted()]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { optOut } from '#server/contacts/book/actions.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { accepted, aFakeChannel } from '#server/testing/world/fake-channel.ts';
import { type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness } = ledgerBuilders(owner);
const { context, dispatch, ledger, messagesLeft, planned, reset } = dispatching(database);
beforeEach(reset);

const contactOf = async (business: Business, messageId: string | undefined) => {
  const row = (await ledger(business)).find(({ id }) => id === messageId);
  return ContactId.parse(row.contact_id);
};
const refuse = async (business: Business, contactId: ContactId, scope: 'all' | 'marketing' = 'marketing') =>
  withTenant(context(), business.tenantId, (within) => optOut(within, { contactId, scope, source: 'word' }));

const reasonsOf = async (business: Business) =>
  (await ledger(business)).map(({ status, reason }) => [status, reason].filter(Boolean).join(': '));

test('a message planned before its contact opted out is cancelled, with the reason in the log', async () => {
  const business = await aBusiness({ messages: 10 });
  const [id] = await planned(business, { count: 2, changes: { isMarketing: true } });
  await refuse(business, await contactOf(business, id));
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(1);
  expect((await reasonsOf(business)).toSorted()).toEqual(['accepted', 'skipped: opted_out']);
  const { rows } = await owner.query('select rule, outcome, compared from verdicts where message_id = $1', [id]);
  expect(rows).toEqual([
    { rule: 'opted_out', outcome: 'skipped', compared: { scope: 'marketing', urgency: 'marketing' } },
  ]);
  expect(await messagesLeft(business)).toBe(9);
});

test('an opt-out from marketing leaves reminders, one from everything does not', async () => {
  const business = await aBusiness();
  const [first, second] = await planned(business, { count: 2 });
  await refuse(business, await contactOf(business, first));
  await refuse(business, await contactOf(business, second), 'all');
  await dispatch(aFakeChannel(), business);
  expect((await reasonsOf(business)).toSorted()).toEqual(['accepted', 'skipped: opted_out']);
});

test('an opt-out whose time is over stops nothing, before any job has recorded its end', async () => {
  const business = await aBusiness();
  const [id] = await planned(business, { changes: { isMarketing: true } });
  await refuse(business, await contactOf(business, id));
  await owner.query('update opt_outs set ends_at = $2 where tenant_id = $1', [business.tenantId, NOON]);
  await dispatch(aFakeChannel(), business);
  expect(await reasonsOf(business)).toEqual(['accepted']);
});

test('a message that was claimed and waits for its turn is taken back when its contact opts out meanwhile', async () => {
  const business = await aBusiness({ messages: 200 });
  const ids = await planned(business, { count: 100, changes: { isMarketing: true } });
  const gate = Promise.withResolvers<void>();
  const channel = aFakeChannel({
    async answer(_message, nth) {
      if (nth <= CONCURRENCY) await gate.promise;
      return accepted();
    },
  });
  const run = dispatch(channel, business);
  await expect.poll(() => channel.sent.length).toBe(CONCURRENCY);
  const sent = new Set(channel.sent.map(({ message }) => message.reference));
  const waiting = ids.filter((id) => !sent.has(id));
  const stopped = waiting.slice(0, 10);
  for (const id of stopped) await refuse(business, await contactOf(business, id));
  await sleep(600);
  gate.resolve();
  await run;
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(90);
  const left = new Set(channel.sent.map(({ message }) => message.reference));
  expect(stopped.filter((id) => left.has(id))).toEqual([]);
  const reasons = Map.groupBy(await reasonsOf(business), (reason) => reason);
  expect(reasons.get('skipped: opted_out')).toHaveLength(10);
  expect(await messagesLeft(business)).toBe(110);
});

const CONCURRENCY = 64;

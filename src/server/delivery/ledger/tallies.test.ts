import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { MessageId } from '#contract/delivery/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { countLockWaits, testDatabase } from '#server/testing/server/database.ts';
import { changeMessages } from '#server/testing/rows/changing.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { accepted, aFakeChannel } from '#server/testing/world/fake-channel.ts';
import { aDraft, type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import {
  cancelMessages,
  countsBySender,
  nextDueBySender,
  planMessages,
  recordVerdicts,
} from '#server/delivery/planning/actions.ts';
import { sumTallies } from './counts-queries.ts';

const database = await testDatabase();
const { db, owner } = database;
const { aBusiness, customers } = ledgerBuilders(owner);
const { context, dispatch, ledger, planned, reset } = dispatching(database);
beforeEach(reset);

/** The counts by the tallies, and by the ledger. */
async function bothCounts({ tenantId }: Business) {
  const tallied = await owner.query(
    `select sender_id, status, sum(count) as count, sum(replied) as replied from message_tallies where tenant_id = $1
     group by 1, 2 having sum(count) <> 0 or sum(replied) <> 0 order by 1, 2`,
    [tenantId],
  );
  const held = await owner.query(
    `select sender_id, status, count(*), count(replied_at) as replied
     from messages where tenant_id = $1 group by 1, 2
     union all
     select sender_id, 'decided_against', count(*), 0 from verdicts
     where tenant_id = $1 and outcome = 'skipped' and message_id is null group by 1
     order by 1, 2`,
    [tenantId],
  );
  const plain = (rows: Record<'sender_id' | 'status' | 'count' | 'replied', string>[]) =>
    rows.map((row) => ({ ...row, count: Number(row.count), replied: Number(row.replied) }));
  return { tallied: plain(tallied.rows), held: plain(held.rows) };
}

/** Messages of every outcome: sent, refused, unknown, answered, cancelled, decided against, and still planned. */
async function aColourfulBusiness(): Promise<Business> {
  const business = await aBusiness();
  const channel = aFakeChannel({
    answer: (_, nth) => {
      if (nth % 5 === 0) return { kind: 'unknown', text: 'no answer' };
      if (nth % 7 === 0) return { kind: 'refused', errorClass: 'recipient_invalid', code: '1', text: 'nobody there' };
      return accepted();
    },
  });
  await planned(business, { count: 40 });
  await dispatch(channel, business);
  await planned(business, { count: 6, changes: { dueAt: NOON.add({ hours: 3 }) } });
  const [called] = await planned(business, { changes: { dueAt: NOON.add({ hours: 5 }) } });
  await withTenant(context(), business.tenantId, (scope) =>
    cancelMessages(scope, { ids: called ? [called] : [] }, 'visit_cancelled'),
  );
  await changeMessages(db, business.tenantId, {
    set: sql`status = 'read', replied_at = now()`,
    where: sql`id in (select id from messages where tenant_id = ${business.tenantId} and status = 'accepted' limit 4)`,
  });
  const [message] = await ledger(business);
  const verdict = {
    senderId: business.flowId,
    senderVersion: 1,
    subject: { kind: 'visit' as const, id: message.visit_id },
    contactId: message.contact_id,
    step: 2,
    occurrence: 1,
    eventId: null,
    messageId: null,
    stage: 'plan' as const,
    outcome: 'skipped' as const,
    rule: 'service_differs' as const,
    compared: {},
    until: null,
  };
  await withTenant(context(), business.tenantId, (scope) => recordVerdicts(scope, [verdict]));
  return business;
}

test('the tallies equal the ledger, for every outcome of messages', async () => {
  const business = await aColourfulBusiness();
  const { tallied, held } = await bothCounts(business);
  expect(held.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['accepted', 'cancelled', 'decided_against', 'failed', 'planned', 'read', 'unknown']),
  );
  expect(tallied).toEqual(held);
});

test('the tallies equal the ledger after they were added up and messages were cancelled', async () => {
  const business = await aColourfulBusiness();
  await withTenant({ db }, business.tenantId, sumTallies);
  const { rows } = await owner.query('select from message_tallies where tenant_id = $1 and counted_by <> 0', [
    business.tenantId,
  ]);
  expect(rows).toEqual([]);
  await withTenant(context(), business.tenantId, (scope) =>
    cancelMessages(scope, { senderId: business.flowId }, 'flow_stopped'),
  );
  const { tallied, held } = await bothCounts(business);
  expect(tallied).toEqual(held);
});

test('a flow has counts of sent, delivered, read and answered messages, and the time of its next one', async () => {
  const business = await aColourfulBusiness();
  const [counts, next] = await withTenant({ db }, business.tenantId, async (scope) => [
    await countsBySender(scope),
    await nextDueBySender(scope),
  ]);
  expect(Object.fromEntries(counts)).toEqual({
    [business.flowId]: { planned: 6, sent: 28, delivered: 4, read: 4, replied: 4, clicked: 0, failed: 4, skipped: 1 },
  });
  expect([...next].map(([id, at]) => [id, String(at)])).toEqual([[business.flowId, '2026-03-02T12:00:00Z']]);
});

test('a change that is rolled back is not counted', async () => {
  const business = await aColourfulBusiness();
  await expect(
    withTenant(context(), business.tenantId, async (scope) => {
      await cancelMessages(scope, { senderId: business.flowId }, 'flow_stopped');
      throw new Error('No');
    }),
  ).rejects.toThrow('No');
  const { tallied, held } = await bothCounts(business);
  expect(tallied).toEqual(held);
});

test('two transactions that change messages of one flow do not wait for each other, nor does the summing up', async () => {
  const business = await aBusiness();
  const [first, second] = await planned(business, { count: 2, changes: { dueAt: NOON.add({ hours: 3 }) } });
  const skip = async (id: string | undefined, meanwhile: () => Promise<void>) =>
    withTenant(context(), business.tenantId, async (scope) => {
      await sql`set local lock_timeout = '2s'`.execute(scope.tx);
      await cancelMessages(scope, { ids: [MessageId.parse(id)] }, 'flow_stopped');
      await meanwhile();
    });
  await skip(first, () =>
    skip(second, () =>
      withTenant({ db }, business.tenantId, async (scope) => {
        await sql`set local lock_timeout = '2s'`.execute(scope.tx);
        await sumTallies(scope);
      }),
    ),
  );
  const { tallied, held } = await bothCounts(business);
  expect(tallied).toEqual(held);
});

test('an occasion planned twice at once is counted once', async () => {
  const business = await aBusiness();
  const [contact] = await customers(business, 1);
  if (!contact) throw new Error('No customer');
  const draft = aDraft(business, contact, { dueAt: NOON.add({ hours: 3 }) });
  const plan = (meanwhile?: () => Promise<void>) =>
    withTenant(context(), business.tenantId, async (scope) => {
      await planMessages(scope, [draft]);
      await meanwhile?.();
    });
  let second: Promise<void> | undefined;
  await plan(async () => {
    second = plan();
    await expect.poll(() => countLockWaits(owner)).toBe(1);
  });
  await second;
  const { tallied, held } = await bothCounts(business);
  expect(held).toMatchObject([{ status: 'planned', count: 1 }]);
  expect(tallied).toEqual(held);
});

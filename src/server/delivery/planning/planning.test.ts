import { testContext } from '#server/testing/server/context.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SenderId } from '#contract/senders/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { countLockWaits, testDatabase } from '#server/testing/server/database.ts';
import { aDraft, type Business, type Customer, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { cancelMessages, type MessageDraft, planMessages, recordVerdicts } from './actions.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';

const { db, owner } = await testDatabase();
const { aBusiness, customers } = ledgerBuilders(owner);

const NOW = Temporal.Instant.from('2026-03-02T09:00:00Z');
const ctx = testContext({ db, clock: { now: () => NOW } });

const aReminder = (business: Business, recipient: Customer, changes: Partial<MessageDraft> = {}): MessageDraft =>
  aDraft(business, recipient, { dueAt: NOW.add({ hours: 2 }), useBy: NOW.add({ hours: 4 }), ...changes });

const plan = ({ tenantId }: Business, messages: MessageDraft[]) =>
  withTenant(ctx, tenantId, (scope) => planMessages(scope, messages));
const ledger = async ({ tenantId }: Business) =>
  (
    await owner.query(
      'select id, occurrence, status, reason, due_at, body, test_phone from messages where tenant_id = $1 order by occurrence, test_phone',
      [tenantId],
    )
  ).rows;
const jobs = async (business: Business) =>
  (
    await owner.query(`select key, run_at from graphile_worker._private_jobs where key = $1`, [
      `dispatch:${business.channelId}`,
    ])
  ).rows;

async function oneCustomer() {
  const business = await aBusiness();
  const [anna] = await customers(business, 1);
  if (!anna) throw new Error('no customer');
  return { business, anna };
}

async function aChatbot({ tenantId }: Business) {
  const sender = { id: SenderId.parse(randomUUID()), kind: 'chatbot' as const, version: null };
  await withTenant({ db }, tenantId, (scope) => saveSender(scope, { ...sender, title: '' }));
  return sender;
}

test('planning twice is planning once', async () => {
  const { business, anna } = await oneCustomer();
  const first = await plan(business, [aReminder(business, anna)]);
  const again = await plan(business, [
    aReminder(business, anna, { content: { text: 'Ждём вас', image: null, buttons: [], templates: [] } }),
  ]);
  expect(again).toEqual(first);
  expect(await ledger(business)).toMatchObject([{ body: 'Ждём вас', status: 'planned' }]);
});

test('a moved visit moves its message', async () => {
  const { business, anna } = await oneCustomer();
  const [before] = await plan(business, [aReminder(business, anna)]);
  const [after] = await plan(business, [aReminder(business, anna, { occurrence: 2, dueAt: NOW.add({ hours: 30 }) })]);
  expect(after).toEqual({ id: before?.id, isWaiting: true });
  const rows = await ledger(business);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ occurrence: 2 });
  expect(String(rows[0].due_at)).toBe('2026-03-03T15:00:00Z');
});

test('a sent message stays, and a moved visit gets another', async () => {
  const { business, anna } = await oneCustomer();
  await plan(business, [aReminder(business, anna)]);
  await owner.query(`update messages set status = 'sent' where tenant_id = $1`, [business.tenantId]);
  expect(await plan(business, [aReminder(business, anna)])).toMatchObject([{ isWaiting: false }]);
  expect(await plan(business, [aReminder(business, anna, { occurrence: 2 })])).toMatchObject([{ isWaiting: true }]);
  expect(await ledger(business)).toMatchObject([
    { occurrence: 1, status: 'sent' },
    { occurrence: 2, status: 'planned' },
  ]);
});

test('a cancelled message that is planned again waits again', async () => {
  const { business, anna } = await oneCustomer();
  await plan(business, [aReminder(business, anna)]);
  const cancel = () =>
    withTenant(ctx, business.tenantId, (scope) => cancelMessages(scope, { visitId: anna.visitId }, 'visit_cancelled'));
  expect(await cancel()).toMatchObject([{ subject: { id: anna.visitId }, senderId: business.flowId }]);
  expect(await cancel()).toEqual([]);
  expect(await ledger(business)).toMatchObject([{ status: 'cancelled', reason: 'visit_cancelled' }]);
  await plan(business, [aReminder(business, anna)]);
  expect(await ledger(business)).toMatchObject([{ status: 'planned', reason: null }]);
});

test('in test mode each of the numbers gets its own message', async () => {
  const { business, anna } = await oneCustomer();
  const both = ['+79990000011', '+79990000012'].map((testPhone) => aReminder(business, anna, { testPhone }));
  await plan(business, both);
  await plan(business, both);
  expect(await ledger(business)).toMatchObject([{ test_phone: '+79990000011' }, { test_phone: '+79990000012' }]);
});

test('the channel is dispatched at the earliest due', async () => {
  const { business, anna } = await oneCustomer();
  await plan(business, [
    aReminder(business, anna),
    aReminder(business, anna, { step: 2, dueAt: NOW.add({ hours: 1 }) }),
  ]);
  expect((await jobs(business)).map((job) => String(job.run_at))).toEqual(['2026-03-02T10:00:00Z']);
});

test("a bot's answer is planned once by its key", async () => {
  const { business, anna } = await oneCustomer();
  const sender = await aChatbot(business);
  const answer = () =>
    withTenant(ctx, business.tenantId, (scope) =>
      planMessages(scope, [
        {
          sender,
          occasionKey: 'inbound-1',
          contactId: anna.contactId,
          channelId: business.channelId,
          dueAt: NOW,
          useBy: null,
          content: { text: 'Спасибо', image: null, buttons: [], templates: [] },
        },
      ]),
    );
  expect(await answer()).toEqual(await answer());
  expect(await ledger(business)).toHaveLength(1);
});

test('an equal verdict is stored once', async () => {
  const { business, anna } = await oneCustomer();
  const record = (rule: 'service_differs' | 'master_differs', senderVersion = 1) =>
    withTenant(ctx, business.tenantId, (scope) =>
      recordVerdicts(scope, [
        {
          senderId: business.flowId,
          senderVersion,
          subject: { kind: 'visit', id: anna.visitId },
          contactId: anna.contactId,
          step: 1,
          occurrence: 1,
          eventId: null,
          messageId: null,
          stage: 'plan',
          outcome: 'skipped',
          rule,
          compared: { wanted: ['Haircut'], got: ['Colour'] },
          until: null,
        },
      ]),
    );
  await record('service_differs');
  await record('service_differs');
  await record('service_differs', 2);
  await record('master_differs', 2);
  const { rows } = await owner.query('select rule, compared from verdicts where tenant_id = $1 order by id', [
    business.tenantId,
  ]);
  expect(rows.map((row) => row.rule)).toEqual(['service_differs', 'master_differs']);
});

test('the same answer planned twice at once is one message, and both calls return it', async () => {
  const { business, anna } = await oneCustomer();
  const answer = {
    sender: await aChatbot(business),
    occasionKey: 'answer to Anna',
    contactId: anna.contactId,
    channelId: business.channelId,
    dueAt: NOW,
    useBy: null,
    content: { text: 'Thank you', image: null, buttons: [], templates: [] },
  };
  const plan = (scope: ActionScope) => planMessages(scope, [answer, answer]);
  const { first, second } = await withTenant(ctx, business.tenantId, async (scope) => {
    const first = await plan(scope);
    const second = withTenant(ctx, business.tenantId, plan);
    await Promise.race([second, untilBlocked()]);
    return { first, second };
  });
  expect(await second).toEqual(first);
  expect(first[0]).toEqual(first[1]);
  expect(await ledger(business)).toMatchObject([{ id: first[0]?.id, status: 'planned', body: 'Thank you' }]);
});

/** Resolves when one transaction waits for another. */
async function untilBlocked(): Promise<void> {
  while ((await countLockWaits(owner)) === 0) await sleep(5);
}

test('a tenant without a policy of its own has the default one', async () => {
  const { tenantId } = await aBusiness();
  expect(await withTenant({ db }, tenantId, getContactPolicy)).toEqual({
    quietFromHour: 22,
    quietToHour: 8,
    marketingLimit: 4,
    marketingDays: 7,
    senderOrder: [],
  });
});

import { beforeEach, expect, test } from 'vitest';
import { addMessages } from '#server/billing/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { aFakeChannel } from '#server/testing/world/fake-channel.ts';
import { aDraft, type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';
import { sweepDelivery } from './sweep-actions.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness } = ledgerBuilders(owner);
const { snapshot, context, dispatch, ledger, messagesLeft, planned, reset } = dispatching(database);
beforeEach(reset);

/** A channel that needs a pause between two messages to one recipient. */
const aPolite = () => aFakeChannel({ traits: { perPersonMs: 60_000 } });

/** Several messages to one contact, all due now. */
async function severalToOne(business: Business, count: number) {
  await planned(business);
  const { rows } = await owner.query('select contact_id, visit_id from messages where tenant_id = $1', [
    business.tenantId,
  ]);
  const [{ contact_id: contactId, visit_id: visitId }] = rows;
  for (let step = 2; step <= count; step++)
    await planned(business, { changes: { contactId, subject: { kind: 'visit', id: visitId }, step } });
}

const reasons = async (business: Business) => (await ledger(business)).map((row) => `${row.status} ${row.reason}`);

test('without a message balance every due message has that reason, also several to one recipient', async () => {
  const business = await aBusiness({ messages: 0 });
  await severalToOne(business, 4);
  const channel = aPolite();
  for (let run = 0; run < 3; run++) {
    await dispatch(channel, business);
    expect(await reasons(business)).toEqual(Array(4).fill('planned quota_exhausted'));
  }
  expect((await ledger(business)).map((row) => row.due_at.toString())).toEqual(Array(4).fill(NOON.toString()));
  const { rows } = await owner.query('select 1 from person_pauses where tenant_id = $1', [business.tenantId]);
  expect(rows).toEqual([]);
  const notices = await owner.query('select kind from notices where tenant_id = $1', [business.tenantId]);
  expect(notices.rows).toEqual([{ kind: 'quota_exhausted' }]);
});

test('messages within the quota are sent, the others show why they wait, and a top-up releases all', async () => {
  const business = await aBusiness({ messages: 2 });
  await planned(business, { count: 5 });
  const channel = aPolite();
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(2);
  const waiting = (await reasons(business)).filter((row) => row.startsWith('planned'));
  expect(waiting).toEqual(Array(3).fill('planned quota_exhausted'));
  await withTenant(context(), business.tenantId, (scope) => addMessages(scope, 10));
  await dispatch(channel, business);
  expect(new Set(channel.sent.map(({ message }) => message.reference)).size).toBe(5);
  expect(await messagesLeft(business)).toBe(7);
});

test('a message that waits for a top-up and is planned again keeps its reason and time of waiting', async () => {
  const business = await aBusiness({ messages: 0 });
  const [id] = await planned(business);
  await dispatch(aPolite(), business);
  const [{ contact_id: contactId, visit_id: visitId }] = await ledger(business);
  snapshot.now = NOON.add({ minutes: 10 });
  const again = aDraft(
    business,
    { contactId, visitId },
    {
      sender: { id: business.flowId, kind: 'flow', version: 2 },
      dueAt: snapshot.now,
      useBy: NOON.add({ hours: 2 }),
      content: { text: 'See you soon', image: null, buttons: [], templates: [] },
    },
  );
  await withTenant(context(), business.tenantId, (scope) => planMessages(scope, [again]));
  const [message] = await ledger(business);
  expect(message).toMatchObject({ id, reason: 'quota_exhausted', body: 'See you soon' });
  expect(message.due_at.toString()).toBe(NOON.toString());
});

test('a message that waited for a top-up until it was of no use shows both reasons', async () => {
  const business = await aBusiness({ messages: 0 });
  const [id] = await planned(business);
  await dispatch(aPolite(), business);
  snapshot.now = NOON.add({ hours: 2 });
  await sweepDelivery(context());
  expect(await reasons(business)).toEqual(['skipped too_late']);
  const { rows } = await owner.query('select message_id, outcome, rule, compared from verdicts where tenant_id = $1', [
    business.tenantId,
  ]);
  const compared = { useBy: snapshot.now.toString(), waitedFor: 'quota_exhausted' };
  expect(rows).toEqual([{ message_id: id, outcome: 'skipped', rule: 'too_late', compared }]);
});

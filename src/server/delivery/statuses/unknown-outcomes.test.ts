import { beforeEach, expect, test } from 'vitest';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { aFakeChannel, aStatus, accepted } from '#server/testing/world/fake-channel.ts';
import { type Business, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { resolveUnknownOutcomes, settleMessage } from './unknown-outcome-actions.ts';
import { applyEarlyStatuses, applyStatuses } from './status-actions.ts';
import type { StatusEvent } from './status-rules.ts';
import { sweepDelivery } from '#server/delivery/dispatch/sweep-actions.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness } = ledgerBuilders(owner);
const { context, dispatch, ledger, messagesLeft, planned, reset, statuses } = dispatching(database);
beforeEach(reset);

const SILENT = { kind: 'unknown', text: 'timeout' } as const;
const statusAtNoon = (changes: Partial<StatusEvent>) => aStatus({ at: NOON, ...changes });

const receive = (business: Business, ...events: StatusEvent[]) =>
  withTenant(context(), business.tenantId, (scope) => {
    const { kind, traits } = aFakeChannel();
    return applyStatuses(scope, { id: business.channelId, kind, traits }, events);
  });
const wait = (business: Business, ms: number) =>
  owner.query(`update messages set claimed_at = claimed_at - $2 * interval '1 millisecond' where tenant_id = $1`, [
    business.tenantId,
    ms,
  ]);

test('a status with our reference resolves an unknown outcome', async () => {
  const business = await aBusiness();
  const [id = null] = await planned(business);
  await dispatch(aFakeChannel({ answer: () => SILENT }), business);
  await receive(business, statusAtNoon({ reference: id, status: 'sent' }));
  expect(await ledger(business)).toMatchObject([
    { status: 'sent', provider_message_id: 'wamid.1', error_class: null, error_text: null },
  ]);
});

test('a reminder without a status in its time is sent again, once the payloads are read', async () => {
  const business = await aBusiness();
  await planned(business);
  const channel = aFakeChannel({
    traits: { settlesWithinMs: 60_000 },
    answer: (_, nth) => (nth === 1 ? SILENT : accepted()),
  });
  const settle = () =>
    withTenant(context(channel), business.tenantId, (scope) => resolveUnknownOutcomes(scope, business.channelId));
  await dispatch(channel, business);
  await settle();
  expect(await statuses(business)).toEqual(['unknown']);

  await wait(business, 61_000);
  await owner.query(
    `insert into inbox (tenant_id, id, provider, source_id, dedupe_key, headers, body, received_at)
     values ($1, gen_random_uuid(), 'dialog360', $2, 'post', '{}', '', now())`,
    [business.tenantId, business.channelId],
  );
  await settle();
  expect(await statuses(business)).toEqual(['unknown']);

  await owner.query(`update inbox set state = 'done' where tenant_id = $1`, [business.tenantId]);
  await settle();
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(2);
  expect(await statuses(business)).toEqual(['accepted']);
  expect(await messagesLeft(business)).toBe(999_999);
});

test('marketing with an unknown outcome is never sent again by itself: a member is notified', async () => {
  const business = await aBusiness();
  await planned(business, { changes: { isMarketing: true } });
  const channel = aFakeChannel({ traits: { settlesWithinMs: 60_000 }, answer: () => SILENT });
  await dispatch(channel, business);
  await wait(business, 61_000);
  await withTenant(context(channel), business.tenantId, (scope) => resolveUnknownOutcomes(scope, business.channelId));
  expect(await statuses(business)).toEqual(['unknown']);
  const { rows } = await owner.query(`select key from notices where tenant_id = $1 and resolved_at is null`, [
    business.tenantId,
  ]);
  expect(rows).toEqual([{ key: `in_doubt:${business.channelId}` }]);
});

test('a member resolves a message with an unknown outcome, and no other', async () => {
  const business = await aBusiness();
  const [first, second] = await planned(business, { count: 2 });
  if (!first || !second) throw new Error('not planned');
  await dispatch(aFakeChannel({ answer: () => SILENT }), business);
  const member = { ...context(), tenantId: business.tenantId } as unknown as MemberContext;
  await withTenant(member, member.tenantId, (scope) => settleMessage(scope, first, 'arrived'));
  await withTenant(member, member.tenantId, (scope) => settleMessage(scope, second, 'send_again'));
  expect((await statuses(business)).toSorted()).toEqual(['delivered', 'planned']);
  await expect(
    withTenant(member, member.tenantId, (scope) => settleMessage(scope, first, 'arrived')),
  ).rejects.toMatchObject({ code: 'message.wrong_status' });
  const stranger = { ...member, tenantId: (await aBusiness()).tenantId };
  await expect(
    withTenant(stranger, stranger.tenantId, (scope) => settleMessage(scope, first, 'arrived')),
  ).rejects.toMatchObject({ code: 'message.not_found' });
});

test('a status that comes before the answer to its send is not lowered by it', async () => {
  const business = await aBusiness();
  await planned(business);
  const channel = aFakeChannel({
    async answer(message) {
      await receive(business, statusAtNoon({ reference: message.reference, status: 'read' }));
      return accepted('wamid.1');
    },
  });
  await dispatch(channel, business);
  expect(await ledger(business)).toMatchObject([{ status: 'read', provider_message_id: 'wamid.1' }]);
});

test('a status without a reference that comes before its send is recorded waits for it', async () => {
  const business = await aBusiness();
  await planned(business);
  const channel = aFakeChannel({
    async answer() {
      await receive(business, statusAtNoon({ status: 'delivered' }));
      return accepted('wamid.1');
    },
  });
  await dispatch(channel, business);
  expect(await statuses(business)).toEqual(['accepted']);
  await withTenant(context(channel), business.tenantId, (scope) => applyEarlyStatuses(scope, business.channelId));
  expect(await statuses(business)).toEqual(['delivered']);
});

test('a repeated failure of a message that was sent again does not affect its second send', async () => {
  const business = await aBusiness();
  const template = { channelId: business.channelId, name: 'visit', language: 'ru', parameters: [] };
  const content = { text: 'See you', image: null, buttons: [], templates: [template] };
  const [id = null] = await planned(business, { changes: { content } });
  const failure = statusAtNoon({ reference: id, status: 'failed', errorClass: 'window_closed' });
  const channel = aFakeChannel({
    async answer(_message, nth) {
      if (nth === 2) await receive(business, failure);
      return accepted(`wamid.${nth}`);
    },
  });
  await dispatch(channel, business);
  await receive(business, failure);
  await dispatch(channel, business);
  await receive(business, failure);
  expect(channel.sent).toHaveLength(2);
  expect(await ledger(business)).toMatchObject([{ status: 'accepted', provider_message_id: 'wamid.2' }]);
});

test('a refusal that comes later counts as one that came at once: the quota gets its message back', async () => {
  const business = await aBusiness({ messages: 10 });
  const [id = null] = await planned(business);
  await dispatch(aFakeChannel({ answer: () => accepted('wamid.1') }), business);
  expect(await messagesLeft(business)).toBe(9);
  const failure = statusAtNoon({
    reference: id,
    status: 'failed',
    errorClass: 'recipient_invalid',
    text: 'Undeliverable',
  });
  await receive(business, failure, failure);
  await receive(business, failure);
  expect(await ledger(business)).toMatchObject([
    { status: 'failed', reason: 'recipient_invalid', error_text: 'Undeliverable' },
  ]);
  expect(await messagesLeft(business)).toBe(10);
});

test('messages a dead worker had claimed have an unknown outcome for the next one, and others are sent', async () => {
  const business = await aBusiness();
  const [dead] = await planned(business, { count: 2 });
  await owner.query(`update messages set status = 'sending', lease_epoch = 1, claimed_at = now() where id = $1`, [
    dead,
  ]);
  await owner.query(`update channels set lease_epoch = 1, lease_until = now() + interval '1 hour' where id = $1`, [
    business.channelId,
  ]);
  const channel = aFakeChannel();
  await dispatch(channel, business);
  expect(channel.sent).toEqual([]);
  await owner.query('update channels set lease_until = now() where id = $1', [business.channelId]);
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(1);
  expect((await statuses(business)).toSorted()).toEqual(['accepted', 'unknown']);
});

test('a worker whose lease was taken sends nothing more, and its answers do not overwrite', async () => {
  const business = await aBusiness();
  await planned(business, { count: 200 });
  const other = aFakeChannel();
  const frozen = aFakeChannel({
    async answer(_message, nth) {
      if (nth === 1) {
        const until = performance.now() + 3_500;
        while (performance.now() < until);
      }
      return accepted();
    },
  });
  await dispatch(frozen, business);
  expect(frozen.sent.length).toBeLessThanOrEqual(64);
  await dispatch(other, business);
  const everywhere = [...frozen.sent, ...other.sent].map(({ message }) => message.reference);
  expect(new Set(everywhere).size).toBe(everywhere.length);
});

test('the sweep skips messages of no use any more, and wakes channels with overdue ones', async () => {
  const business = await aBusiness();
  await planned(business, {
    count: 2,
    changes: { dueAt: NOON.subtract({ minutes: 5 }), useBy: NOON.subtract({ minutes: 1 }) },
  });
  await planned(business, { changes: { dueAt: NOON.subtract({ minutes: 5 }) } });
  await owner.query('delete from graphile_worker._private_jobs');
  await sweepDelivery(context());
  await sweepDelivery(context());
  expect((await statuses(business)).toSorted()).toEqual(['planned', 'skipped', 'skipped']);
  const { rows } = await owner.query('select key from graphile_worker._private_jobs where key = $1', [
    `dispatch:${business.channelId}`,
  ]);
  expect(rows).toHaveLength(1);
});

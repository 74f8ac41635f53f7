import { sql } from 'kysely';
import type { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import type { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';
import { dueOrder, duePart, forEachPriority } from '#server/delivery/ledger/due-index.ts';
import type { CancelledMessage } from '#server/delivery/ledger/queries.ts';

type Place = { tenantId: TenantId; channelId: ChannelId };

/** Channels that could send and have overdue messages: their job was lost, or waits for a time that has passed. */
export async function listOverdueChannels(
  { tx }: SystemScope,
  before: Temporal.Instant,
): Promise<(Place & { kind: ChannelKind })[]> {
  const { rows } = await sql<PlaceColumns & { kind: ChannelKind }>`
    select c.tenant_id, c.id as channel_id, c.kind from channels c
    join message_balances b on b.tenant_id = c.tenant_id and b.available > 0
    where (c.removed_at is not null or c.state = 'Authorized') and ${EARLIEST_DUE} < ${before}`.execute(tx);
  return rows.map((row) => ({ ...toPlace(row), kind: row.kind }));
}

/** Channels with claims that no live process will record. */
export async function listAbandonedChannels({ tx }: SystemScope): Promise<Place[]> {
  const { rows } = await sql<PlaceColumns>`
    select c.tenant_id, c.id as channel_id from channels c
    where c.removed_at is null and (c.lease_until is null or c.lease_until < statement_timestamp()) and exists (
      select from messages m where m.tenant_id = c.tenant_id and m.channel_id = c.id and m.phase = 'doubtful' and m.status = 'sending')`.execute(
    tx,
  );
  return rows.map(toPlace);
}

/** Channels with messages of unknown outcome. */
export async function listChannelsWithUnknownOutcomes({ tx }: SystemScope): Promise<Place[]> {
  const { rows } = await sql<PlaceColumns>`
    select c.tenant_id, c.id as channel_id from channels c
    where c.removed_at is null and exists (
      select from messages m where m.tenant_id = c.tenant_id and m.channel_id = c.id and m.phase = 'doubtful' and m.status = 'unknown')`.execute(
    tx,
  );
  return rows.map(toPlace);
}

/** Limit per channel and priority; the next sweep takes more. */
const OUTLIVED_AT_ONCE = 1_000;

/** Messages that waited until they were of no use: for a top-up, or a channel that stayed down. */
export async function listOutlived({ tx }: SystemScope, now: Temporal.Instant): Promise<Map<TenantId, MessageId[]>> {
  const { rows } = await sql<{ tenant_id: TenantId; ids: MessageId[] }>`
    select found.tenant_id, array_agg(found.id) as ids from channels c
    cross join lateral (${forEachPriority(
      (priority) => sql`
        select m.tenant_id, m.id from messages m
        where m.tenant_id = c.tenant_id and m.channel_id = c.id and ${duePart('m', { after: null, until: now }, priority)}
          and m.use_by <= ${now}
        order by ${dueOrder('m')} limit ${OUTLIVED_AT_ONCE}`,
      ' union all ',
    )}) found
    group by found.tenant_id`.execute(tx);
  return new Map(rows.map((row) => [row.tenant_id, row.ids]));
}

/** A message past its use, with the rule that held it. */
export type OutlivedMessage = CancelledMessage & { useBy: Temporal.Instant; heldBy: DecisionRule | null };

/** Skips messages that are of no use any more, unless they were sent or moved with their visit meanwhile. */
export async function skipOutlived(
  { tx, tenantId }: TenantScope,
  ids: readonly MessageId[],
  now: Temporal.Instant,
): Promise<OutlivedMessage[]> {
  const rule: DecisionRule = 'too_late';
  const { rows } = await sql<OutlivedMessage>`
    with outlived as (
      select id, reason from messages
      where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) and status = 'planned' and not was_sent and use_by <= ${now}
      for update
    ),
    changed as (
    update messages m set ${FORMER}, status = 'skipped', reason = ${rule}, updated_at = ${now}
    from outlived where m.tenant_id = ${tenantId} and m.id = outlived.id
    returning m.sender_version, m.subject_kind, m.subject_id, m.contact_id, m.step, m.occurrence, m.use_by, outlived.reason as held_by, ${CHANGE}
    ),
    ${countingChanges(tenantId)}
    select m.id, m.sender_id as "senderId", m.sender_version as "senderVersion",
      jsonb_build_object('kind', m.subject_kind, 'id', m.subject_id) as subject, m.contact_id as "contactId", m.step, m.occurrence, m.use_by as "useBy", m.held_by as "heldBy" from changed m`.execute(
    tx,
  );
  return rows;
}

/** Deletes rows that had a use for a limited time only. */
export async function forgetPassed({ tx }: SystemScope): Promise<void> {
  await sql`delete from person_pauses where free_at < statement_timestamp()`.execute(tx);
  await sql`delete from early_statuses where received_at < statement_timestamp() - interval '1 day'`.execute(tx);
}

/** Pauses of recipients that end within this time count as over. */
export async function endPauses({ tx }: SystemScope, withinMs: number): Promise<void> {
  const bound = sql`statement_timestamp() + ${withinMs} * interval '1 millisecond'`;
  await sql`delete from person_pauses where free_at < ${bound}`.execute(tx);
}

/** Channels of a tenant with due messages. */
export async function listDueChannels({ tx, tenantId }: TenantScope, now: Temporal.Instant): Promise<ChannelId[]> {
  const { rows } = await sql<PlaceColumns>`
    select c.tenant_id, c.id as channel_id from channels c
    where c.tenant_id = ${tenantId} and c.removed_at is null and ${EARLIEST_DUE} <= ${now}`.execute(tx);
  return rows.map((row) => toPlace(row).channelId);
}

/** The earliest due time of channel `c`; each priority is read by itself, in the order of the index. */
const EARLIEST_DUE = sql`least(${forEachPriority(
  (priority) => sql`
    select m.due_at from messages m
    where m.tenant_id = c.tenant_id and m.channel_id = c.id and ${duePart('m', { after: null, until: null }, priority)}
    order by ${dueOrder('m')} limit 1`,
  ', ',
)})`;

type PlaceColumns = { tenant_id: string; channel_id: string };

// NOTE: the columns are ids by the schema; the brands are added here.
const toPlace = (row: PlaceColumns): Place => ({
  tenantId: row.tenant_id as TenantId,
  channelId: row.channel_id as ChannelId,
});

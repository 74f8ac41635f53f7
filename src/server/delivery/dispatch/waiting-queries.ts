import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';
import { dueOrder, duePart, PRIORITIES } from '#server/delivery/ledger/due-index.ts';
import { nextNumber } from '#server/delivery/ledger/former-send-queries.ts';

/** Marks due messages that must wait, so that the log shows why. */
export async function markWaiting(
  { tx, tenantId }: TenantScope,
  { channelId, reason, now }: { channelId: ChannelId; reason: DecisionRule; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update messages set reason = ${reason}, updated_at = ${now}
    where tenant_id = ${tenantId} and id = any(${dueIds(tenantId, channelId, now)})
      and channel_id = ${channelId} and phase = 'waiting' and reason is distinct from ${reason}`.execute(tx);
}

/**
 * NOTE: an array, so that each row is found by its key; a join with as many rows would be planned by an estimate, and
 * scan all planned messages.
 */
function dueIds(tenantId: TenantId, channelId: ChannelId, now: Temporal.Instant) {
  return sql`array(
    select o.id from ${PRIORITIES}
    join messages o on o.tenant_id = ${tenantId} and o.channel_id = ${channelId} and ${duePart('o', { after: null, until: now })}
  )`;
}

/**
 * Moves due messages of a removed channel to the next channel, or skips them. @returns the channels where messages
 * wait now
 */
export async function leaveRemovedChannel(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  now: Temporal.Instant,
): Promise<{ channelId: ChannelId; dueAt: Temporal.Instant }[]> {
  const rule: DecisionRule = 'channel_removed';
  const { rows } = await sql<{ channel_id: string; due_at: Temporal.Instant }>`
    with changed as (
      update messages m set ${FORMER}, updated_at = ${now},
        status = case when m.fallback_channel_ids = '{}' then 'skipped' else 'planned' end,
        reason = case when m.fallback_channel_ids = '{}' then ${rule} end,
        channel_id = coalesce(m.fallback_channel_ids[1], m.channel_id), fallback_channel_ids = m.fallback_channel_ids[2:]
      where m.tenant_id = ${tenantId} and m.id = any(${dueIds(tenantId, channelId, now)}) and m.channel_id = ${channelId}
        and m.phase = 'waiting' and (not m.was_sent or m.fallback_channel_ids <> '{}')
      returning m.tenant_id, m.channel_id, m.due_at, ${CHANGE}
    ),
    ${countingChanges(tenantId)},
    left_behind as (
      insert into former_sends (tenant_id, message_id, n, channel_id, status, rule, left_at)
      select changed.tenant_id, changed.id, ${nextNumber('changed')}, ${channelId}::uuid, 'skipped', ${rule}, ${now}::timestamptz
      from changed where changed.status = 'planned'
      returning 1
    )
    select channel_id, min(due_at) as due_at from changed where status = 'planned' group by channel_id`.execute(tx);
  return rows.map((row) => ({ channelId: row.channel_id as ChannelId, dueAt: row.due_at }));
}

/** Lists due messages of a removed channel that an earlier channel had accepted, and that have no next one. */
export async function listLastOfRemoved(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  now: Temporal.Instant,
): Promise<MessageId[]> {
  const { rows } = await sql<{ id: MessageId }>`
    select id from messages
    where tenant_id = ${tenantId} and id = any(${dueIds(tenantId, channelId, now)}) and was_sent and fallback_channel_ids = '{}'`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** When the channel next has something to do after `after`; null when nothing is planned. */
export async function findNextDueOf(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  after: Temporal.Instant | null,
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ due_at: Temporal.Instant | null }>`
    select min(next.due_at) as due_at from ${PRIORITIES}
    cross join lateral (
      select m.due_at from messages m
      where m.tenant_id = ${tenantId} and m.channel_id = ${channelId} and ${duePart('m', { after, until: null })}
      order by ${dueOrder('m')} limit 1
    ) next`.execute(tx);
  return rows[0]?.due_at ?? null;
}

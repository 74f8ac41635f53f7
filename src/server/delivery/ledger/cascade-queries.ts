import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges } from './change-queries.ts';
import { dueOrder, duePart, PRIORITIES } from './due-index.ts';
import { nextNumber } from './former-send-queries.ts';

type Place = { tenantId: TenantId; channelId: ChannelId };

/** Channels with messages that are to go on: they were not delivered in time. */
export async function listPassingChannels({ tx }: SystemScope, now: Temporal.Instant): Promise<Place[]> {
  const { rows } = await sql<{ tenant_id: string; channel_id: string }>`
    select distinct tenant_id, channel_id from messages where passes_on_at <= ${now}`.execute(tx);
  return rows.map((row) => ({ tenantId: row.tenant_id as TenantId, channelId: row.channel_id as ChannelId }));
}

/** The first working channel of a list of fallbacks `ids`, with those after it. */
const nextWorking = (tenantId: TenantId, ids: string) => sql`
  select each.id as channel_id, ${sql.raw(ids)}[each.n + 1:] as rest
  from unnest(${sql.raw(ids)}) with ordinality as each (id, n)
  join channels c on c.tenant_id = ${tenantId} and c.id = each.id and c.state = 'Authorized' and c.removed_at is null
  order by each.n limit 1`;

/** Messages that go on in one transaction. */
const AT_ONCE = 500;

/**
 * Moves messages of a channel on that were accepted and not delivered in time, each to its next working channel.
 *
 * @returns the channels where they wait now
 */
export async function passOnUndelivered(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  now: Temporal.Instant,
): Promise<ChannelId[]> {
  const rule: DecisionRule = 'not_delivered';
  const { rows } = await sql<{ channel_id: ChannelId }>`
    with late as materialized (
      select m.*, next.channel_id as next_id, next.rest
      from messages m cross join lateral (${nextWorking(tenantId, 'm.fallback_channel_ids')}) next
      where m.tenant_id = ${tenantId} and m.channel_id = ${channelId} and m.passes_on_at <= ${now} and ${mayGoOn(now)}
      order by m.passes_on_at limit ${AT_ONCE} for update of m
    ),
    left_behind as (
      insert into former_sends (tenant_id, message_id, n, channel_id, address_id, recipient, provider_message_id, status, rule, body, left_by,
        sent_buttons, accepted_at, sent_at, left_at)
      select late.tenant_id, late.id, ${nextNumber('late')}, late.channel_id, late.address_id, late.recipient, late.provider_message_id,
        late.status, ${rule}, late.body, nullif(late.content -> 'leftBy', 'null'), late.sent_buttons, late.accepted_at, late.sent_at, ${now}::timestamptz
      from late
      returning 1
    ),
    changed as (
      update messages m set ${FORMER}, status = 'planned', reason = null, was_sent = true, passes_on_at = null,
        channel_id = late.next_id, fallback_channel_ids = late.rest, address_id = null, recipient = null,
        provider_message_id = null, former_provider_ids = m.former_provider_ids || late.provider_message_id,
        accepted_at = null, sent_at = null, attempts = 0, error_class = null, error_code = null, error_text = null,
        updated_at = ${now}
      from late where m.tenant_id = ${tenantId} and m.id = late.id
      returning m.channel_id, ${CHANGE}
    ),
    ${countingChanges(tenantId)}
    select channel_id from changed`.execute(tx);
  return rows.map((row) => row.channel_id);
}

/** A message that was answered has arrived, without a status too; one past its use is not sent. */
export const mayGoOn = (
  now: Temporal.Instant,
) => sql`m.status in ('accepted', 'sent') and m.provider_message_id is not null
  and m.replied_at is null and m.clicked_at is null and (m.use_by is null or m.use_by > ${now})`;

/** After this time a message that found no working channel stays where it is. */
const MAX_HOURS = 72;

/** Lets messages that cannot go on yet wait until a moment; those that never can go on no more. */
export async function putOffPassing(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { now, until }: { now: Temporal.Instant; until: Temporal.Instant | null },
): Promise<void> {
  await sql`
    update messages m set passes_on_at = case
      when ${mayGoOn(now)} and m.fallback_channel_ids <> '{}' and m.accepted_at > ${now.subtract({ hours: MAX_HOURS })}
      then ${until}::timestamptz end
    where m.tenant_id = ${tenantId} and m.channel_id = ${channelId} and m.passes_on_at <= ${now}`.execute(tx);
}

/** Channels that cannot send, with due messages. */
export async function listDownChannels({ tx }: SystemScope): Promise<Place[]> {
  const { rows } = await sql<{ tenant_id: string; channel_id: string }>`
    select c.tenant_id, c.id as channel_id from channels c
    where c.removed_at is null and c.state <> 'Authorized' and exists (
      select from messages m where m.tenant_id = c.tenant_id and m.channel_id = c.id and m.phase = 'waiting'
        and m.fallback_channel_ids <> '{}')`.execute(tx);
  return rows.map((row) => ({ tenantId: row.tenant_id as TenantId, channelId: row.channel_id as ChannelId }));
}

/**
 * Moves due messages on that have waited for a channel that cannot send for the time of their sender.
 *
 * @param minutes the cabinet's time; null: never
 * @returns the channels where they wait now
 */
export async function passOnStuck(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { minutes, now }: { minutes: number | null; now: Temporal.Instant },
): Promise<ChannelId[]> {
  const rule: DecisionRule = 'channel_unavailable';
  const { rows } = await sql<{ channel_id: ChannelId }>`
    with stuck as materialized (
      select m.id, m.tenant_id, next.channel_id as next_id, next.rest
      from ${PRIORITIES}
      cross join lateral (
        select * from messages o
        where o.tenant_id = ${tenantId} and o.channel_id = ${channelId} and ${duePart('o', { after: null, until: now })}
        order by ${dueOrder('o')} limit ${AT_ONCE}
      ) m
      join senders s on s.tenant_id = ${tenantId} and s.id = m.sender_id
      cross join lateral (${nextWorking(tenantId, 'm.fallback_channel_ids')}) next
      where coalesce(s.pass_on_minutes, ${minutes}::int, 0) > 0
        and m.due_at + coalesce(s.pass_on_minutes, ${minutes}::int) * interval '1 minute' <= ${now}
    ),
    changed as (
      update messages m set ${FORMER}, reason = null, channel_id = stuck.next_id, fallback_channel_ids = stuck.rest,
        address_id = null, recipient = null, attempts = 0, updated_at = ${now}
      from stuck where m.tenant_id = ${tenantId} and m.id = stuck.id and m.channel_id = ${channelId} and m.status = 'planned'
      returning m.tenant_id, m.channel_id, ${CHANGE}
    ),
    ${countingChanges(tenantId)},
    left_behind as (
      insert into former_sends (tenant_id, message_id, n, channel_id, status, rule, left_at)
      select changed.tenant_id, changed.id, ${nextNumber('changed')}, ${channelId}::uuid, 'skipped', ${rule}, ${now}::timestamptz from changed
      returning 1
    )
    select channel_id from changed`.execute(tx);
  return rows.map((row) => row.channel_id);
}

/** Minutes until the next channel by sender, where a sender has its own; 0: never. */
export async function listOwnMinutes(
  { tx, tenantId }: TenantScope,
  senderIds: readonly SenderId[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('senders')
    .select(['id', 'pass_on_minutes'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${[...senderIds]}::uuid[])`)
    .where('pass_on_minutes', 'is not', null)
    .execute();
  return new Map(rows.flatMap((row) => (row.pass_on_minutes === null ? [] : [[row.id, row.pass_on_minutes]])));
}

/** A message that arrived on a channel it had left goes on no more. */
export async function stopPassing({ tx, tenantId }: TenantScope, ids: readonly MessageId[]): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ passes_on_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('passes_on_at', 'is not', null)
    .execute();
}

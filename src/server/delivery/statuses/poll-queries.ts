import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { PolledStatus } from '#server/channels/port.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';

/** A message whose status is to be requested. */
export type StatusPoll = { providerMessageId: string; acceptedAt: Temporal.Instant };

/** Plans the first request for the status of each message; one that is planned already stays. */
export async function insertPolls(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { ids, acceptedAt, nextAt }: { ids: readonly string[]; acceptedAt: Temporal.Instant; nextAt: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into status_polls (tenant_id, channel_id, provider_message_id, accepted_at, next_at)
    select ${tenantId}::uuid, ${channelId}::uuid, id, ${acceptedAt}::timestamptz, ${nextAt}::timestamptz
    from unnest(${[...ids]}::text[]) as id
    on conflict do nothing`.execute(tx);
}

/** Lists messages whose status is due to be requested, those that wait longest first. */
export async function listDuePolls(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<StatusPoll[]> {
  const rows = await tx
    .selectFrom('status_polls')
    .select(['provider_message_id', 'accepted_at'])
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ providerMessageId: row.provider_message_id, acceptedAt: row.accepted_at }));
}

export async function findNextPoll(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('status_polls')
    .select('next_at')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_at ?? null;
}

/** Plans the next request of each message; null ends them. */
export async function movePolls(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  polls: readonly { providerMessageId: string; nextAt: Temporal.Instant | null }[],
): Promise<void> {
  const rows = polls.map(({ providerMessageId, nextAt }) => ({ pid: providerMessageId, next_at: nextAt?.toString() }));
  await sql`
    with wanted as (
      select pid, next_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (pid text, next_at timestamptz)
    ),
    ended as (
      delete from status_polls p using wanted w
      where p.tenant_id = ${tenantId} and p.channel_id = ${channelId} and p.provider_message_id = w.pid and w.next_at is null
    )
    update status_polls p set next_at = w.next_at from wanted w
    where p.tenant_id = ${tenantId} and p.channel_id = ${channelId} and p.provider_message_id = w.pid
      and w.next_at is not null`.execute(tx);
}

/** Stores what the provider charged for messages. */
export async function saveCosts(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  statuses: readonly PolledStatus[],
): Promise<void> {
  const rows = statuses.flatMap(({ providerMessageId, cost }) => (cost ? [{ pid: providerMessageId, ...cost }] : []));
  if (rows.length === 0) return;
  await sql`
    update messages m set cost = w.amount, cost_currency = w.currency, cost_parts = w.parts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (pid text, amount float8, currency text, parts int2)
    where m.tenant_id = ${tenantId} and m.channel_id = ${channelId} and m.provider_message_id = w.pid`.execute(tx);
}

/** Records that messages have no final status and none will come. @returns their number */
export async function markUnreportedUnknown(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { ids, text, now }: { ids: readonly string[]; text: string; now: Temporal.Instant },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql`
    with changed as (
    update messages m set ${FORMER}, status = 'unknown', error_class = 'unknown_result', error_text = ${text}, updated_at = ${now}
    where m.tenant_id = ${tenantId} and m.channel_id = ${channelId} and m.provider_message_id = any(${[...ids]}::text[])
      and m.status in ('accepted', 'sent')
    returning ${CHANGE}
    ),
    ${countingChanges(tenantId)}
    select id from changed`.execute(tx);
  return rows.length;
}

/** Channels with overdue requests: their job was lost, or waited for the channel to work again. */
export async function listOverduePolls(
  { tx }: SystemScope,
  before: Temporal.Instant,
): Promise<{ tenantId: TenantId; channelId: ChannelId }[]> {
  const { rows } = await sql<{ tenant_id: TenantId; channel_id: ChannelId }>`
    select distinct p.tenant_id, p.channel_id from status_polls p
    join channels c on c.tenant_id = p.tenant_id and c.id = p.channel_id
    where p.next_at < ${before} and c.removed_at is null and c.state = 'Authorized'`.execute(tx);
  return rows.map((row) => ({ tenantId: row.tenant_id, channelId: row.channel_id }));
}

import { sql } from 'kysely';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { FirstMessages } from './warm-up-rules.ts';

/** Days that hold all hours of the health. */
const DAYS_READ = 3;

/** First contacts of channels: on a day, and since a moment with their failures. */
export async function countFirstContacts(
  { tx, tenantId }: TenantScope,
  channelIds: readonly ChannelId[],
  { day, since }: { day: string; since: Temporal.Instant },
): Promise<Map<ChannelId, FirstMessages & { today: number }>> {
  const { rows } = await sql<{ channel_id: string; today: number; started: number; failed: number }>`
    select channel_id, count(*) filter (where day = ${day}::date)::int as today,
      count(*) filter (where started_at >= ${since})::int as started,
      count(*) filter (where started_at >= ${since} and has_failed)::int as failed
    from first_contacts
    where tenant_id = ${tenantId} and channel_id = any(${[...channelIds]}::uuid[])
      and day > ${day}::date - ${DAYS_READ}::int
    group by channel_id`.execute(tx);
  return new Map(rows.map(({ channel_id, ...counts }) => [ChannelId.parse(channel_id), counts]));
}

/** Lists the given channels that are of some kinds, with the time they were connected. */
export async function listAges(
  { tx, tenantId }: TenantScope,
  channelIds: readonly ChannelId[],
  kinds: readonly ChannelKind[],
): Promise<{ id: ChannelId; kind: ChannelKind; createdAt: Temporal.Instant }[]> {
  if (channelIds.length === 0) return [];
  const rows = await tx
    .selectFrom('channels')
    .select(['id', 'kind', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any(${[...channelIds]}::uuid[])`)
    .where('kind', 'in', [...kinds])
    .execute();
  return rows.map((row) => ({
    id: ChannelId.parse(row.id),
    kind: ChannelKind.parse(row.kind),
    createdAt: row.created_at,
  }));
}

/** Returns the given recipients to whom a channel has written before. */
export async function listStarted(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  recipients: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('first_contacts')
    .select('recipient')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where(sql<boolean>`recipient = any(${[...recipients]}::text[])`)
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

/** A recipient with the message that is the first to them. */
export type FirstContact = { recipient: string; messageId: string };

export async function insertFirstContacts(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { first, day, now }: { first: readonly FirstContact[]; day: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into first_contacts (tenant_id, channel_id, recipient, message_id, day, started_at)
    select ${tenantId}::uuid, ${channelId}::uuid, recipient, message_id, ${day}::date, ${now}::timestamptz
    from unnest(${first.map(({ recipient }) => recipient)}::text[], ${first.map(({ messageId }) => messageId)}::uuid[])
      as first (recipient, message_id)
    order by recipient
    on conflict (tenant_id, channel_id, recipient) do nothing`.execute(tx);
}

/** Notes that messages failed; without effect for those that were not the first. */
export async function markFirstFailed({ tx, tenantId }: TenantScope, messageIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('first_contacts')
    .set({ has_failed: true })
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`message_id = any(${[...messageIds]}::uuid[])`)
    .execute();
}

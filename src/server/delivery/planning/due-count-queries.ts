import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Counts messages planned for a channel, test sends left out. */
export async function countPlannedOfChannel({ tx, tenantId }: TenantScope, channelId: ChannelId): Promise<number> {
  const { count } = await tx
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('phase', '=', 'waiting')
    .where('test_phone', '=', '')
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts due messages that wait, by channel. */
export async function countDueByChannel(
  { tx, tenantId }: TenantScope,
  channelIds: readonly ChannelId[],
  now: Temporal.Instant,
): Promise<Map<ChannelId, number>> {
  const rows = await tx
    .selectFrom('messages')
    .select((eb) => ['channel_id', eb.fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`channel_id = any(${channelIds}::uuid[])`)
    .where('phase', '=', 'waiting')
    .where('due_at', '<=', now)
    .groupBy('channel_id')
    .execute();
  return new Map(rows.map((row) => [ChannelId.parse(row.channel_id), row.count]));
}

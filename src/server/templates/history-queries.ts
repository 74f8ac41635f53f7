import { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export async function recordDeletion(
  { tx, tenantId }: TenantScope,
  { channelId, name }: { channelId: ChannelId; name: string },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('template_deletions')
    .values({ tenant_id: tenantId, channel_id: channelId, name, deleted_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'channel_id', 'name']).doUpdateSet({ deleted_at: now }))
    .execute();
}

/** Lists names that were deleted since. */
export async function listDeletions(
  { tx, tenantId }: TenantScope,
  since: Temporal.Instant,
): Promise<{ channelId: ChannelId; name: string; deletedAt: Temporal.Instant }[]> {
  const rows = await tx
    .selectFrom('template_deletions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '>', since)
    .orderBy('deleted_at', 'desc')
    .limit(1_000)
    .execute();
  return rows.map((row) => ({
    channelId: ChannelId.parse(row.channel_id),
    name: row.name,
    deletedAt: row.deleted_at,
  }));
}

type Named = { channelId: ChannelId; name: string; language: string };

export async function recordEdit(
  { tx, tenantId }: TenantScope,
  { channelId, name, language }: Named,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('template_edits')
    .values({ tenant_id: tenantId, channel_id: channelId, name, language, edited_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listEdits(
  { tx, tenantId }: TenantScope,
  { channelId, name, language }: Named,
): Promise<Temporal.Instant[]> {
  const rows = await tx
    .selectFrom('template_edits')
    .select('edited_at')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('name', '=', name)
    .where('language', '=', language)
    .orderBy('edited_at', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => row.edited_at);
}

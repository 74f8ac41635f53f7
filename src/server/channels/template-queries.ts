import { sql } from 'kysely';
import type { ChannelId, ChannelTemplate } from '#contract/channels.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { ProviderTemplate, TemplateContent } from './port.ts';

/** By name, then language. */
export async function listTemplateRows(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
): Promise<ChannelTemplate[]> {
  const rows = await tx
    .selectFrom('channel_templates')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .orderBy('name')
    .orderBy('language')
    .execute();
  return rows.map(({ name, language, category, status, reason, content }) => ({
    name,
    language,
    category,
    status,
    reason,
    ...(content as TemplateContent), // NOTE: written by `replaceTemplates` below
  }));
}

/** Replaces the stored templates with the provider's; those it no longer lists are deleted. */
export async function replaceTemplates(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  templates: readonly ProviderTemplate[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = JSON.stringify(templates);
  await sql`
    insert into channel_templates
      (tenant_id, channel_id, name, language, category, status, reason, content, synced_at)
    select ${tenantId}::uuid, ${channelId}::uuid, name, language, category, status, reason, content, ${now}::timestamptz
    from (select distinct on (name, language) * from jsonb_to_recordset(${rows}::jsonb)
      as listed (name text, language text, category text, status text, reason text, content jsonb)) as template
    on conflict (tenant_id, channel_id, name, language) do update set
      category = excluded.category, status = excluded.status, reason = excluded.reason,
      content = excluded.content, synced_at = excluded.synced_at`.execute(tx);
  await tx
    .deleteFrom('channel_templates')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('synced_at', '<', now)
    .execute();
}

/** @returns false for an unknown template */
export async function updateTemplateStatus(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  template: Pick<ProviderTemplate, 'name' | 'language' | 'status' | 'reason'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('channel_templates')
    .set({ status: template.status, reason: template.reason })
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('name', '=', template.name)
    .where('language', '=', template.language)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

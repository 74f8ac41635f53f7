import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ProviderTemplate, StoredTemplate, TemplateContent } from '#server/channels/port.ts';

/** By name, then language. */
export async function listTemplateRows({ tx, tenantId }: TenantScope, channelId: ChannelId): Promise<StoredTemplate[]> {
  const rows = await tx
    .selectFrom('channel_templates')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .orderBy('name')
    .orderBy('language')
    .execute();
  return rows.map(({ name, language, category, status, reason, content, provider_id: providerId }) => ({
    name,
    language,
    category,
    status,
    reason,
    providerId,
    ...contentOf(content),
  }));
}

/** NOTE: written by `upsertTemplates` below; rows of earlier versions do not state whether there are media. */
export function contentOf(content: unknown): TemplateContent {
  const stored = content as TemplateContent;
  return { ...stored, hasMedia: stored.hasMedia ?? stored.media !== null };
}

/** Stores templates as the provider reports them. */
export async function upsertTemplates(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  templates: readonly ProviderTemplate[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = JSON.stringify(templates);
  await sql`
    insert into channel_templates
      (tenant_id, channel_id, name, language, category, status, reason, content, provider_id, quality, parts,
       status_since, synced_at)
    select ${tenantId}::uuid, ${channelId}::uuid, name, language, category, status, reason, content, id, quality,
      nullif(parts, 'null'::jsonb), ${now}::timestamptz, ${now}::timestamptz
    from (select distinct on (name, language) * from jsonb_to_recordset(${rows}::jsonb)
      as listed (name text, language text, category text, status text, reason text, content jsonb, id text,
        quality text, parts jsonb)) as template
    on conflict (tenant_id, channel_id, name, language) do update set
      category = excluded.category, status = excluded.status,
      -- The list does not say why a template is paused; the event did.
      reason = coalesce(excluded.reason,
        case when channel_templates.status = excluded.status then channel_templates.reason end),
      status_since = case when channel_templates.status = excluded.status
        then channel_templates.status_since else excluded.status_since end,
      content = excluded.content, provider_id = excluded.provider_id, quality = excluded.quality,
      parts = excluded.parts, synced_at = excluded.synced_at`.execute(tx);
}

/** Deletes templates that the provider listed no more when it was last asked. */
export async function deleteUnlisted(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .deleteFrom('channel_templates')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('synced_at', '<', now)
    .execute();
}

/** @returns the template as it was; undefined for an unknown one */
export async function updateTemplate(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  { name, language, ...change }: TemplateChange,
  now: Temporal.Instant,
): Promise<{ status: string } | undefined> {
  const row = await tx
    .selectFrom('channel_templates')
    .select('status')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('name', '=', name)
    .where('language', '=', language)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const isOther = change.status !== undefined && change.status !== row.status;
  await tx
    .updateTable('channel_templates')
    .set({
      status: change.status,
      reason: change.status === undefined ? undefined : (change.reason ?? null),
      quality: change.quality,
      category: change.category,
      ...(isOther && { status_since: now }),
    })
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('name', '=', name)
    .where('language', '=', language)
    .execute();
  return row;
}

/** A change of one template; absent parts stay. */
export type TemplateChange = Pick<ProviderTemplate, 'name' | 'language'> &
  Partial<{ status: string; reason: string | null; quality: string; category: string }>;

/** Marks a template as being deleted, in all its languages. @returns whether there is one */
export async function markDeleted(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  name: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('channel_templates')
    .set({ status: 'pending_deletion', reason: null, status_since: now })
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

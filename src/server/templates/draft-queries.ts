import type { Selectable } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import { TemplateCategory, TemplateDraftId, TemplateParts } from '#contract/templates/calls.ts';
import { MAX_TEMPLATE_DRAFTS } from '#contract/templates/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TemplateDrafts } from '#server/platform/database/schema.gen.ts';

export type StoredDraft = {
  id: TemplateDraftId;
  channelId: ChannelId;
  name: string;
  language: string;
  category: TemplateCategory;
  parts: TemplateParts;
  isChange: boolean;
  refusal: string | null;
  updatedAt: Temporal.Instant;
};

/** The last changed first. */
export async function listDrafts({ tx, tenantId }: TenantScope): Promise<StoredDraft[]> {
  const rows = await tx
    .selectFrom('template_drafts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_TEMPLATE_DRAFTS)
    .execute();
  return rows.map(toDraft);
}

export async function findDraft({ tx, tenantId }: TenantScope, id: TemplateDraftId): Promise<StoredDraft | undefined> {
  const row = await tx
    .selectFrom('template_drafts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDraft(row);
}

/** Finds the change of a template that was begun. */
export async function findChange(
  { tx, tenantId }: TenantScope,
  template: Pick<StoredDraft, 'channelId' | 'name' | 'language'>,
): Promise<StoredDraft | undefined> {
  const row = await tx
    .selectFrom('template_drafts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', template.channelId)
    .where('name', '=', template.name)
    .where('language', '=', template.language)
    .where('is_change', '=', true)
    .executeTakeFirst();
  return row && toDraft(row);
}

export async function countDrafts({ tx, tenantId }: TenantScope): Promise<number> {
  const { count } = await tx
    .selectFrom('template_drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertDraft(
  { tx, tenantId }: TenantScope,
  draft: Omit<StoredDraft, 'refusal' | 'updatedAt'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('template_drafts')
    .values({
      tenant_id: tenantId,
      id: draft.id,
      channel_id: draft.channelId,
      name: draft.name,
      language: draft.language,
      category: draft.category,
      parts: JSON.stringify(draft.parts),
      is_change: draft.isChange,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export type DraftChange = Partial<
  Pick<StoredDraft, 'channelId' | 'name' | 'language' | 'category' | 'parts' | 'refusal'>
>;

export async function updateDraft(
  { tx, tenantId }: TenantScope,
  id: TemplateDraftId,
  change: DraftChange,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('template_drafts')
    .set({
      channel_id: change.channelId,
      name: change.name,
      language: change.language,
      category: change.category,
      parts: change.parts && JSON.stringify(change.parts),
      refusal: change.refusal,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** @returns whether there was one */
export async function deleteDraft({ tx, tenantId }: TenantScope, id: TemplateDraftId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('template_drafts')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function toDraft(row: Selectable<TemplateDrafts>): StoredDraft {
  return {
    id: TemplateDraftId.parse(row.id),
    channelId: ChannelId.parse(row.channel_id),
    name: row.name,
    language: row.language,
    category: TemplateCategory.parse(row.category),
    parts: TemplateParts.parse(row.parts),
    isChange: row.is_change,
    refusal: row.refusal,
    updatedAt: row.updated_at,
  };
}

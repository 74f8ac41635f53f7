import { type QuickReply, QuickReplyId } from '#contract/conversations/work.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

export type QuickReplyText = Pick<QuickReply, 'title' | 'text'>;

export async function listQuickReplyRows({ tx, tenantId }: TenantScope): Promise<QuickReply[]> {
  const rows = await tx
    .selectFrom('quick_replies')
    .select(['id', 'title', 'text'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return rows
    .map((row) => ({ id: QuickReplyId.parse(row.id), title: row.title, text: row.text }))
    .toSorted((one, other) => one.title.localeCompare(other.title) || (one.id < other.id ? -1 : 1));
}

export async function insertQuickReply(
  { tx, tenantId }: TenantScope,
  { title, text }: QuickReplyText,
  createdAt: Temporal.Instant,
): Promise<QuickReply> {
  const id = newId(QuickReplyId);
  await tx
    .insertInto('quick_replies')
    .values({ tenant_id: tenantId, id, title, text, created_at: createdAt })
    .execute();
  return { id, title, text };
}

/** @returns whether there is one */
export async function updateQuickReply(
  { tx, tenantId }: TenantScope,
  id: QuickReplyId,
  { title, text }: QuickReplyText,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('quick_replies')
    .set({ title, text })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether there was one */
export async function removeQuickReply({ tx, tenantId }: TenantScope, id: QuickReplyId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('quick_replies')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

import type { ConversationId, Drafts } from '#contract/conversations/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type DraftKey = { conversationId: ConversationId; memberId: MemberId; kind: 'answer' | 'note' };

export async function putDraft(
  { tx, tenantId }: TenantScope,
  { conversationId, memberId, kind }: DraftKey,
  text: string,
  savedAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('conversation_drafts')
    .values({
      tenant_id: tenantId,
      conversation_id: conversationId,
      member_id: memberId,
      kind,
      text,
      saved_at: savedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'conversation_id', 'member_id', 'kind']).doUpdateSet({ text, saved_at: savedAt }),
    )
    .execute();
}

export async function deleteDraft(
  { tx, tenantId }: TenantScope,
  { conversationId, memberId, kind }: DraftKey,
): Promise<void> {
  await tx
    .deleteFrom('conversation_drafts')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .execute();
}

export async function findDrafts(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  memberId: MemberId,
): Promise<Drafts> {
  const rows = await tx
    .selectFrom('conversation_drafts')
    .select(['kind', 'text'])
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('member_id', '=', memberId)
    .execute();
  const textOf = (kind: string) => rows.find((row) => row.kind === kind)?.text ?? '';
  return { answer: textOf('answer'), note: textOf('note') };
}

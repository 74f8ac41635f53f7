import { AssistantId } from '#contract/assistants/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The assistant that answers in a conversation. */
export type Dialogue = {
  assistantId: AssistantId;
  version: number;
  lastTurnAt: Temporal.Instant;
};

export async function findDialogue(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
): Promise<Dialogue | null> {
  const row = await tx
    .selectFrom('assistant_dialogues')
    .select(['assistant_id', 'version', 'last_turn_at'])
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  if (!row) return null;
  const { assistant_id, version, last_turn_at: lastTurnAt } = row;
  return { assistantId: AssistantId.parse(assistant_id), version, lastTurnAt };
}

/** Stores the assistant of a conversation, or replaces it. */
export async function putDialogue(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  { assistantId, version, lastTurnAt }: Dialogue,
): Promise<void> {
  const written = { assistant_id: assistantId, version, last_turn_at: lastTurnAt };
  await tx
    .insertInto('assistant_dialogues')
    .values({ tenant_id: tenantId, conversation_id: conversationId, ...written })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'conversation_id']).doUpdateSet(written))
    .execute();
}

import type { ConversationId } from '#contract/conversations/calls.ts';
import type { InboundId } from '#server/conversations/threads/rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Returns when the first unhandled message came, and the message itself. */
export async function findRecentMessages(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  inboundId: InboundId,
): Promise<{ waitingSince: Temporal.Instant | null; kind: string | null; isHandled: boolean }> {
  const message = await tx
    .selectFrom('inbound_messages')
    .select(['kind', 'handled_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', inboundId)
    .executeTakeFirst();
  const waiting = await tx
    .selectFrom('inbound_messages')
    .select('received_at')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return {
    waitingSince: waiting?.received_at ?? null,
    kind: message?.kind ?? null,
    isHandled: message?.handled_at != null,
  };
}

import { z } from 'zod';
import { ChatbotId } from '#contract/chatbots/calls.ts';
import { ScriptKey } from '#contract/chatbots/scripts.ts';
import { BranchId } from '#contract/connections/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';
import type { Dialogue } from './dialogue-rules.ts';

const Phase = z.enum(['menu', 'waiting', 'person', 'assistant', 'ended']);
const Moments = z.array(z.string().transform((text) => Temporal.Instant.from(text)));

/** The state of a conversation; null: no bot of steps answered in it. */
export async function findDialogue(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
): Promise<Dialogue | null> {
  const row = await tx
    .selectFrom('chatbot_dialogues')
    .select(['chatbot_id', 'phase', 'step_id', 'branch_id', 'run', 'changed_at', 'outside_hours_at', 'sent_at'])
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    botId: ChatbotId.parse(row.chatbot_id),
    phase: Phase.parse(row.phase),
    stepId: orNull(ScriptKey, row.step_id),
    branchId: orNull(BranchId, row.branch_id),
    run: row.run,
    changedAt: row.changed_at,
    outsideHoursAt: row.outside_hours_at,
    sentAt: Moments.parse(row.sent_at),
  };
}

/** Stores the state of a conversation. Its caller holds the conversation. */
export async function upsertDialogue(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  dialogue: Dialogue,
): Promise<void> {
  const changed = {
    chatbot_id: dialogue.botId,
    phase: dialogue.phase,
    step_id: dialogue.stepId,
    branch_id: dialogue.branchId,
    run: dialogue.run,
    changed_at: dialogue.changedAt,
    outside_hours_at: dialogue.outsideHoursAt,
    sent_at: JSON.stringify(dialogue.sentAt),
  };
  await tx
    .insertInto('chatbot_dialogues')
    .values({ tenant_id: tenantId, conversation_id: conversationId, ...changed })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'conversation_id']).doUpdateSet(changed))
    .execute();
}

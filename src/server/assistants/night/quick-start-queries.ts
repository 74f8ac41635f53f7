import { AssistantId } from '#contract/assistants/calls.ts';
import { NightBotAnswers } from '#contract/assistants/night-bot.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Answers of a member so far, and the bot that was made of them. */
export type NightBotDraft = { step: number; answers: NightBotAnswers; assistantId: AssistantId | null };

export async function findDraft({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<NightBotDraft | null> {
  const row = await tx
    .selectFrom('night_bot_drafts')
    .select(['step', 'answers', 'assistant_id'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) return null;
  const answers = NightBotAnswers.parse(row.answers);
  return {
    step: row.step,
    answers,
    assistantId: row.assistant_id === null ? null : AssistantId.parse(row.assistant_id),
  };
}

/** Stores answers, and locks them until the transaction ends. @returns the bot that was made of earlier ones */
export async function putDraft(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  { step, answers }: Pick<NightBotDraft, 'step' | 'answers'>,
  now: Temporal.Instant,
): Promise<AssistantId | null> {
  const written = { step, answers: JSON.stringify(answers), updated_at: now };
  const row = await tx
    .insertInto('night_bot_drafts')
    .values({ tenant_id: tenantId, member_id: memberId, ...written })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet(written))
    .returning('assistant_id')
    .executeTakeFirstOrThrow();
  return row.assistant_id === null ? null : AssistantId.parse(row.assistant_id);
}

export async function setMade(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  assistantId: AssistantId,
): Promise<void> {
  await tx
    .updateTable('night_bot_drafts')
    .set({ assistant_id: assistantId })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute();
}

export async function deleteDraft({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('night_bot_drafts').where('tenant_id', '=', tenantId).where('member_id', '=', memberId).execute();
}

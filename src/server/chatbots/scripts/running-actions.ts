import type { ConversationId } from '#contract/conversations/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { continueScriptJob } from '#server/chatbots/jobs.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { addLine } from '#server/conversations/inbound/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { upsertDialogue } from './dialogue-queries.ts';
import { afterRun, type Dialogue, isTooOften } from './dialogue-rules.ts';
import type { ChoosableBranch, Run } from './step-rules.ts';
import type { ScriptBot } from './trigger-rules.ts';
import { type ScriptWords, writeMessage } from './writing-rules.ts';

/** Branches with what contacts and variables need of them. */
export type KnownBranches = ScriptWords['branches'] & readonly ChoosableBranch[];

/** Lists the branches that contacts may choose. */
export async function listChoosableBranches(scope: TenantScope): Promise<KnownBranches> {
  const branches = await listBranches(scope);
  return branches
    .filter(({ isActive }) => isActive)
    .map(({ id, title, address, phone }) => ({ id, title, address, phone }));
}

/** A run that is to be sent, and the conversation before it. */
export type PlannedRun = { bot: ScriptBot; run: Run; before: Dialogue | null; isOutside: boolean };

/** Leaves a run that would be one message too many to a person. */
export function guarded({ run, before }: PlannedRun, now: Temporal.Instant): { run: Run; isTooOften: boolean } {
  if (!isTooOften(before?.sentAt ?? [], run, now)) return { run, isTooOften: false };
  return { run: { messages: [], end: { kind: 'person', reason: '' }, branchId: run.branchId }, isTooOften: true };
}

/** Writes the messages of a run to a contact. */
export async function writeRun(
  scope: ActionScope,
  { messages }: Run,
  { contactId, language, branches }: { contactId: ContactId; language: Language; branches: ScriptWords['branches'] },
): Promise<MessageContent[]> {
  const { name: businessName, customerLanguage: cabinetLanguage } = await getTenant(scope);
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  const clientName = contact ? greetingName(contact) : '';
  return messages.map((message) =>
    writeMessage(message, { clientName, businessName, language, cabinetLanguage, branches }),
  );
}

/** Stores where a conversation is after a run, queues what comes after a pause, and says in the thread why a person is to answer. */
export async function noteRun(
  scope: ActionScope,
  conversationId: ConversationId,
  planned: PlannedRun & { isTooOften: boolean },
): Promise<void> {
  const { bot, run, before, isOutside } = planned;
  const now = scope.clock.now();
  const after = afterRun(before, { botId: bot.id, run, now, isOutside });
  await upsertDialogue(scope, conversationId, after);
  if (run.end.kind === 'waiting') {
    const { tenantId } = scope;
    const runAt = now.add({ seconds: run.end.seconds });
    await enqueue(scope, continueScriptJob, { tenantId, conversationId, run: after.run }, { runAt });
  }
  if (run.end.kind === 'person') {
    const cause = planned.isTooOften ? 'too_often' : 'step';
    await addLine(scope, conversationId, { name: 'handed_over', bot: bot.title, cause, reason: run.end.reason });
  }
}

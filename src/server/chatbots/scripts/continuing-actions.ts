import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { languageOfContact } from '#server/conversations/answering/language-reads.ts';
import { CHATBOT } from '#server/conversations/answering/rules.ts';
import { latestConversation, lockConversation, setNeedsPerson } from '#server/conversations/inbound/actions.ts';
import { postReply } from '#server/delivery/threads/reply-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { findDialogue, upsertDialogue } from './dialogue-queries.ts';
import type { Dialogue } from './dialogue-rules.ts';
import { guarded, listChoosableBranches, noteRun, writeRun } from './running-actions.ts';
import { listWorkingBots } from './settings-actions.ts';
import { runFrom } from './step-rules.ts';

type Waiting = { tenantId: TenantId; conversationId: ConversationId; run: number };
type Locked = Awaited<ReturnType<typeof lockConversation>>;

/**
 * Sends what comes after the pause of a bot, unless the contact or a person wrote meanwhile. May run twice: the state of the
 * conversation changes in the same transaction.
 */
export async function continueScript(scope: ActionScope, waiting: Waiting): Promise<void> {
  const thread = await lockConversation(scope, waiting.conversationId);
  const before = await findDialogue(scope, thread.id);
  if (before?.phase !== 'waiting' || before.run !== waiting.run) return;
  const bot = (await listWorkingBots(scope)).find(({ id }) => id === before.botId);
  if (!bot || (await isInterrupted(scope, thread, before))) {
    await upsertDialogue(scope, thread.id, { ...before, phase: 'ended', stepId: null, run: before.run + 1 });
    return;
  }
  const branches = await listChoosableBranches(scope);
  const run = runFrom(bot, { stepId: before.stepId, branchId: before.branchId, branches });
  const planned = {
    bot,
    before,
    isOutside: false,
    ...guarded({ bot, run, before, isOutside: false }, scope.clock.now()),
  };
  const { id: conversationId, contactId } = thread;
  const language = await languageOfContact(scope, contactId);
  const contents = await writeRun(scope, planned.run, { contactId, language, branches });
  const key = `script:${before.run}`;
  if (contents.length > 0) await postReply(scope, { sender: CHATBOT, conversationId, key, contents });
  if (planned.run.end.kind === 'person')
    await setNeedsPerson(scope, conversationId, planned.isTooOften ? 'not_understood' : 'asked_for_person');
  await noteRun(scope, conversationId, planned);
}

/** Whether anybody wrote since the pause began, or the contact wants no messages any more. */
async function isInterrupted(scope: ActionScope, thread: Locked, { changedAt }: Dialogue): Promise<boolean> {
  const { contactId, personWroteAt } = thread;
  const latest = await latestConversation(scope, contactId);
  const moments = [personWroteAt, latest?.lastInboundAt ?? null];
  if (moments.some((at) => at !== null && !isBefore(at, changedAt))) return true;
  const optOuts = (await reachOf(scope, [contactId])).get(contactId)?.optOuts ?? [];
  return optOuts.some((one) => one.scope === 'all');
}

import type { ConversationId, ThreadItem } from '#contract/conversations/calls.ts';
import type { Answer } from '#contract/conversations/answers.ts';
import type { FileId } from '#contract/texts/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { getMemberName } from '#server/auth/sign-in/actions.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { lockConversation } from '#server/conversations/inbound/actions.ts';
import { keepFile } from '#server/conversations/files/file-actions.ts';
import { fillerFor } from '#server/conversations/quick-replies/filling-actions.ts';
import { takeByPerson } from '#server/conversations/work/taking-actions.ts';
import { dropAnswerDraft } from '#server/conversations/work/work-actions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import { type AnswerFile, templateContent, textContent, toAnswerable } from './answer-writing.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { findItemContent } from './thread-content-queries.ts';
import { getItem, sendReply } from './thread-actions.ts';
import { findAnswerOfAnother, findByOccasion, findItemTime, findRetry } from './thread-queries.ts';
import { findWays } from './way-actions.ts';

/**
 * Sends a person's answer: the conversation is theirs when it is nobody's, waits no more, and bots are silent for a
 * while. The same request sends once. The conversation is locked meanwhile, so that of two people who answer at once the
 * second learns of the first.
 */
export async function replyToConversation(scope: MemberScope, id: ConversationId, answer: Answer): Promise<ThreadItem> {
  const thread = await lockConversation(scope, id);
  const sender = { id: SenderId.parse(scope.memberId), kind: 'member' as const };
  const known = await findByOccasion(scope, sender.id, `${thread.id}:${answer.requestId}`);
  if (known !== undefined) return getItem(scope, thread, known);

  if (answer.lastSeenId !== null && !answer.evenIfAnswered) await requireNothingNew(scope, thread, answer.lastSeenId);
  const { ways, chosen, templates } = await findWays(scope, thread);
  const way = toAnswerable(ways, answer.channelId ?? chosen?.channelId ?? null, answer.template !== null);
  if ((await messagesLeft(scope)) === 0) throw new Problem('message_quota.exhausted');
  const { channelId } = way;
  const traits = traitsOf(way.channelKind);
  const file = answer.fileId === null ? null : await findFile(scope, answer.fileId);
  const content = answer.template
    ? templateContent({
        ...answer.template,
        channelId,
        file,
        known: templates.filter((one) => one.channelId === channelId),
        fill: await fillerFor(scope, thread.contactId),
      })
    : textContent(answer.text, file, traits);
  const itemId = await post(scope, { thread, channelId, key: answer.requestId, content });
  if (answer.fileId !== null)
    await keepFile(scope, { id: thread.id, channelId }, { messageId: itemId, fileId: answer.fileId });
  await dropAnswerDraft(scope, thread.id);
  return getItem(scope, thread, itemId);
}

/**
 * Sends a failed answer of a person again, on a way that is open now. Each failed answer is sent again once, however
 * many members ask for it.
 *
 * @throws {Problem} `message.wrong_status`
 */
export async function retryAnswer(scope: MemberScope, id: ConversationId, itemId: string): Promise<ThreadItem> {
  const thread = await lockConversation(scope, id);
  const known = await findRetry(scope, thread, itemId);
  if (known !== undefined) return getItem(scope, thread, known);
  const failed = await findItemContent(scope, thread, itemId);
  if (!failed) throw new Problem('message.not_found');
  if (failed.senderKind !== 'member' || !['failed', 'skipped'].includes(failed.status))
    throw new Problem('message.wrong_status', { status: failed.status });
  const { ways, chosen } = await findWays(scope, thread);
  const isTemplate = failed.content.asTemplate === true;
  const way = toAnswerable(ways, isTemplate ? failed.channelId : (chosen?.channelId ?? null), isTemplate);
  if ((await messagesLeft(scope)) === 0) throw new Problem('message_quota.exhausted');
  const content = { ...failed.content, leftBy: null };
  const newId = await post(scope, { thread, channelId: way.channelId, key: itemId, content });
  return getItem(scope, thread, newId);
}

type Thread = Awaited<ReturnType<typeof lockConversation>>;

async function post(
  scope: MemberScope,
  {
    thread,
    channelId,
    key,
    content,
  }: Pick<Thread, 'channelId'> & {
    thread: Thread;
    key: string;
    content: MessageContent;
  },
): Promise<string> {
  const sender = { id: SenderId.parse(scope.memberId), kind: 'member' as const };
  await saveSender(scope, { ...sender, title: await getMemberName(scope, scope.memberId) });
  await takeByPerson(scope, thread, { by: scope.memberId, channelId });
  const row = await sendReply(scope, { sender, conversationId: thread.id, channelId, key, content });
  return row.id;
}

/** @throws {Problem} `conversation.answered_meanwhile` when somebody else answered after an item the page shows */
async function requireNothingNew(scope: MemberScope, thread: Thread, lastSeenId: string): Promise<void> {
  const after = await findItemTime(scope, thread, lastSeenId);
  const answer =
    after && (await findAnswerOfAnother(scope, thread, { after, afterId: lastSeenId, memberId: scope.memberId }));
  if (answer) throw new Problem('conversation.answered_meanwhile', { ...answer, at: answer.at.toString() });
}

async function findFile(scope: MemberScope, id: FileId): Promise<AnswerFile> {
  const [file] = await listFiles(scope, [id], { isLocked: true });
  if (!file) throw new Problem('file.not_found');
  return { url: fileUrl(scope, scope.tenantId, id), mime: file.mime, name: file.name, sizeBytes: file.sizeBytes };
}

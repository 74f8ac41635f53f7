import type { ConversationId } from '#contract/conversations/calls.ts';
import { MAX_QUICK_REPLIES } from '#contract/conversations/values.ts';
import type { fillQuickReplies as fillCall, QuickReply, QuickReplyId } from '#contract/conversations/work.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getThreadOwner } from '#server/conversations/inbound/actions.ts';
import { fillerFor, PERSON_VARIABLES } from './filling-actions.ts';
import {
  insertQuickReply,
  listQuickReplyRows,
  type QuickReplyText,
  removeQuickReply,
  updateQuickReply,
} from './quick-reply-queries.ts';

export async function listQuickReplies(
  scope: ActionScope,
): Promise<{ quickReplies: QuickReply[]; variables: string[] }> {
  return { quickReplies: await listQuickReplyRows(scope), variables: [...PERSON_VARIABLES] };
}

/** Lists the quick replies as the contact of a conversation would read them. */
export async function fillQuickReplies(scope: ActionScope, id: ConversationId): Promise<ReplyOf<typeof fillCall>> {
  const { contactId } = await getThreadOwner(scope, id);
  const fill = await fillerFor(scope, contactId);
  const quickReplies = (await listQuickReplyRows(scope)).map(({ text, ...reply }) => {
    const { text: filled, emptyVariables, unknownVariables } = fill(text);
    return { ...reply, text: filled, emptyVariables: [...emptyVariables, ...unknownVariables] };
  });
  return { quickReplies };
}

/** @throws {Problem} `quick_reply.limit_reached` */
export async function createQuickReply(scope: MemberScope, given: QuickReplyText): Promise<QuickReply> {
  const known = await listQuickReplyRows(scope);
  if (known.length >= MAX_QUICK_REPLIES) throw new Problem('quick_reply.limit_reached', { max: MAX_QUICK_REPLIES });
  const created = await insertQuickReply(scope, given, scope.clock.now());
  await announce(scope, 'conversations');
  return created;
}

/** @throws {Problem} `quick_reply.not_found` */
export async function changeQuickReply(
  scope: MemberScope,
  id: QuickReplyId,
  given: QuickReplyText,
): Promise<QuickReply> {
  if (!(await updateQuickReply(scope, id, given))) throw new Problem('quick_reply.not_found');
  await announce(scope, 'conversations');
  return { id, ...given };
}

/** @throws {Problem} `quick_reply.not_found` */
export async function deleteQuickReply(scope: MemberScope, id: QuickReplyId): Promise<void> {
  if (!(await removeQuickReply(scope, id))) throw new Problem('quick_reply.not_found');
  await announce(scope, 'conversations');
}

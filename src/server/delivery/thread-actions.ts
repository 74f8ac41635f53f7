import type { MessageContent } from '#server/texts/message-content.ts';
import { z } from 'zod';
import type { getThread as getThreadCall, replyToConversation as replyCall } from '#contract/conversations.ts';
import type { ConversationId } from '#contract/conversations.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { SenderId } from '#contract/senders.ts';
import type { MemberId } from '#contract/tenants.ts';
import { getMemberName } from '#server/auth/actions.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { getChannelForSending } from '#server/channels/actions.ts';
import { getConversation, getThreadOwner, setNeedsPerson } from '#server/conversations/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { readCursor, toPage } from '#server/platform/cursor.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import { Problem } from '#server/platform/problem.ts';
import { planMessages } from './actions.ts';
import type { PlannedRow } from './planning-queries.ts';
import type { SenderRef } from './rules.ts';
import { saveSender } from './sender-actions.ts';
import { findWindow, getItem, listThread } from './thread-queries.ts';

const ThreadCursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists the messages of a conversation, of both sides, newest first. */
export async function getThread(
  scope: TenantScope,
  id: ConversationId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof getThreadCall>> {
  const conversation = await getConversation(scope, id);
  const thread = await getThreadOwner(scope, id);
  const rows = await listThread(scope, thread, { after: readCursor(cursor, ThreadCursor), limit });
  const page = toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.at, row.id],
  );
  const windowUntil = await findWindow(scope, thread);
  return { ...page, conversation, windowUntil: windowUntil?.toString() ?? null };
}

/** Sends a member's answer; the conversation then no longer waits for one. Idempotent by the request's key. */
export async function replyToConversation(
  ctx: MemberContext,
  id: ConversationId,
  { text, requestId }: { text: string; requestId: string },
): Promise<ReplyOf<typeof replyCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const thread = await getThreadOwner(scope, id);
    const channel = await getChannelForSending(ctx, scope, thread.channelId);
    const windowUntil = await findWindow(scope, thread);
    const now = ctx.clock.now();
    const hasWindow = channel !== undefined && channel.traits.windowHours !== null;
    if (hasWindow && (windowUntil === null || !isAfter(windowUntil, now)))
      throw new Problem('conversation.window_closed');
    if ((await messagesLeft(scope)) === 0) throw new Problem('message_quota.exhausted');
    const content = { text, image: null, buttons: [], templates: [] };
    const sender = await saveMember(scope, ctx.memberId);
    const row = await sendReply(ctx, scope, { sender, conversationId: id, key: requestId, content });
    await setNeedsPerson(ctx, scope, id, null);
    return getItem(scope, row.id);
  });
}

type Reply = {
  sender: Pick<SenderRef, 'id' | 'kind'>;
  conversationId: ConversationId;
  /** Idempotency key of the answer, e.g. the inbound message's id. */
  key: string;
  content: MessageContent;
};

/** Answers in a conversation. The sender must be saved: see `saveSender`. */
export async function sendReply(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  { sender, conversationId, key, content }: Reply,
): Promise<PlannedRow> {
  const { contactId, channelId } = await getThreadOwner(scope, conversationId);
  const draft = { sender: { ...sender, version: null }, occasionKey: `${conversationId}:${key}`, contactId, channelId };
  const [row] = await planMessages(ctx, scope, [{ ...draft, content, dueAt: ctx.clock.now(), useBy: null }]);
  if (!row) throw new Error('A reply was not planned');
  return row;
}

/** Saves the member as a sender, with their current name. */
async function saveMember(scope: TenantScope, memberId: MemberId): Promise<Pick<SenderRef, 'id' | 'kind'>> {
  const sender = { id: SenderId.parse(memberId), kind: 'member' as const };
  await saveSender(scope, { ...sender, title: await getMemberName(scope, memberId) });
  return sender;
}

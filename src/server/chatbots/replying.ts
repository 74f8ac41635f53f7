import type { ConversationId } from '#contract/conversations.ts';
import { type Sender, SenderId } from '#contract/senders.ts';
import type { MessageContent } from '#server/texts/message-content.ts';
import { saveSender } from '#server/delivery/sender-actions.ts';
import { sendReply } from '#server/delivery/thread-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** Every tenant has one chatbot, under the same id. */
const CHATBOT: Sender = { id: SenderId.parse('6a1f0c52-3c0e-4f0b-9d57-0b6a7f3f5c01'), kind: 'chatbot', title: '' };

/** Answers in a conversation as the chatbot. @param reply.key idempotency key: each is answered once */
export async function replyAsChatbot(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  reply: { conversationId: ConversationId; key: string; content: MessageContent },
): Promise<void> {
  await saveSender(scope, CHATBOT);
  await sendReply(ctx, scope, { sender: CHATBOT, ...reply });
}

import type { ConversationId } from '#contract/conversations/calls.ts';
import { type Sender, SenderId } from '#contract/senders/calls.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { sendReply } from '#server/delivery/threads/thread-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';

/** Every tenant has one chatbot, under the same id. */
export const CHATBOT: Sender = {
  id: SenderId.parse('6a1f0c52-3c0e-4f0b-9d57-0b6a7f3f5c01'),
  kind: 'chatbot',
  title: '',
};

/** Answers in a conversation as the chatbot. @param reply.key idempotency key: each is answered once */
export async function replyAsChatbot(
  scope: ActionScope,
  reply: { conversationId: ConversationId; key: string; content: MessageContent },
): Promise<void> {
  await saveSender(scope, CHATBOT);
  await sendReply(scope, { sender: CHATBOT, ...reply });
}

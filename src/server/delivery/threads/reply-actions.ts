import type { PostReply } from '#server/conversations/answering/port.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { sendReply } from './thread-actions.ts';

/** Sends the reply of a bot. Several messages are all due now, and ordered by their due times. */
export const postReply: PostReply = async (scope, { sender, conversationId, key, contents }) => {
  await saveSender(scope, sender);
  const now = scope.clock.now();
  const ids: string[] = [];
  for (const [n, content] of contents.entries()) {
    const dueAt = now.subtract({ milliseconds: contents.length - 1 - n });
    const row = await sendReply(scope, { sender, conversationId, key: n === 0 ? key : `${key}:${n}`, content, dueAt });
    ids.push(row.id);
  }
  return ids;
};

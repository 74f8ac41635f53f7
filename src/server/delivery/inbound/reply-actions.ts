import type { ActionScope } from '#server/platform/context/context.ts';
import { returnToFormerSends } from '#server/delivery/ledger/former-send-queries.ts';
import { type Reply, setReplied } from './reply-queries.ts';

/**
 * Marks the message that a contact answered. One that waits for the next channel is not sent there any more: an answer on
 * the channel it left proves that it arrived.
 *
 * @returns whether a message was marked
 */
export async function applyReply(scope: ActionScope, reply: Reply): Promise<boolean> {
  const messageId = await setReplied(scope, reply);
  if (messageId === null) return false;
  await returnToFormerSends(scope, [messageId], { now: scope.clock.now() });
  return true;
}

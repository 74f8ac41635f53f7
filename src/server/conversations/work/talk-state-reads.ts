import type { ContactId } from '#contract/contacts/calls.ts';
import { findWaitingSince } from '#server/conversations/inbound/inbound-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { findConversationOf, findThreadNeed } from '#server/conversations/threads/queries.ts';
import { areBotsSilent } from '#server/conversations/threads/rules.ts';

/** The state of a talk for its contact: a turn is being answered, or a person has the conversation. */
export type TalkState = { isAwaited: boolean; isWithPerson: boolean };

export async function readTalkState(scope: ActionScope, contactId: ContactId): Promise<TalkState> {
  const conversation = await findConversationOf(scope, contactId);
  const need = conversation && (await findThreadNeed(scope, conversation.id));
  if (!need) return { isAwaited: false, isWithPerson: false };
  const isSilent = areBotsSilent(need.botsSilentUntil, scope.clock.now());
  return {
    isAwaited: (await findWaitingSince(scope, conversation.id)) !== null,
    isWithPerson: isSilent || need.needsPersonSince !== null,
  };
}

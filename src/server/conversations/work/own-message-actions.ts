import type { UsableChannel } from '#server/channels/storage/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { lockConversation, noteAnswer } from '#server/conversations/inbound/actions.ts';
import { expectFile } from '#server/conversations/files/file-actions.ts';
import { ownWritten } from '#server/conversations/jobs.ts';
import { emit } from '#server/platform/events/events.ts';
import { insertOwn } from '#server/conversations/inbound/inbound-queries.ts';
import { findConversationByPeer } from './own-message-queries.ts';
import { channelIdsOf } from '#server/contacts/book/actions.ts';
import { receiveEdit } from '#server/conversations/inbound/change-actions.ts';
import type { OwnMessageEvent } from '#server/conversations/threads/rules.ts';
import { takeByPerson } from './taking-actions.ts';

/**
 * Records what a person of the business wrote on the phone itself: it takes the conversation, as an answer from the
 * cabinet does. Chats with people who are not in a conversation are private, and nothing of them is stored. A repeated
 * payload is ignored.
 */
export async function receiveOwnMessage(
  scope: ActionScope,
  { id: channelId }: Pick<UsableChannel, 'id'>,
  event: OwnMessageEvent,
): Promise<void> {
  if (event.isEdit && (await receiveEdit(scope, { id: channelId }, event))) return;
  const found = await findConversationByPeer(scope, channelId, await channelIdsOf(scope, channelId, event.to));
  if (found === null) return;
  const thread = await lockConversation(scope, found);
  const { id: conversationId, contactId } = thread;
  const at = scope.clock.now();
  const itemId = await insertOwn(scope, { ...thread, channelId }, event, at);
  if (itemId === null) return;
  if (event.media)
    await expectFile(scope, { id: conversationId, channelId }, { messageId: itemId, media: event.media });
  await takeByPerson(scope, thread, { by: null, channelId });
  const facts = { conversationId, itemId };
  await emit(scope, ownWritten, { dedupeKey: itemId, contactId, facts, occurredAt: event.at });
  const content = { kind: event.content, text: event.text ?? '' };
  await noteAnswer(scope, { conversationId, contactId, itemId, direction: 'own', ...content, at });
}

import type { UsableChannel } from '#server/channels/storage/actions.ts';
import type { ChannelEvent } from '#server/channels/port.ts';
import { channelIdsOf, findOrCreateByPeer, liftOptOut, noteNewNumber, optOut } from '#server/contacts/book/actions.ts';
import { deleteThreadFile } from '#server/conversations/files/file-queries.ts';
import { messageReceived } from '#server/conversations/jobs.ts';
import { deleteSearched, putSearched } from '#server/conversations/threads/entry-queries.ts';
import { noteLive } from '#server/conversations/threads/live-actions.ts';
import {
  findConversationOf,
  type LockedThread,
  lockThread,
  replaceLastText,
  updateThread,
} from '#server/conversations/threads/queries.ts';
import { type InboundEvent, intentOf, isSilent, type OwnMessageEvent } from '#server/conversations/threads/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { earlierOf, isBefore } from '#server/platform/values/instant-rules.ts';
import { addLine, applyIntent, lockConversation, setNeedsPerson } from './actions.ts';
import {
  eraseMessage,
  findMessage,
  hasReceivedSince,
  type MessageTable,
  setHandled,
  setUnhandled,
  type StoredMessage,
  updateText,
} from './inbound-queries.ts';

type ReceivingChannel = Pick<UsableChannel, 'id'>;
type Found = { table: MessageTable; message: StoredMessage; thread: LockedThread };

/** Messages within this time of each other are one thing that the contact says: see the bot's pause. */
const BURST_SECONDS = 10;

/**
 * Applies a change of the words of a message: they are read again as those of a new one are, but no window opens and it is
 * no further reply.
 *
 * @returns false when the message is not known
 */
export async function receiveEdit(
  scope: ActionScope,
  channel: ReceivingChannel,
  event: InboundEvent | OwnMessageEvent,
): Promise<boolean> {
  const peer = event.kind === 'message' ? event.from : event.to;
  const found = await findAbout(scope, channel, { providerMessageId: event.providerMessageId, peer });
  if (!found) return false;
  const { table, message, thread } = found;
  const { text, at } = event;
  if (!(await updateText(scope, table, message.id, { text, at }))) return true;
  await putSearched(scope, { ...searchedAs(found), text: text ?? '' });
  await replaceLastText(scope, thread.id, { of: message, text: text ?? '', kind: message.kind });
  if (table === 'inbound_messages') await readAgain(scope, found, { text, at });
  noteLive(scope, { kind: 'message', conversationId: thread.id, itemId: message.id, direction: directionOf(table) });
  return true;
}

/** Acts on the new words of a contact's message. */
async function readAgain(
  scope: ActionScope,
  { message, thread }: Found,
  { text, at }: Pick<InboundEvent, 'text' | 'at'>,
): Promise<void> {
  const content = message.kind === 'text' ? 'text' : 'other';
  const intent = intentOf({ content, text, buttonId: null });
  await applyIntent(scope, thread, intent);
  // NOTE: a shared place moves on, as often as its sender does.
  if (message.kind === 'remark' || message.kind === 'location' || isSilent({ content }, intent, false)) return;
  await setUnhandled(scope, message.id);
  const now = scope.clock.now();
  if (thread.unreadSince === null)
    await updateThread(scope, thread.id, { unreadSince: now, state: 'open', snoozedUntil: null });
  const { id: conversationId, contactId } = thread;
  const dedupeKey = `${message.id}:${at.epochMilliseconds}`;
  const facts = { conversationId, inboundId: message.id };
  await emit(scope, messageReceived, { dedupeKey, contactId, occurredAt: at, facts });
}

/** Marks a message as deleted: its words and its file are gone, and it waits for nobody. An unknown one is ignored. */
export async function receiveDeletion(
  scope: ActionScope,
  channel: ReceivingChannel,
  { providerMessageId, from: peer }: Extract<ChannelEvent, { kind: 'deleted' }>,
): Promise<void> {
  const found = await findAbout(scope, channel, { providerMessageId, peer });
  if (!found) return;
  const { table, message, thread } = found;
  if (!(await eraseMessage(scope, table, message.id))) return;
  await deleteSearched(scope, message.id);
  await deleteThreadFile(scope, message.id);
  await replaceLastText(scope, thread.id, { of: message, text: '', kind: 'deleted' });
  if (table === 'inbound_messages') await endWaitingFor(scope, found);
  noteLive(scope, { kind: 'message', conversationId: thread.id, itemId: message.id, direction: directionOf(table) });
}

/** Ends what waits because of a message that is gone, where the contact wrote nothing else. */
async function endWaitingFor(scope: ActionScope, { message, thread }: Found): Promise<void> {
  const { receivedAt } = message;
  await setHandled(scope, [message.id], scope.clock.now());
  const burst = receivedAt.subtract({ seconds: BURST_SECONDS });
  const isReason = thread.needsPersonSince !== null && !isBefore(thread.needsPersonSince, receivedAt);
  if (isReason && !(await hasReceivedSince(scope, thread.id, burst))) await setNeedsPerson(scope, thread.id, null);
  if (thread.unreadSince === null || isBefore(receivedAt, thread.unreadSince)) return;
  const isOther = await hasReceivedSince(scope, thread.id, earlierOf(thread.unreadSince, receivedAt));
  await updateThread(scope, thread.id, isOther ? { isOneLessUnread: true } : { unreadSince: null });
}

/** Finds a message by any id of its chat, and locks its thread. */
async function findAbout(
  scope: ActionScope,
  channel: ReceivingChannel,
  { providerMessageId, peer }: { providerMessageId: string; peer: InboundEvent['from'] },
): Promise<Found | null> {
  const chats = await channelIdsOf(scope, channel.id, peer);
  for (const table of ['inbound_messages', 'own_messages'] as const) {
    const message = await findMessage(scope, table, { channelId: channel.id, chats, providerMessageId });
    if (message) return { table, message, thread: await lockConversation(scope, message.conversationId) };
  }
  return null;
}

const directionOf = (table: MessageTable) => (table === 'inbound_messages' ? 'in' : 'own');

const searchedAs = ({ table, message, thread }: Found) =>
  ({
    id: message.id,
    conversationId: thread.id,
    direction: directionOf(table),
    at: message.receivedAt,
  }) as const;

/**
 * Records that a contact stopped advertising by the means of the messenger, or allowed it again: on every channel, as a
 * word does. Other messages are sent as before.
 */
export async function receiveMarketingChoice(
  scope: ActionScope,
  channel: ReceivingChannel,
  event: Extract<ChannelEvent, { kind: 'marketing_stopped' | 'marketing_resumed' }>,
): Promise<void> {
  const seen = { channelId: channel.id, peer: event.from, sharedPhone: null, startToken: null, at: event.at };
  const { contactId } = await findOrCreateByPeer(scope, seen);
  const hasChanged =
    event.kind === 'marketing_stopped'
      ? await optOut(scope, { contactId, scope: 'marketing', source: 'provider' })
      : await liftOptOut(scope, {
          contactId,
          channelId: channel.id,
          how: 'provider',
          sources: ['provider'],
          scopes: ['marketing'],
        });
  const conversation = hasChanged && (await findConversationOf(scope, contactId));
  if (!conversation) return;
  await addLine(scope, conversation.id, { name: event.kind });
  noteLive(scope, { kind: 'changed', conversationId: conversation.id });
}

/** Records a contact's new number; what they write from it is theirs. */
export async function receiveNewNumber(
  scope: ActionScope,
  channel: ReceivingChannel,
  { from, to }: Extract<ChannelEvent, { kind: 'number_changed' }>,
): Promise<void> {
  const contactId = await noteNewNumber(scope, channel.id, { from, to });
  const thread = contactId && (await lockThread(scope, { contactId }));
  if (!thread) return;
  await addLine(scope, thread.id, { name: 'number_changed', phone: to.phone });
  noteLive(scope, { kind: 'changed', conversationId: thread.id });
}

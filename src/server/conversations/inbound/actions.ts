import type { ActionScope } from '#server/platform/context/context.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type {
  Conversation,
  ConversationId,
  MessageKind,
  NeedsPersonReason,
  ThreadEvent,
} from '#contract/conversations/calls.ts';
import { isOnDuty } from '#server/auth/members/duty-actions.ts';
import type { UsableChannel } from '#server/channels/storage/actions.ts';
import type { ChannelEvent } from '#server/channels/port.ts';
import {
  findOrCreateByPeer,
  liftOptOut,
  noteConversation,
  noteInbound,
  optOut,
  reachOf,
  setAddressState,
} from '#server/contacts/book/actions.ts';
import { findKindOfChannel } from '#server/channels/storage/kind-reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { insertLine, insertSearched } from '#server/conversations/threads/entry-queries.ts';
import { expectFile } from '#server/conversations/files/file-actions.ts';
import { findMessage, hasReceivedBefore, insertInbound, listUnhandled, setHandled } from './inbound-queries.ts';
import { contactUnknown, messageReceived, personNeeded, phoneShared, repliedTo } from '#server/conversations/jobs.ts';
import { findConversation } from '#server/conversations/threads/list-queries.ts';
import { noteInquiry, noteFirstAnswer } from '#server/conversations/threads/day-queries.ts';
import { noteLive } from '#server/conversations/threads/live-actions.ts';
import { emitClosed } from '#server/conversations/threads/state-actions.ts';
import {
  advanceConversation,
  clearUnreadUnlessWaiting,
  findConversationOf,
  findMergedInto,
  findThread,
  insertThread,
  lockThread,
  type LockedThread,
  noteReceived,
  type Thread,
  updateNeed,
  updateThread,
} from '#server/conversations/threads/queries.ts';
import {
  seenKind,
  type InboundEvent,
  type InboundId,
  intentOf,
  isCourtesy,
  isSilent,
  opensWindow,
  type OptOutIntent,
  reopening,
} from '#server/conversations/threads/rules.ts';

type ReceivingChannel = Pick<UsableChannel, 'id' | 'traits'>;

/** A thread with the contact's address. */
type Addressed = Thread & { addressId: NonNullable<Thread['addressId']> };

/**
 * Records an inbound message or tap: the contact, the conversation, the channel's messaging window. An opt-out takes
 * effect in the same transaction. A repeated payload is ignored.
 */
export async function receiveMessage(
  scope: ActionScope,
  channel: ReceivingChannel,
  event: InboundEvent,
): Promise<{ conversationId: ConversationId; inboundId: InboundId } | null> {
  const { from: peer, sharedPhone, startToken, at, providerMessageId } = event;
  const chats = [peer.channelUserId, ...(peer.aliases ?? [])];
  const isKnown = (among: readonly string[]) =>
    findMessage(scope, 'inbound_messages', { channelId: channel.id, chats: among, providerMessageId });
  if (await isKnown(chats)) return null;
  const seen = { channelId: channel.id, peer, sharedPhone, startToken, at };
  const { contactId, addressId, knownAs } = await findOrCreateByPeer(scope, seen);
  if (!chats.includes(knownAs) && (await isKnown([knownAs]))) return null;
  if (opensWindow(event)) await noteInbound(scope, addressId, at, channel.traits.windowHours);
  else await noteConversation(scope, addressId);

  const now = scope.clock.now();
  const intent = intentOf(event);
  const endsTalk = isCourtesy(event);
  const isQuiet = endsTalk || isSilent(event, intent, sharedPhone !== null);
  const before = await beginThread(scope, { contactId, channelId: channel.id, addressId });
  const thread = { id: before.id, contactId, channelId: channel.id, addressId };
  const handledAt = isQuiet ? now : null;
  const inboundId = await insertInbound(scope, thread, event, { receivedAt: now, handledAt });
  await advanceThread(scope, before, { thread, event, isQuiet });
  const text = event.text ?? '';
  await insertSearched(scope, { id: inboundId, conversationId: thread.id, direction: 'in', text, at: now });
  if (event.media) await expectFile(scope, thread, { messageId: inboundId, media: event.media });
  await applyIntent(scope, thread, intent);
  if (endsTalk) await endByCourtesy(scope, thread.id, now);
  await emitInbound(scope, {
    thread,
    inboundId,
    event,
    isReply: event.content !== 'start' && intent?.kind !== 'opt_out',
  });
  noteLive(scope, { kind: 'message', conversationId: thread.id, itemId: inboundId, direction: 'in' });
  return { conversationId: thread.id, inboundId };
}

/** Locks the thread of a contact, started where there was none. */
export async function beginThread(scope: ActionScope, about: Omit<Thread, 'id'>): Promise<LockedThread> {
  const { contactId } = about;
  const known = await lockThread(scope, { contactId });
  if (known) return known;
  await insertThread(scope, { ...about, at: scope.clock.now() });
  const started = await lockThread(scope, { contactId });
  if (!started) throw new Error('A thread that was started is not there');
  return started;
}

/** Moves the thread to the top; a message that needs an answer is unread, and reopens what was set aside. */
async function advanceThread(
  scope: ActionScope,
  before: LockedThread,
  { thread, event, isQuiet }: { thread: Addressed; event: InboundEvent; isQuiet: boolean },
): Promise<void> {
  const now = scope.clock.now();
  const returns = before.state === 'closed' && before.assigneeId !== null && !isQuiet;
  const duty = returns && before.assigneeId !== null && (await isOnDuty(scope, before.assigneeId));
  const { reopens, assigneeId, isReassigned } = reopening(before, { isSilent: isQuiet, isOnDuty: duty });
  const { channelId, addressId } = thread;
  const unreadAt = isQuiet ? null : now;
  const content = { kind: seenKind(event.content, event.media?.mime ?? null), text: event.text ?? '' };
  await noteReceived(scope, thread.id, { channelId, addressId, at: now, ...content, unreadAt, reopens, assigneeId });
  if (unreadAt) await noteInquiry(scope, thread.id, now);
  if (reopens) await addLine(scope, thread.id, { name: before.state === 'snoozed' ? 'woken' : 'reopened' });
  if (isReassigned) await addLine(scope, thread.id, { name: 'assigned', memberId: null, memberName: null });
  await noteSwitch(scope, before, { channelId, side: 'in' });
}

/** Adds a line when the talk goes on over another channel. */
export async function noteSwitch(
  scope: TenantScope & Pick<ActionScope, 'clock'>,
  before: LockedThread,
  to: { channelId: Thread['channelId']; side: 'in' | 'out' },
): Promise<void> {
  if (before.talkChannelId === to.channelId) return;
  const [from, kind] = [
    await findKindOfChannel(scope, before.talkChannelId),
    await findKindOfChannel(scope, to.channelId),
  ];
  if (from && kind) await addLine(scope, before.id, { name: 'channel_switched', from, to: kind, side: to.side });
}

/** Adds a line that says what happened by itself. */
export async function addLine(
  scope: TenantScope & Pick<ActionScope, 'clock'>,
  id: ConversationId,
  event: ThreadEvent,
): Promise<void> {
  await insertLine(scope, id, { event, by: null, at: scope.clock.now() });
}

/**
 * Closes a conversation whose contact only thanks, agrees or says farewell, unless it waits for a person or something
 * before these words is unread.
 *
 * @param since when these words came
 */
export async function endByCourtesy(scope: ActionScope, id: ConversationId, since: Temporal.Instant): Promise<void> {
  const thread = await lockConversation(scope, id);
  const { needsPersonSince, unreadSince } = thread;
  if (needsPersonSince !== null || (unreadSince !== null && isBefore(unreadSince, since))) return;
  await updateThread(scope, thread.id, { unreadSince: null, ...(thread.state === 'open' && { state: 'closed' }) });
  if (thread.state === 'open') {
    await addLine(scope, thread.id, { name: 'closed' });
    await emitClosed(scope, thread.id);
  }
  noteLive(scope, { kind: 'changed', conversationId: thread.id });
}

/** Ends what waits in a conversation: a contact who opts out expects no reply, to messages of the same minute either. */
async function endWaiting(scope: ActionScope, id: ConversationId): Promise<void> {
  const unanswered = await listUnhandled(scope, id);
  await setHandled(
    scope,
    unanswered.map((message) => message.id),
    scope.clock.now(),
  );
  await setNeedsPerson(scope, id, null);
  await updateThread(scope, id, { unreadSince: null });
}

/** "Stop" applies to every channel: a contact who opts out on WhatsApp does not want Telegram instead. */
export async function applyIntent(
  scope: ActionScope,
  { id, contactId, channelId }: Thread,
  intent: OptOutIntent,
): Promise<void> {
  if (intent?.kind === 'opt_out') {
    await optOut(scope, { contactId, scope: intent.scope, source: intent.source });
    await endWaiting(scope, id);
  }
  if (intent?.kind === 'opt_in') {
    // An opt-out set by a member is lifted only by a member.
    await liftOptOut(scope, { contactId, channelId, how: 'word', sources: ['word', 'button', 'link', 'provider'] });
  }
}

async function emitInbound(
  scope: ActionScope,
  {
    thread,
    inboundId,
    event,
    isReply,
  }: { thread: Thread; inboundId: InboundId; event: InboundEvent; isReply: boolean },
): Promise<void> {
  const { id: conversationId, contactId, channelId } = thread;
  const common = { dedupeKey: inboundId, contactId, occurredAt: event.at };
  await emit(scope, messageReceived, { ...common, facts: { conversationId, inboundId } });
  if (event.sharedPhone !== null) await emit(scope, phoneShared, { ...common, facts: { conversationId, inboundId } });
  if (isReply) {
    const { quotedProviderId } = event;
    const facts = { conversationId, contactId, channelId, quotedProviderId, at: event.at.toString() };
    await emit(scope, repliedTo, { ...common, facts });
  } else if (event.content === 'start' && (await isUnknown(scope, contactId))) {
    await emit(scope, contactUnknown, { ...common, facts: { conversationId } });
  }
}

async function isUnknown(scope: ActionScope, contactId: ContactId): Promise<boolean> {
  const reach = await reachOf(scope, [contactId]);
  return (reach.get(contactId)?.contact.phone ?? null) === null;
}

/** Records that a contact blocked or unblocked the channel. */
export async function receiveBlock(
  scope: ActionScope,
  channel: ReceivingChannel,
  event: Extract<ChannelEvent, { kind: 'blocked' | 'unblocked' }>,
): Promise<void> {
  const seen = { channelId: channel.id, peer: event.from, sharedPhone: null, startToken: null, at: event.at };
  const { contactId, addressId } = await findOrCreateByPeer(scope, seen);
  const about = { contactId, channelId: channel.id };
  if (event.kind === 'blocked') {
    await setAddressState(scope, addressId, 'blocked', null);
    await optOut(scope, { ...about, scope: 'all', source: 'provider' });
  } else {
    await setAddressState(scope, addressId, 'reachable', null);
    await liftOptOut(scope, { ...about, how: 'provider', sources: ['provider'] });
  }
}

/**
 * Sets whether a conversation waits for a member.
 *
 * @param reason null when it does not wait; a later reason does not reset the waiting time
 */
export async function setNeedsPerson(
  scope: ActionScope,
  conversationId: ConversationId,
  reason: NeedsPersonReason | null,
): Promise<void> {
  const now = scope.clock.now();
  const id = await presentId(scope, conversationId);
  if (!(await updateNeed(scope, id, reason, now))) return;
  const key = `conversation:${id}`;
  if (reason === null) await resolveNotice(scope, now, key);
  else {
    const { contactId, contactName } = await getConversation(scope, id);
    const params = { conversationId: id, contactId, contactName, reason };
    await raiseNotice(scope, now, { kind: 'needs_person', key, severity: 'attention', params });
    const dedupeKey = `${id}:${now.toString()}`;
    await emit(scope, personNeeded, { dedupeKey, contactId, facts: { conversationId: id }, occurredAt: now });
  }
  noteLive(scope, { kind: 'changed', conversationId: id });
}

/**
 * Records that an assistant handed a conversation to a person.
 *
 * @param handover.silentUntil bots leave the conversation to the person until then; null: they go on answering
 */
export async function noteHandedOver(
  scope: ActionScope,
  conversationId: ConversationId,
  handover: { summary: string | null; silentUntil: Temporal.Instant | null },
): Promise<void> {
  const id = await presentId(scope, conversationId);
  const { summary, silentUntil } = handover;
  if (silentUntil) await updateThread(scope, id, { botsSilentUntil: silentUntil });
  await insertLine(scope, id, { event: { name: 'assistant_handed_over', summary }, by: null, at: scope.clock.now() });
  noteLive(scope, { kind: 'changed', conversationId: id });
}

/** Records an order that an assistant placed: the conversation waits for a person who sees to it. */
export async function noteAssistantOrder(
  scope: ActionScope,
  conversationId: ConversationId,
  order: { number: number; summary: string },
): Promise<void> {
  const id = await presentId(scope, conversationId);
  await insertLine(scope, id, { event: { name: 'assistant_order', ...order }, by: null, at: scope.clock.now() });
  await setNeedsPerson(scope, id, 'new_order');
}

/** Lets bots answer in a conversation again. */
export async function endSilence(scope: ActionScope, conversationId: ConversationId): Promise<void> {
  const id = await presentId(scope, conversationId);
  await updateThread(scope, id, { botsSilentUntil: null });
  await insertLine(scope, id, { event: { name: 'bots_back' }, by: null, at: scope.clock.now() });
  noteLive(scope, { kind: 'changed', conversationId: id });
}

/** Records that a bot answered all that the contact said: nobody needs to see it, unless a person was asked for. */
export async function noteAnsweredByBot(scope: TenantScope, id: ConversationId): Promise<void> {
  const conversationId = await presentId(scope, id);
  if (await clearUnreadUnlessWaiting(scope, conversationId)) noteLive(scope, { kind: 'changed', conversationId });
}

/** The id of the thread that a conversation became part of; its own where it was not merged. */
async function presentId(scope: TenantScope, id: ConversationId): Promise<ConversationId> {
  return (await findMergedInto(scope, id)) ?? id;
}

/** @throws {Problem} `conversation.not_found` */
export async function getConversation(scope: TenantScope, id: ConversationId): Promise<Conversation> {
  const conversation = await findConversation(scope, await presentId(scope, id));
  if (!conversation) throw new Problem('conversation.not_found');
  return conversation;
}

/** Returns the conversation of a contact; null when there is none. */
export async function latestConversation(
  scope: TenantScope,
  contactId: ContactId,
): Promise<{ id: ConversationId; lastInboundAt: Temporal.Instant | null } | null> {
  return (await findConversationOf(scope, contactId)) ?? null;
}

/** The contact of a conversation, and the channel they last wrote on. @throws {Problem} `conversation.not_found` */
export async function getThreadOwner(scope: TenantScope, id: ConversationId): Promise<Thread> {
  const thread = (await findThread(scope, id)) ?? (await findThread(scope, await presentId(scope, id)));
  if (!thread) throw new Problem('conversation.not_found');
  return thread;
}

/** The same, locked until the transaction ends. @throws {Problem} `conversation.not_found` */
export async function lockConversation(scope: TenantScope, id: ConversationId): Promise<LockedThread> {
  const thread = await lockThread(scope, { id: await presentId(scope, id) });
  if (!thread) throw new Problem('conversation.not_found');
  return thread;
}

/** Whether a conversation begins with the contact's messages since a moment: they wrote nothing before. */
export async function isFirstSince(scope: TenantScope, id: ConversationId, since: Temporal.Instant): Promise<boolean> {
  return !(await hasReceivedBefore(scope, id, since));
}

/** Records an answer of a person or a bot: the conversation comes first in the list, and the words can be searched. */
export async function noteAnswer(
  scope: TenantScope,
  answer: {
    conversationId: ConversationId;
    contactId: ContactId;
    itemId: string;
    /** `own`: on the phone itself. */
    direction: 'out' | 'own';
    kind: MessageKind;
    text: string;
    at: Temporal.Instant;
  },
): Promise<void> {
  const { conversationId, contactId, itemId, direction, kind, text, at } = answer;
  await insertSearched(scope, { id: itemId, conversationId, direction, text, at });
  await advanceConversation(scope, { contactId, kind, text, at });
  await noteFirstAnswer(scope, { contactId, at });
  noteLive(scope, { kind: 'message', conversationId, itemId, direction });
}

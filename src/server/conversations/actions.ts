import { z } from 'zod';
import type { ContactId } from '#contract/contacts.ts';
import { type Conversation, ConversationId, type NeedsPersonReason } from '#contract/conversations.ts';
import type { UsableChannel } from '#server/channels/actions.ts';
import type { ChannelEvent } from '#server/channels/port.ts';
import {
  findOrCreateByPeer,
  liftOptOut,
  noteConversation,
  noteInbound,
  optOut,
  reachOf,
  setAddressState,
} from '#server/contacts/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { readCursor, toPage } from '#server/platform/cursor.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { contactUnknown, messageReceived, repliedTo } from './jobs.ts';
import {
  advanceConversations,
  findConversation,
  findThread,
  insertInbound,
  isKnownInbound,
  listConversationRows,
  listUnhandled,
  putConversation,
  type Said,
  setHandled,
  type Thread,
  type UnhandledMessage,
  updateNeed,
} from './queries.ts';
import { type InboundEvent, type InboundId, isSilent, opensWindow, type Wish, wishOf } from './rules.ts';

type Receiving = Pick<Context, 'clock' | 'vault' | 'subscriptions'>;
type ReceivingChannel = Pick<UsableChannel, 'id' | 'traits'>;

/**
 * Records an inbound message or tap: the contact, the conversation, the channel's messaging window. An opt-out takes
 * effect in the same transaction. A repeated payload is ignored.
 */
export async function receiveMessage(
  ctx: Receiving,
  scope: TenantScope,
  channel: ReceivingChannel,
  event: InboundEvent,
): Promise<{ conversationId: ConversationId; inboundId: InboundId } | null> {
  if (await isKnownInbound(scope, channel.id, event.providerMessageId)) return null;
  const { from: peer, sharedPhone, startToken, at } = event;
  const seen = { channelId: channel.id, peer, sharedPhone, startToken, at };
  const { contactId, addressId } = await findOrCreateByPeer(ctx, scope, seen);
  if (opensWindow(event)) await noteInbound(scope, addressId, at, channel.traits.windowHours);
  else await noteConversation(scope, addressId);

  const now = ctx.clock.now();
  const whose = { contactId, channelId: channel.id, addressId };
  const id = await putConversation(scope, { ...whose, at: now, text: event.text ?? '' });
  const wish = wishOf(event);
  const handledAt = isSilent(event, wish, sharedPhone !== null) ? now : null;
  const inboundId = await insertInbound(scope, { ...whose, id }, event, { receivedAt: now, handledAt });
  await grant(ctx, scope, { ...whose, id }, wish);
  await tell(ctx, scope, { thread: { ...whose, id }, inboundId, event });
  await announce(scope, 'conversations');
  return { conversationId: id, inboundId };
}

/** "Stop" applies to every channel: a contact who opts out on WhatsApp does not want Telegram instead. */
async function grant(ctx: Receiving, scope: TenantScope, { contactId, channelId }: Thread, wish: Wish): Promise<void> {
  if (wish?.kind === 'opt_out') {
    await optOut(ctx, scope, { contactId, scope: wish.scope, source: wish.source });
  }
  if (wish?.kind === 'opt_in') {
    // An opt-out set by a member is lifted only by a member.
    await liftOptOut(ctx, scope, { contactId, channelId, sources: ['word', 'button', 'link', 'provider'] });
  }
}

async function tell(
  ctx: Receiving,
  scope: TenantScope,
  { thread, inboundId, event }: { thread: Thread; inboundId: InboundId; event: InboundEvent },
): Promise<void> {
  const { id: conversationId, contactId, channelId } = thread;
  const common = { dedupeKey: inboundId, contactId, occurredAt: event.at };
  await emit(ctx, scope, messageReceived, { ...common, facts: { conversationId, inboundId } });
  if (event.content !== 'start') {
    const { quotedProviderId } = event;
    const facts = { conversationId, contactId, channelId, quotedProviderId, at: event.at.toString() };
    await emit(ctx, scope, repliedTo, { ...common, facts });
  } else if (await isUnknown(scope, contactId)) {
    await emit(ctx, scope, contactUnknown, { ...common, facts: { conversationId } });
  }
}

async function isUnknown(scope: TenantScope, contactId: ContactId): Promise<boolean> {
  const reach = await reachOf(scope, [contactId]);
  return (reach.get(contactId)?.contact.phone ?? null) === null;
}

/** Records that a contact blocked or unblocked the channel. */
export async function receiveBlock(
  ctx: Receiving,
  scope: TenantScope,
  channel: ReceivingChannel,
  event: Extract<ChannelEvent, { kind: 'blocked' | 'unblocked' }>,
): Promise<void> {
  const seen = { channelId: channel.id, peer: event.from, sharedPhone: null, startToken: null, at: event.at };
  const { contactId, addressId } = await findOrCreateByPeer(ctx, scope, seen);
  const about = { contactId, channelId: channel.id };
  if (event.kind === 'blocked') {
    await setAddressState(scope, addressId, 'blocked', null);
    await optOut(ctx, scope, { ...about, scope: 'all', source: 'provider' });
  } else {
    await setAddressState(scope, addressId, 'reachable', null);
    await liftOptOut(ctx, scope, { ...about, sources: ['provider'] });
  }
}

/**
 * Sets whether a conversation waits for a member.
 *
 * @param reason null when it does not wait; a later reason does not reset the waiting time
 */
export async function setNeedsPerson(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  conversationId: ConversationId,
  reason: NeedsPersonReason | null,
): Promise<void> {
  const now = ctx.clock.now();
  if (!(await updateNeed(scope, conversationId, reason, now))) return;
  const key = `conversation:${conversationId}`;
  if (reason === null) await resolveNotice(scope, now, key);
  else {
    const { contactId, contactName } = await getConversation(scope, conversationId);
    const params = { conversationId, contactId, contactName, reason };
    await raiseNotice(scope, now, { kind: 'needs_person', key, severity: 'attention', params });
  }
  await announce(scope, 'conversations');
}

/** Lists a contact's unhandled messages, oldest first, and locks them until the transaction ends. */
export async function unhandledMessages(
  scope: TenantScope,
  conversationId: ConversationId,
): Promise<UnhandledMessage[]> {
  return listUnhandled(scope, conversationId);
}

export async function markHandled(scope: TenantScope, ids: readonly InboundId[], now: Temporal.Instant): Promise<void> {
  await setHandled(scope, ids, now);
}

/** @throws {Problem} `conversation.not_found` */
export async function getConversation(scope: TenantScope, id: ConversationId): Promise<Conversation> {
  const conversation = await findConversation(scope, id);
  if (!conversation) throw new Problem('conversation.not_found');
  return conversation;
}

/** The contact and channel of a conversation. @throws {Problem} `conversation.not_found` */
export async function getThreadOwner(scope: TenantScope, id: ConversationId): Promise<Thread> {
  const thread = await findThread(scope, id);
  if (!thread) throw new Problem('conversation.not_found');
  return thread;
}

/** Records outbound messages: existing conversations with these contacts come first in the list. None is created. */
export async function noteOutbound(scope: TenantScope, said: readonly Said[]): Promise<void> {
  if (said.length > 0) await advanceConversations(scope, said);
}

const ConversationCursor = z.tuple([z.iso.datetime(), ConversationId]);

export async function listConversations(
  scope: TenantScope,
  query: { needsPerson?: boolean | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const { needsPerson, limit } = query;
  const after = readCursor(query.cursor, ConversationCursor);
  const rows = await listConversationRows(scope, { needsPerson, after, limit });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.lastMessageAt, row.id],
  );
}

/** Marks a conversation as answered on a member's request. */
export async function markAnswered(ctx: MemberContext, conversationId: ConversationId): Promise<void> {
  await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await getThreadOwner(scope, conversationId);
    await setNeedsPerson(ctx, scope, conversationId, null);
  });
}

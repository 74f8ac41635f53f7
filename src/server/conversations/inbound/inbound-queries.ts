import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import { ConversationId, MessageKind } from '#contract/conversations/calls.ts';
import type { ReadMessage } from '#server/channels/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { Thread } from '#server/conversations/threads/queries.ts';
import { type InboundEvent, InboundId, type OwnMessageEvent } from '#server/conversations/threads/rules.ts';

/**
 * Names a message of a channel; some messengers number the messages of each chat by themselves.
 *
 * @property chats all ids of the contact on the channel
 */
export type MessageKey = { channelId: ChannelId; chats: readonly string[]; providerMessageId: string };

/** Where messages stand: those of contacts, or those of people of the business on the phone itself. */
export type MessageTable = 'inbound_messages' | 'own_messages';

/** A stored message, as far as a later event about it needs it. */
export type StoredMessage = {
  id: InboundId;
  conversationId: ConversationId;
  kind: MessageKind;
  text: string;
  receivedAt: Temporal.Instant;
  editedAt: Temporal.Instant | null;
};

export async function findMessage(
  { tx, tenantId }: TenantScope,
  table: MessageTable,
  { channelId, chats, providerMessageId }: MessageKey,
): Promise<StoredMessage | undefined> {
  const row = await tx
    .selectFrom(table)
    .select(['id', 'conversation_id', 'kind', 'text', 'received_at', 'edited_at'])
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('chat', '=', sql<string>`any (${[...chats]}::text[])`)
    .where('provider_message_id', '=', providerMessageId)
    .executeTakeFirst();
  return (
    row && {
      id: InboundId.parse(row.id),
      conversationId: ConversationId.parse(row.conversation_id),
      kind: MessageKind.parse(row.kind),
      text: row.text ?? '',
      receivedAt: row.received_at,
      editedAt: row.edited_at,
    }
  );
}

export type MessageEdit = { text: string | null; at: Temporal.Instant };

/** Replaces the words of a message. An earlier change that comes late has no effect. @returns whether it changed */
export async function updateText(
  { tx, tenantId }: TenantScope,
  table: MessageTable,
  id: InboundId,
  { text, at }: MessageEdit,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(table === 'own_messages' ? 'own_messages' : 'inbound_messages')
    .set({ text, edited_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('kind', '<>', 'deleted')
    .where(({ or, eb }) => or([eb('edited_at', 'is', null), eb('edited_at', '<=', at)]))
    .where(sql<boolean>`coalesce(text, '') <> ${text ?? ''}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the words and the file of a message, and keeps that it was there. @returns whether it was not deleted yet */
export async function eraseMessage(
  { tx, tenantId }: TenantScope,
  table: MessageTable,
  id: InboundId,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(table === 'own_messages' ? 'own_messages' : 'inbound_messages')
    .set({ kind: 'deleted', text: null, media: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('kind', '<>', 'deleted')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Has the bots read a message again. */
export async function setUnhandled({ tx, tenantId }: TenantScope, id: InboundId): Promise<void> {
  await tx
    .updateTable('inbound_messages')
    .set({ handled_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Whether the contact wrote anything since a moment that is still there and may need an answer. */
export async function hasReceivedSince(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  since: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .selectFrom('inbound_messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('received_at', '>=', since)
    .where('kind', 'not in', ['deleted', 'remark', 'start'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the contact wrote anything before a moment; the start of a chat is no message. */
export async function hasReceivedBefore(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  moment: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .selectFrom('inbound_messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('received_at', '<', moment)
    .where('kind', 'not in', ['remark', 'start'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertInbound(
  { tx, tenantId }: TenantScope,
  thread: Thread,
  event: InboundEvent,
  times: { receivedAt: Temporal.Instant; handledAt: Temporal.Instant | null },
): Promise<InboundId> {
  const id = newId(InboundId);
  await tx
    .insertInto('inbound_messages')
    .values({
      tenant_id: tenantId,
      id,
      conversation_id: thread.id,
      contact_id: thread.contactId,
      channel_id: thread.channelId,
      address_id: thread.addressId,
      chat: event.from.channelUserId,
      provider_message_id: event.providerMessageId,
      kind: event.content,
      text: event.text,
      button_id: event.buttonId,
      quoted_provider_id: event.quotedProviderId,
      media: event.media && JSON.stringify(event.media),
      sent_at: event.at,
      edited_at: event.isEdit ? event.at : null,
      received_at: times.receivedAt,
      handled_at: times.handledAt,
    })
    .execute();
  return id;
}

/** Stores what a person wrote on the phone itself. @returns null when it is known */
export async function insertOwn(
  { tx, tenantId }: TenantScope,
  thread: Thread,
  event: OwnMessageEvent,
  receivedAt: Temporal.Instant,
): Promise<InboundId | null> {
  const row = await tx
    .insertInto('own_messages')
    .values({
      tenant_id: tenantId,
      id: newId(InboundId),
      conversation_id: thread.id,
      contact_id: thread.contactId,
      channel_id: thread.channelId,
      chat: event.to.channelUserId,
      provider_message_id: event.providerMessageId,
      kind: event.content,
      text: event.text,
      media: event.media && JSON.stringify(event.media),
      sent_at: event.at,
      edited_at: event.isEdit ? event.at : null,
      received_at: receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'channel_id', 'chat', 'provider_message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? InboundId.parse(row.id) : null;
}

/** An inbound message that was not handled yet. */
export type UnhandledMessage = {
  id: InboundId;
  /** Names the message with its present words: each is answered once. */
  key: string;
  kind: InboundEvent['content'];
  text: string | null;
  buttonId: string | null;
  quotedProviderId: string | null;
  receivedAt: Temporal.Instant;
};

export async function listUnhandled(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
): Promise<UnhandledMessage[]> {
  const rows = await tx
    .selectFrom('inbound_messages')
    .select(['id', 'kind', 'text', 'button_id', 'quoted_provider_id', 'received_at', 'edited_at'])
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: InboundId.parse(row.id),
    key: row.edited_at ? `${row.id}:${row.edited_at.epochMilliseconds}` : row.id,
    kind: row.kind as InboundEvent['content'], // NOTE: insertInbound, its only writer, takes only these kinds
    text: row.text,
    buttonId: row.button_id,
    quotedProviderId: row.quoted_provider_id,
    receivedAt: row.received_at,
  }));
}

/** When the first unhandled message of a conversation came; null without one. */
export async function findWaitingSince(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('inbound_messages')
    .select('received_at')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return row?.received_at ?? null;
}

export async function setHandled(
  { tx, tenantId }: TenantScope,
  ids: readonly InboundId[],
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('inbound_messages')
    .set({ handled_at: now })
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('handled_at', 'is', null)
    .execute();
}

/** The contact's last message on the thread's channel, as the channel names it. */
export async function findLastReceived(
  { tx, tenantId }: TenantScope,
  { id, channelId }: Pick<Thread, 'id' | 'channelId'>,
): Promise<ReadMessage | undefined> {
  const row = await tx
    .selectFrom('inbound_messages')
    .select(['chat', 'provider_message_id'])
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', id)
    .where('channel_id', '=', channelId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { channelUserId: row.chat, providerMessageId: row.provider_message_id };
}

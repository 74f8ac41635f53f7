import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { ReadMessage } from '#server/channels/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { Thread } from '#server/conversations/threads/queries.ts';
import { type InboundEvent, InboundId, type OwnMessageEvent } from '#server/conversations/threads/rules.ts';

/** Names a message of a channel; some messengers number the messages of each chat by themselves. */
export type MessageKey = { channelId: ChannelId; chat: string; providerMessageId: string };

export async function isKnownInbound({ tx, tenantId }: TenantScope, key: MessageKey): Promise<boolean> {
  const row = await tx
    .selectFrom('inbound_messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', key.channelId)
    .where('chat', '=', key.chat)
    .where('provider_message_id', '=', key.providerMessageId)
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
    .select(['id', 'kind', 'text', 'button_id', 'quoted_provider_id', 'received_at'])
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: InboundId.parse(row.id),
    kind: row.kind as InboundEvent['content'], // NOTE: insertInbound, its only writer, takes only these kinds
    text: row.text,
    buttonId: row.button_id,
    quotedProviderId: row.quoted_provider_id,
    receivedAt: row.received_at,
  }));
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

import { sql } from 'kysely';
import { ChannelId, ChannelKind } from '#contract/channels.ts';
import { ContactId } from '#contract/contacts.ts';
import { type Conversation, ConversationId, NeedsPersonReason } from '#contract/conversations.ts';
import { AddressId } from '#server/contacts/rules.ts';
import { isBeyond } from '#server/platform/cursor.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { beginningOf, type InboundEvent, InboundId } from './rules.ts';

/** A thread with its contact and channel. */
export type Thread = { id: ConversationId; contactId: ContactId; channelId: ChannelId; addressId: AddressId };

export type NewThread = Omit<Thread, 'id'> & { at: Temporal.Instant; text: string };

/** Upserts the one conversation of an address, with a message at this moment. A merged contact takes it along. */
export async function putConversation({ tx, tenantId }: TenantScope, thread: NewThread): Promise<ConversationId> {
  const { id } = await tx
    .insertInto('conversations')
    .values({
      tenant_id: tenantId,
      id: newId(ConversationId),
      contact_id: thread.contactId,
      channel_id: thread.channelId,
      address_id: thread.addressId,
      last_inbound_at: thread.at,
      last_message_at: thread.at,
      last_text: beginningOf(thread.text),
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'channel_id', 'address_id']).doUpdateSet((eb) => ({
        contact_id: eb.ref('excluded.contact_id'),
        last_inbound_at: sql<Temporal.Instant>`greatest(conversations.last_inbound_at, excluded.last_inbound_at)`,
        last_message_at: sql<Temporal.Instant>`greatest(conversations.last_message_at, excluded.last_message_at)`,
        last_text: eb.ref('excluded.last_text'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return ConversationId.parse(id);
}

export async function isKnownInbound(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  providerMessageId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('inbound_messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('provider_message_id', '=', providerMessageId)
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

export type PageOfConversations = {
  needsPerson: boolean | undefined;
  after: readonly [at: string, id: ConversationId] | null;
  limit: number;
};

/** Lists the latest first; one more than requested, when there is one. */
export async function listConversationRows(scope: TenantScope, page: PageOfConversations): Promise<Conversation[]> {
  const rows = await conversations(scope)
    .$if(page.needsPerson === true, (query) => query.where('c.needs_person_since', 'is not', null))
    .$if(page.needsPerson === false, (query) => query.where('c.needs_person_since', 'is', null))
    .where(isBeyond([sql.ref('c.last_message_at'), sql.ref('c.id')], page.after, 'desc'))
    .orderBy('c.last_message_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map(toConversation);
}

export async function findConversation(scope: TenantScope, id: ConversationId): Promise<Conversation | undefined> {
  const row = await conversations(scope).where('c.id', '=', id).executeTakeFirst();
  return row && toConversation(row);
}

function conversations({ tx, tenantId }: TenantScope) {
  return tx
    .selectFrom('conversations as c')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.id', '=', 'c.contact_id').onRef('contacts.tenant_id', '=', 'c.tenant_id'),
    )
    .innerJoin('channels', (join) =>
      join.onRef('channels.id', '=', 'c.channel_id').onRef('channels.tenant_id', '=', 'c.tenant_id'),
    )
    .select([
      'c.id',
      'c.contact_id',
      'c.channel_id',
      'c.last_text',
      'c.last_message_at',
      'c.needs_person_since',
      'c.needs_person_reason',
      'contacts.name as contact_name',
      'contacts.phone',
      'channels.kind as channel_kind',
    ])
    .where('c.tenant_id', '=', tenantId);
}

type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversations>['execute']>>[number];

function toConversation(row: ConversationRow): Conversation {
  return {
    id: ConversationId.parse(row.id),
    contactId: ContactId.parse(row.contact_id),
    contactName: row.contact_name,
    phone: row.phone,
    channelId: ChannelId.parse(row.channel_id),
    channelKind: ChannelKind.parse(row.channel_kind),
    lastText: row.last_text,
    lastMessageAt: row.last_message_at.toString(),
    needsPersonSince: row.needs_person_since?.toString() ?? null,
    needsPersonReason: row.needs_person_reason === null ? null : NeedsPersonReason.parse(row.needs_person_reason),
  };
}

/** @returns undefined when there is no such conversation */
export async function findThread({ tx, tenantId }: TenantScope, id: ConversationId): Promise<Thread | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['id', 'contact_id', 'channel_id', 'address_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id: ConversationId.parse(row.id),
      contactId: ContactId.parse(row.contact_id),
      channelId: ChannelId.parse(row.channel_id),
      addressId: AddressId.parse(row.address_id),
    }
  );
}

/** Stores since when the contact waits; later messages do not move it. @returns whether something changed */
export async function updateNeed(
  { tx, tenantId }: TenantScope,
  id: ConversationId,
  reason: NeedsPersonReason | null,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({
      needs_person_since: reason === null ? null : sql<Temporal.Instant>`coalesce(needs_person_since, ${now})`,
      needs_person_reason: reason,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(sql<boolean>`needs_person_reason is distinct from ${reason}::text`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Said = { channelId: ChannelId; addressId: AddressId; text: string; at: Temporal.Instant };

/** Moves existing conversations to the top after outbound messages; one statement, however many. */
export async function advanceConversations({ tx, tenantId }: TenantScope, said: readonly Said[]): Promise<void> {
  await sql`
    update conversations set last_text = s.text, last_message_at = s.at
    from (select distinct on (channel_id, address_id) * from unnest(
        ${said.map(({ channelId }) => channelId)}::uuid[],
        ${said.map(({ addressId }) => addressId)}::uuid[],
        ${said.map(({ text }) => beginningOf(text))}::text[],
        ${said.map(({ at }) => at.toString())}::timestamptz[]) as each (channel_id, address_id, text, at)
      order by channel_id, address_id, at desc) as s
    where conversations.tenant_id = ${tenantId} and conversations.channel_id = s.channel_id
      and conversations.address_id = s.address_id and conversations.last_message_at <= s.at`.execute(tx);
}

import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import {
  ConversationId,
  ConversationState,
  type MessageKind,
  type NeedsPersonReason,
} from '#contract/conversations/calls.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { AddressId } from '#server/contacts/book/rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { excerptOf } from './rules.ts';

/** A thread with its contact, and the channel and address they last wrote on. */
export type Thread = { id: ConversationId; contactId: ContactId; channelId: ChannelId; addressId: AddressId | null };

/** A thread as it stood, locked until the transaction ends. */
export type LockedThread = Thread & {
  /** The channel of the last message of either side. */
  talkChannelId: ChannelId;
  state: ConversationState;
  assigneeId: MemberId | null;
  botsSilentUntil: Temporal.Instant | null;
  /** When a person of the business last wrote. */
  personWroteAt: Temporal.Instant | null;
  /** Since when it waits for a person. */
  needsPersonSince: Temporal.Instant | null;
  unreadSince: Temporal.Instant | null;
};

export async function lockThread(
  { tx, tenantId }: TenantScope,
  by: { id: ConversationId } | { contactId: ContactId },
): Promise<LockedThread | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['id', 'contact_id', 'channel_id', 'address_id', 'state', 'assignee_id', 'bots_silent_until'])
    .select(['person_wrote_at', 'needs_person_since', 'unread_since', 'talk_channel_id'])
    .where('tenant_id', '=', tenantId)
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .$if('contactId' in by, (query) => query.where('contact_id', '=', 'contactId' in by ? by.contactId : ''))
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      ...toThread(row),
      talkChannelId: ChannelId.parse(row.talk_channel_id),
      state: ConversationState.parse(row.state),
      assigneeId: row.assignee_id === null ? null : MemberId.parse(row.assignee_id),
      botsSilentUntil: row.bots_silent_until,
      personWroteAt: row.person_wrote_at,
      needsPersonSince: row.needs_person_since,
      unreadSince: row.unread_since,
    }
  );
}

/** Locks conversations of a member, in every state. */
export async function lockAssignedTo(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  atMost: number,
): Promise<ConversationId[]> {
  const rows = await tx
    .selectFrom('conversations')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('assignee_id', '=', memberId)
    .orderBy('id')
    .limit(atMost)
    .forUpdate()
    .execute();
  return rows.map((row) => ConversationId.parse(row.id));
}

/** @returns undefined when there is no such conversation */
export async function findThread({ tx, tenantId }: TenantScope, id: ConversationId): Promise<Thread | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['id', 'contact_id', 'channel_id', 'address_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toThread(row);
}

/** The thread that a merged one became part of. */
export async function findMergedInto(
  { tx, tenantId }: TenantScope,
  id: ConversationId,
): Promise<ConversationId | undefined> {
  const row = await tx
    .selectFrom('merged_conversations')
    .select('into_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && ConversationId.parse(row.into_id);
}

function toThread(row: { id: string; contact_id: string; channel_id: string; address_id: string | null }): Thread {
  return {
    id: ConversationId.parse(row.id),
    contactId: ContactId.parse(row.contact_id),
    channelId: ChannelId.parse(row.channel_id),
    addressId: row.address_id === null ? null : AddressId.parse(row.address_id),
  };
}

/** Begins the thread of a contact. @returns undefined when another transaction did so meanwhile */
export async function insertThread(
  { tx, tenantId }: TenantScope,
  thread: Omit<Thread, 'id'> & { at: Temporal.Instant },
): Promise<ConversationId | undefined> {
  const row = await tx
    .insertInto('conversations')
    .values({
      tenant_id: tenantId,
      id: newId(ConversationId),
      contact_id: thread.contactId,
      channel_id: thread.channelId,
      talk_channel_id: thread.channelId,
      address_id: thread.addressId,
      last_message_at: thread.at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'contact_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row && ConversationId.parse(row.id);
}

/** The change that a message of the contact makes. */
export type Received = {
  channelId: ChannelId;
  addressId: AddressId;
  at: Temporal.Instant;
  kind: MessageKind;
  text: string;
  /** Null: it needs nobody, so nothing is unread. */
  unreadAt: Temporal.Instant | null;
  /** The thread is open afterwards. */
  reopens: boolean;
  assigneeId: MemberId | null;
};

export async function noteReceived(
  { tx, tenantId }: TenantScope,
  id: ConversationId,
  received: Received,
): Promise<void> {
  const { at, unreadAt } = received;
  await tx
    .updateTable('conversations')
    .set({
      channel_id: received.channelId,
      talk_channel_id: received.channelId,
      address_id: received.addressId,
      last_inbound_at: sql<Temporal.Instant>`greatest(last_inbound_at, ${at}::timestamptz)`,
      last_message_at: sql<Temporal.Instant>`greatest(last_message_at, ${at}::timestamptz)`,
      last_text: excerptOf(received.text),
      last_kind: received.kind,
      last_direction: 'in',
      assignee_id: received.assigneeId,
      ...(received.reopens && { state: 'open', snoozed_until: null }),
      ...(unreadAt && {
        unread_count: sql<number>`least(unread_count + 1, 99)`,
        unread_since: sql<Temporal.Instant>`coalesce(unread_since, ${unreadAt}::timestamptz)`,
      }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export type ThreadChange = Partial<{
  talkChannelId: ChannelId;
  state: ConversationState;
  snoozedUntil: Temporal.Instant | null;
  assigneeId: MemberId | null;
  botsSilentUntil: Temporal.Instant | null;
  personWroteAt: Temporal.Instant;
  /** Null: read. */
  unreadSince: Temporal.Instant | null;
  /** One of the unread messages is gone, and others are left. */
  isOneLessUnread: true;
}>;

export async function updateThread(
  { tx, tenantId }: TenantScope,
  id: ConversationId,
  change: ThreadChange,
): Promise<void> {
  const { talkChannelId, state, snoozedUntil, assigneeId, botsSilentUntil, personWroteAt, unreadSince } = change;
  await tx
    .updateTable('conversations')
    .set({
      ...(talkChannelId !== undefined && { talk_channel_id: talkChannelId }),
      ...(state !== undefined && { state }),
      ...(snoozedUntil !== undefined && { snoozed_until: snoozedUntil }),
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(botsSilentUntil !== undefined && { bots_silent_until: botsSilentUntil }),
      ...(personWroteAt !== undefined && { person_wrote_at: personWroteAt }),
      ...(unreadSince !== undefined && { unread_since: unreadSince }),
      ...(unreadSince === null && { unread_count: 0 }),
      ...(change.isOneLessUnread && { unread_count: sql<number>`greatest(unread_count - 1, 1)` }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Replaces what lists show of a conversation, where its last message is the given one. */
export async function replaceLastText(
  { tx, tenantId }: TenantScope,
  id: ConversationId,
  { of, text, kind }: { of: { text: string; receivedAt: Temporal.Instant }; text: string; kind: MessageKind },
): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ last_text: excerptOf(text), last_kind: kind })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('last_message_at', '=', of.receivedAt)
    .where('last_text', '=', excerptOf(of.text))
    .execute();
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
      ...(reason !== null && { state: 'open', snoozed_until: null }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(sql<boolean>`needs_person_reason is distinct from ${reason}::text`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A bot answered all that was unread: nobody needs to see it. @returns whether something was unread */
export async function clearUnreadUnlessWaiting({ tx, tenantId }: TenantScope, id: ConversationId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ unread_count: 0, unread_since: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('needs_person_since', 'is', null)
    .where('unread_since', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves the conversation to the top after an answer, unless something later was said. */
export async function advanceConversation(
  { tx, tenantId }: TenantScope,
  { contactId, kind, text, at }: { contactId: ContactId; kind: MessageKind; text: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ last_text: excerptOf(text), last_kind: kind, last_direction: 'out', last_message_at: at })
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('last_message_at', '<=', at)
    .execute();
}

/** Finds the conversation of a contact. */
export async function findConversationOf(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
): Promise<{ id: ConversationId; lastInboundAt: Temporal.Instant | null } | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['id', 'last_inbound_at'])
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
  return row && { id: ConversationId.parse(row.id), lastInboundAt: row.last_inbound_at };
}

/** Whether a conversation waits for a person, and until when bots are silent in it. */
export async function findThreadNeed(
  { tx, tenantId }: TenantScope,
  id: ConversationId,
): Promise<Pick<LockedThread, 'needsPersonSince' | 'botsSilentUntil'> | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['needs_person_since', 'bots_silent_until'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { needsPersonSince: row.needs_person_since, botsSilentUntil: row.bots_silent_until };
}

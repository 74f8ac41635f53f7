import type { ChannelId } from '#contract/channels.ts';
import { ContactId } from '#contract/contacts.ts';
import { ConversationId } from '#contract/conversations.ts';
import type { InboundId } from '#server/conversations/rules.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { EventId } from '#server/platform/events.ts';

export type KnownEvent = {
  id: EventId;
  name: string;
  contactId: ContactId | null;
  facts: unknown;
  occurredAt: Temporal.Instant;
};

export async function findEvent({ tx, tenantId }: TenantScope, id: EventId): Promise<KnownEvent | undefined> {
  const row = await tx
    .selectFrom('events')
    .select(['kind', 'contact_id', 'facts', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id,
      name: row.kind,
      contactId: row.contact_id === null ? null : ContactId.parse(row.contact_id),
      facts: row.facts,
      occurredAt: row.occurred_at,
    }
  );
}

/** Returns when the first unhandled message came, and the message itself. */
export async function findRecentMessages(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  inboundId: InboundId,
): Promise<{ waitingSince: Temporal.Instant | null; kind: string | null; isHandled: boolean }> {
  const message = await tx
    .selectFrom('inbound_messages')
    .select(['kind', 'handled_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', inboundId)
    .executeTakeFirst();
  const waiting = await tx
    .selectFrom('inbound_messages')
    .select('received_at')
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return {
    waitingSince: waiting?.received_at ?? null,
    kind: message?.kind ?? null,
    isHandled: message?.handled_at != null,
  };
}

/** Returns when a member last wrote to the contact on the channel, and whether nothing was sent since. */
export async function findLastMemberMessage(
  { tx, tenantId }: TenantScope,
  { contactId, channelId }: { contactId: ContactId; channelId: ChannelId },
): Promise<{ at: Temporal.Instant; isLast: boolean } | null> {
  // NOTE: a member's message counts from the moment it was submitted, whether or not it was delivered.
  const rows = await tx
    .selectFrom('messages as m')
    .innerJoin('senders as s', (join) =>
      join.onRef('s.tenant_id', '=', 'm.tenant_id').onRef('s.id', '=', 'm.sender_id'),
    )
    .select(['s.kind', 'm.planned_at'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.contact_id', '=', contactId)
    .where('m.channel_id', '=', channelId)
    .where(({ or, eb }) =>
      or([
        eb('s.kind', '=', 'member'),
        eb('m.status', 'in', ['sending', 'accepted', 'sent', 'delivered', 'read', 'unknown']),
      ]),
    )
    .orderBy('m.due_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(20)
    .execute();
  const index = rows.findIndex(({ kind }) => kind === 'member');
  const row = rows[index];
  return row ? { at: row.planned_at, isLast: index === 0 } : null;
}

/** Finds the conversation a contact last wrote in, on any channel. */
export async function findConversationOf(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
): Promise<{ id: ConversationId; lastInboundAt: Temporal.Instant | null } | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select(['id', 'last_inbound_at'])
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .orderBy('last_inbound_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: ConversationId.parse(row.id), lastInboundAt: row.last_inbound_at };
}

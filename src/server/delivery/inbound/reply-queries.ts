import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, countingChanges, FORMER } from '#server/delivery/ledger/change-queries.ts';

/** How far a messenger's clock may be behind ours; an answer to what was sent later is none. */
const CLOCK_SKEW = '5 minutes';

/** An answer of a contact. */
export type Reply = {
  contactId: ContactId;
  channelId: ChannelId;
  /** The provider's id of the quoted or tapped message. */
  quotedProviderId: string | null;
  at: Temporal.Instant;
};

/**
 * Marks the message that was answered, on the channel where it is or on one it left:
 *
 * 1. the quoted one;
 * 2. the last one that was sent on the channel of the answer, unless it has an answer;
 * 3. the last one that was sent on any channel, unless it has an answer: a contact answers an SMS in their messenger.
 *
 * @returns null when none is marked
 */
export async function setReplied(
  { tx, tenantId }: TenantScope,
  { contactId, channelId, quotedProviderId, at }: Reply,
): Promise<MessageId | null> {
  const wasHere = sql`m.former_provider_ids <> '{}' and exists (
    select from former_sends s where s.tenant_id = ${tenantId} and s.message_id = m.id and s.channel_id = ${channelId}
      and s.status in ('accepted', 'sent', 'delivered', 'read'))`;
  const isSent = sql`m.status in ('sending', 'accepted', 'sent', 'delivered', 'read', 'unknown')`;
  const { rows } = await sql<{ id: string }>`
    with quoted as (
      select id from messages
      where tenant_id = ${tenantId} and channel_id = ${channelId} and provider_message_id = ${quotedProviderId}
      union all
      select message_id from former_sends
      where tenant_id = ${tenantId} and channel_id = ${channelId} and provider_message_id = ${quotedProviderId}
      limit 1
    ),
    recent as materialized (
      select m.id, m.replied_at, coalesce(m.accepted_at, m.due_at) as left_at,
        m.channel_id = ${channelId} and ${isSent} or ${wasHere} as is_here,
        ${isSent} as is_sent
      from messages m
      where m.tenant_id = ${tenantId} and m.contact_id = ${contactId} and not m.is_test
        and m.due_at > ${at}::timestamptz - interval '7 days' and m.due_at <= ${at}::timestamptz + ${CLOCK_SKEW}::interval
        and (${isSent} or m.status = 'planned' and m.was_sent)
      order by m.due_at desc, m.id desc limit 100
    ),
    last_here as (select * from recent where is_here order by left_at desc, id desc limit 1),
    last_anywhere as (select * from recent where is_here or is_sent order by left_at desc, id desc limit 1),
    changed as (
      update messages m set ${FORMER}, replied_at = ${at}, updated_at = ${at}
      where m.tenant_id = ${tenantId} and m.replied_at is null and m.id = coalesce(
        (select id from quoted),
        (select id from last_here where replied_at is null),
        (select id from last_anywhere))
      returning ${CHANGE}
    ),
    ${countingChanges(tenantId)}
    select id from changed`.execute(tx);
  const [row] = rows;
  return row ? MessageId.parse(row.id) : null;
}

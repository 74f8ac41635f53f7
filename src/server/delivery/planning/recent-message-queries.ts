import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';

/** A message that was sent to a contact, or waits; without answers and tests. */
export type RecentMessage = {
  senderId: SenderId;
  title: string;
  /** The sender's importance among marketing; null: none was given. */
  importance: number | null;
  /** Its subject; null: no stored subject. */
  subjectId: string | null;
  occurrence: number;
  at: Temporal.Instant;
  isMarketing: boolean;
  /** It was not sent, and is not being sent. */
  isWaiting: boolean;
};

/** Number of each contact's latest messages that are read. */
const MESSAGES_PER_CONTACT = 100;

export async function listRecentMessages(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<ContactId, RecentMessage[]>> {
  const { rows } = await sql<{
    contact_id: string;
    sender_id: string;
    subject_id: string | null;
    occurrence: number;
    due_at: Temporal.Instant;
    is_marketing: boolean;
    is_waiting: boolean;
    title: string;
    importance: number | null;
  }>`${PLANNED_ONCE}
    select m.contact_id, m.sender_id, m.subject_id, m.occurrence, m.due_at, m.is_marketing, m.phase = 'waiting' as is_waiting,
      s.title, s.importance
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select * from messages m
      where m.tenant_id = ${tenantId} and m.contact_id = asked.id and m.due_at > ${since}
        and m.priority > ${PRIORITY.answer} and not m.is_test and m.phase <> 'ended'
      order by m.due_at desc, m.id desc limit ${MESSAGES_PER_CONTACT}) m
    cross join lateral (
      select title, importance from senders where tenant_id = ${tenantId} and id = m.sender_id limit 1) s`.execute(tx);
  const messages = rows.map((row) => ({
    contactId: ContactId.parse(row.contact_id),
    senderId: SenderId.parse(row.sender_id),
    title: row.title,
    importance: row.importance,
    subjectId: row.subject_id,
    occurrence: row.occurrence,
    at: row.due_at,
    isMarketing: row.is_marketing,
    isWaiting: row.is_waiting,
  }));
  return Map.groupBy(messages, ({ contactId }) => contactId);
}

/** A message due today may have been planned for a day this far back and then delayed. */
const PUT_OFF_DAYS = 7;

/** Counts a sender's messages to contacts that were sent since a moment, or are being sent. */
export async function countLeft(
  { tx, tenantId }: TenantScope,
  senderId: SenderId,
  since: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    where tenant_id = ${tenantId} and sender_id = ${senderId} and phase in ('left', 'doubtful')
      and due_at > ${since.subtract({ hours: 24 * PUT_OFF_DAYS })} and not is_test
      and coalesce(accepted_at, updated_at) >= ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

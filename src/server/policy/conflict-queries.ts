import { sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { Instant } from '#contract/primitives.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A planned marketing message to a customer, or of a sender in test mode to its owner instead. */
export type MarketingWaiting = {
  senderId: SenderId;
  senderTitle: string;
  importance: number | null;
  contactId: ContactId;
  name: string;
  phone: string | null;
  timeZone: string | null;
  subjectId: string;
  occurrence: number;
  at: Temporal.Instant;
  useBy: Temporal.Instant | null;
  /**
   * Set when the latest verdict holds the message for the frequency cap. `to`: the message to which it yields; null when sent messages have
   * used the cap. `isLast`: it cannot wait until the cap allows it.
   */
  putOff: { to: { title: string; at: string } | null; isLast: boolean } | null;
};

const PutOff = z.object({ sender: z.string().optional(), otherAt: Instant.optional(), useBy: Instant.optional() });

/** The next planned messages of some senders, each occasion once. */
export async function listMarketingWaiting(
  { tx, tenantId }: TenantScope,
  senderIds: readonly SenderId[],
  limit: number,
): Promise<MarketingWaiting[]> {
  const { rows } = await sql<WaitingRow>`
    select found.*, s.title, s.importance, c.name, c.phone, c.time_zone, last.compared
    from (
      select distinct on (m.sender_id, m.subject_id, m.occurrence) m.* from unnest(${[...senderIds]}::uuid[]) asked (id)
      cross join lateral (
        select m.id, m.sender_id, m.subject_id, m.occurrence, m.contact_id, m.due_at, m.use_by from messages m
        where m.tenant_id = ${tenantId} and m.sender_id = asked.id and m.phase = 'waiting'
          and m.contact_id is not null
        order by m.due_at, m.id limit ${limit}) m
      order by m.sender_id, m.subject_id, m.occurrence, m.id
    ) found
    join senders s on s.tenant_id = ${tenantId} and s.id = found.sender_id
    join contacts c on c.tenant_id = ${tenantId} and c.id = found.contact_id
    left join lateral (
      select v.rule, v.compared from verdicts v where v.tenant_id = ${tenantId} and v.message_id = found.id
      order by v.decided_at desc, v.id desc limit 1) last on last.rule in ('gave_way', 'marketing_budget')
    order by found.due_at, found.id limit ${limit}`.execute(tx);
  return rows.map((row) => {
    const stored = PutOff.safeParse(row.compared).data;
    const to = stored?.sender !== undefined && stored.otherAt ? { title: stored.sender, at: stored.otherAt } : null;
    return {
      senderId: SenderId.parse(row.sender_id),
      senderTitle: row.title,
      importance: row.importance,
      contactId: ContactId.parse(row.contact_id),
      name: row.name,
      phone: row.phone,
      timeZone: row.time_zone,
      subjectId: row.subject_id,
      occurrence: row.occurrence,
      at: row.due_at,
      useBy: row.use_by,
      putOff: stored ? { to, isLast: stored.useBy !== undefined } : null,
    };
  });
}

type WaitingRow = {
  id: string;
  sender_id: string;
  title: string;
  importance: number | null;
  contact_id: string;
  name: string;
  phone: string | null;
  time_zone: string | null;
  subject_id: string;
  occurrence: number;
  due_at: Temporal.Instant;
  use_by: Temporal.Instant | null;
  compared: unknown;
};

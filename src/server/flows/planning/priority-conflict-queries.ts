import type { Subject } from '#server/subjects/rules.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts.ts';
import { FlowId, FlowKind } from '#contract/flows.ts';
import { SubjectKind } from '#contract/subjects.ts';
import { Instant } from '#contract/primitives.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** Most subjects that are decided again for one customer. */
const OF_CONTACT = 20;

/** Subjects of the planned marketing of some customers, without tests of the owner. */
export async function listMarketingSubjects(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<Subject[]> {
  const { rows } = await sql<{ subject_kind: string; subject_id: string }>`
    select distinct m.subject_kind, m.subject_id
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select * from messages m
      where m.tenant_id = ${tenantId} and m.contact_id = asked.id and m.phase = 'waiting'
        and m.is_marketing and not m.is_test and m.sender_id in (select id from flows where tenant_id = ${tenantId})
      order by m.due_at desc, m.id desc limit ${OF_CONTACT}) m`.execute(tx);
  return rows.map((row) => ({ kind: SubjectKind.parse(row.subject_kind), id: row.subject_id }));
}

/** A planned marketing message to a customer, or of a flow in test mode to its owner instead. */
export type MarketingWaiting = {
  flowId: FlowId;
  flowTitle: string;
  kind: FlowKind;
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

const PutOff = z.object({ flow: z.string().optional(), otherAt: Instant.optional(), useBy: Instant.optional() });

/** The next planned messages of some flows, each occasion once. */
export async function listMarketingWaiting(
  { tx, tenantId }: TenantScope,
  flowIds: readonly FlowId[],
  limit: number,
): Promise<MarketingWaiting[]> {
  const { rows } = await sql<WaitingRow>`
    select found.*, f.title, f.kind, c.name, c.phone, c.time_zone, last.compared
    from (
      select distinct on (m.sender_id, m.subject_id, m.occurrence) m.* from unnest(${[...flowIds]}::uuid[]) asked (id)
      cross join lateral (
        select m.id, m.sender_id, m.subject_id, m.occurrence, m.contact_id, m.due_at, m.use_by from messages m
        where m.tenant_id = ${tenantId} and m.sender_id = asked.id and m.phase = 'waiting'
          and m.contact_id is not null
        order by m.due_at, m.id limit ${limit}) m
      order by m.sender_id, m.subject_id, m.occurrence, m.id
    ) found
    join flows f on f.tenant_id = ${tenantId} and f.id = found.sender_id
    join contacts c on c.tenant_id = ${tenantId} and c.id = found.contact_id
    left join lateral (
      select v.rule, v.compared from verdicts v where v.tenant_id = ${tenantId} and v.message_id = found.id
      order by v.decided_at desc, v.id desc limit 1) last on last.rule in ('gave_way', 'marketing_budget')
    order by found.due_at, found.id limit ${limit}`.execute(tx);
  return rows.map((row) => {
    const stored = PutOff.safeParse(row.compared).data;
    const to = stored?.flow !== undefined && stored.otherAt ? { title: stored.flow, at: stored.otherAt } : null;
    return {
      flowId: FlowId.parse(row.sender_id),
      flowTitle: row.title,
      kind: FlowKind.parse(row.kind),
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
  sender_id: string;
  title: string;
  kind: string;
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

import type { Subject } from '#server/subjects/rules.ts';
import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import { VisitId } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { CUSTOMER_CANCEL_REASONS } from './reconciling-rules.ts';

/** Most subjects that are decided again for one contact. */
const OF_CONTACT = 100;

/**
 * Subjects of a contact's planned messages, and of those cancelled by what the contact did.
 * @param now messages due before are left out
 */
export async function listSubjectsOfContact(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  now: Temporal.Instant,
): Promise<Subject[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['subject_kind', 'subject_id'])
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('subject_id', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'planned'),
        and([eb('status', '=', 'cancelled'), eb('reason', 'in', CUSTOMER_CANCEL_REASONS), eb('due_at', '>', now)]),
      ]),
    )
    .limit(OF_CONTACT)
    .execute();
  return rows.flatMap((row) =>
    row.subject_id === null ? [] : [{ kind: SubjectKind.parse(row.subject_kind), id: row.subject_id }],
  );
}

/** A message refused because the contact had a visit ahead. */
export type RefusedForVisit = {
  flowId: FlowId;
  /** The visit that the message was to follow. */
  subjectId: string;
  startsAt: Temporal.Instant;
  /** The due time of the cancelled message; null where none was planned. */
  dueAt: Temporal.Instant | null;
};

export async function listRefusedForVisit(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  since: Temporal.Instant,
): Promise<RefusedForVisit[]> {
  const rule: DecisionRule = 'visit_ahead';
  const { rows } = await sql<{
    sender_id: string;
    id: string;
    starts_at: Temporal.Instant;
    due_at: Temporal.Instant | null;
  }>`
    select distinct v.sender_id, s.id, s.starts_at, m.due_at from visits s
    join verdicts v on v.tenant_id = ${tenantId} and v.subject_id = s.id and v.decided_at > ${since} and v.rule = ${rule}
    left join messages m on m.tenant_id = ${tenantId} and m.id = v.message_id
    where s.tenant_id = ${tenantId} and s.contact_id = ${contactId} limit ${OF_CONTACT}`.execute(tx);
  return rows.map((row) => ({
    flowId: FlowId.parse(row.sender_id),
    subjectId: row.id,
    startsAt: row.starts_at,
    dueAt: row.due_at,
  }));
}

/**
 * Events after which a contact got no offer because the offered services were booked; the latest of each. Events with a message are left
 * out, since the message holds more.
 */
export async function listRefusedOffers(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  since: Temporal.Instant,
): Promise<{ flowId: FlowId; subjectId: string; eventId: string }[]> {
  const rule: DecisionRule = 'bought_already';
  const { rows } = await sql<{ sender_id: string; id: string; event_id: string }>`
    select distinct on (v.sender_id, s.id) v.sender_id, s.id, v.event_id from visits s
    join verdicts v on v.tenant_id = ${tenantId} and v.subject_id = s.id and v.decided_at > ${since} and v.rule = ${rule}
    where s.tenant_id = ${tenantId} and s.contact_id = ${contactId} and v.event_id is not null and not exists (
      select from messages m where m.tenant_id = ${tenantId} and m.subject_id = s.id and m.sender_id = v.sender_id)
    order by v.sender_id, s.id, v.decided_at desc limit ${OF_CONTACT}`.execute(tx);
  return rows.map((row) => ({ flowId: FlowId.parse(row.sender_id), subjectId: row.id, eventId: row.event_id }));
}

/** Visits of a contact that lie ahead, except cancelled ones. */
export async function listVisitIdsOfContact(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  now: Temporal.Instant,
): Promise<VisitId[]> {
  const rows = await tx
    .selectFrom('visits')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('starts_at', '>', now)
    .where('status', '<>', 'cancelled')
    .orderBy('starts_at')
    .limit(OF_CONTACT)
    .execute();
  return rows.map((row) => VisitId.parse(row.id));
}

/** Hours between visits that may be of one succession. */
const HOURS_AROUND = 12;

/**
 * Visits of a contact that lie ahead and around a visit, except cancelled ones: of a changed succession another visit is the first.
 * @param visit.from the start before the visit was moved
 */
export async function listVisitIdsAround(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  visit: { id: string; from: Temporal.Instant | null },
  now: Temporal.Instant,
): Promise<VisitId[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct v.id from (
      select starts_at from visits where tenant_id = ${tenantId} and id = ${visit.id}
      union all select ${visit.from}::timestamptz) changed
    join visits v on v.tenant_id = ${tenantId} and v.contact_id = ${contactId} and v.id <> ${visit.id}
      and v.starts_at between changed.starts_at - ${HOURS_AROUND} * interval '1 hour'
        and changed.starts_at + ${HOURS_AROUND} * interval '1 hour'
      and v.starts_at > ${now} and v.status <> 'cancelled'
    limit ${OF_CONTACT}`.execute(tx);
  return rows.map((row) => VisitId.parse(row.id));
}

import { sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import type { RehearsalId } from '#contract/rehearsal/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DayEnd, LastSendOfDay } from './last-send-of-day.ts';
import type { RehearsedRow } from './rules.ts';

/** The first day on which a flow is over its limit, with the last message within the limit. */
export async function findFullDay(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  { limits, timeZone }: { limits: readonly { flowIndex: number; most: number }[]; timeZone: string },
): Promise<{ flowIndex: number; day: string; last: LastSendOfDay[string] } | undefined> {
  const { rows } = await sql<{
    flow_index: number;
    day: string;
    at: Temporal.Instant;
    contact_id: string;
    subject_id: string;
  }>`
    with leaving as (
      select r.flow_index, (r.at at time zone ${timeZone}::text)::date as day, r.at, r.contact_id, r.subject_id, l.most
      from rehearsal_rows r join unnest(
        ${limits.map(({ flowIndex }) => flowIndex)}::int[], ${limits.map(({ most }) => most)}::int[]
      ) as l (flow_index, most) on l.flow_index = r.flow_index
      where r.tenant_id = ${tenantId} and r.rehearsal_id = ${id} and r.outcome = 'sent'
    ),
    placed as (
      select *, row_number() over w as place, lead(at) over w as next_at from leaving
      window w as (partition by flow_index, day order by at, contact_id, subject_id)
    )
    select flow_index, day::text, at, contact_id, subject_id from placed
    where place = most and next_at is not null order by next_at, flow_index limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const last = { at: row.at.toString(), contactId: row.contact_id, subjectId: row.subject_id };
  return { flowIndex: row.flow_index, day: row.day, last };
}

/** The first contacts with a message after the last one of its flow's day. */
export async function listBeyond(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  ends: readonly DayEnd[],
  limit: number,
): Promise<ContactId[]> {
  if (ends.length === 0) return [];
  const { rows } = await sql<{ contact_id: string }>`
    select distinct r.contact_id
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e (
      "flowIndex" int, at timestamptz, "contactId" uuid, "subjectId" uuid, until timestamptz)
    join rehearsal_rows r on r.tenant_id = ${tenantId} and r.rehearsal_id = ${id} and r.outcome = 'sent'
      and r.flow_index = e."flowIndex" and r.at >= e.at and r.at < e.until
      and (r.at, r.contact_id, r.subject_id) > (e.at, e."contactId", e."subjectId")
    order by r.contact_id limit ${limit}`.execute(tx);
  return rows.map((row) => ContactId.parse(row.contact_id));
}

/** Removes the results of some contacts, who are simulated again. */
export async function takeRows(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  contactIds: readonly ContactId[],
): Promise<RehearsedRow[]> {
  const rows = await tx
    .deleteFrom('rehearsal_rows')
    .where('tenant_id', '=', tenantId)
    .where('rehearsal_id', '=', id)
    .where('contact_id', '=', sql<string>`any (${[...contactIds]}::uuid[])`)
    .returningAll()
    .execute();
  return rows.map((row) => ({
    flowIndex: row.flow_index,
    contactId: ContactId.parse(row.contact_id),
    subject: { kind: SubjectKind.parse(row.subject_kind), id: row.subject_id, timeZone: '' },
    outcome: row.outcome === 'sent' ? 'sent' : 'skipped',
    rule: DecisionRule.parse(row.rule),
    compared: z.record(z.string(), z.unknown()).parse(row.compared),
    at: row.at,
    body: row.body,
  }));
}

/** Deletes messages sent before the period, which were stored only to count their days. */
export async function deleteEarly(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  from: Temporal.Instant,
): Promise<void> {
  await tx
    .deleteFrom('rehearsal_rows')
    .where('tenant_id', '=', tenantId)
    .where('rehearsal_id', '=', id)
    .where('at', '<', from)
    .execute();
}

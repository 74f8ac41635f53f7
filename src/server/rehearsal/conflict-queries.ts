import { sql } from 'kysely';
import type { ConflictContact, ContactPolicy } from '#contract/policy.ts';
import { ContactId } from '#contract/contacts.ts';

import type { FlowId } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** A finished rehearsal, and the position of a flow in it. */
export type Rehearsed = { rehearsalId: string; flowId: FlowId; flowTitle: string; flowIndex: number; days: number };

/** The latest rehearsal of a flow. */
export async function findRehearsed({ tx, tenantId }: TenantScope, flowId: FlowId): Promise<Rehearsed | undefined> {
  const { rows } = await sql<{ id: string; days: number; title: string; place: number }>`
    select r.id, r.days, f.flow ->> 'title' as title, f.place::int as place
    from rehearsals r cross join lateral jsonb_array_elements(r.flows) with ordinality f (flow, place)
    where r.tenant_id = ${tenantId} and r.status = 'done' and f.flow ->> 'flowId' = ${flowId}
    order by r.created_at desc limit 1`.execute(tx);
  const [row] = rows;
  return row && { rehearsalId: row.id, flowId, flowTitle: row.title, flowIndex: row.place - 1, days: row.days };
}

/** Most messages of a rehearsal that are read. */
const REHEARSED_AT_MOST = 5_000;

/** Counts a flow's rehearsed messages that conflict with messages other flows really sent to the same contact. */
export async function listRehearsedConflicts(
  { tx, tenantId }: TenantScope,
  { rehearsalId, flowId, flowTitle, flowIndex }: Rehearsed,
  { policy, timeZone, limit }: { policy: ContactPolicy; timeZone: string; limit: number },
): Promise<{ looked: number; conflict: number; people: ConflictContact[] }> {
  const { rows } = await sql<RehearsedRow>`
    with looked as (
      select * from rehearsal_rows r
      where r.tenant_id = ${tenantId} and r.rehearsal_id = ${rehearsalId} and r.outcome = 'sent' and r.flow_index = ${flowIndex}
      order by r.at, r.id limit ${REHEARSED_AT_MOST}
    ),
    met as (
      select looked.contact_id, looked.at, other.due_at, other.sender_id from looked cross join lateral (
        select m.due_at, m.sender_id from messages m
        where m.tenant_id = ${tenantId} and m.contact_id = looked.contact_id and m.is_marketing and not m.is_test
          and m.phase <> 'ended' and m.sender_id is distinct from ${flowId}
          and m.due_at > looked.at - make_interval(days => ${policy.marketingDays})
          and m.due_at < looked.at + make_interval(days => ${policy.marketingDays})
        order by m.due_at desc limit 1) other
    )
    select (select count(*) from looked)::int as looked, (select count(*) from met)::int as conflict, met.*, f.title, c.name, c.phone,
      c.time_zone
    from (select 1) once left join met on true
    left join flows f on f.tenant_id = ${tenantId} and f.id = met.sender_id
    left join contacts c on c.tenant_id = ${tenantId} and c.id = met.contact_id
    order by met.at desc limit ${limit}`.execute(tx);
  return {
    looked: rows[0]?.looked ?? 0,
    conflict: rows[0]?.conflict ?? 0,
    people: rows.flatMap(({ contact_id: id, at, due_at: otherAt, ...row }): ConflictContact[] =>
      id === null || at === null || otherAt === null
        ? []
        : [
            {
              contactId: ContactId.parse(id),
              name: row.name ?? '',
              phone: row.phone,
              timeZone: row.time_zone ?? timeZone,
              flowId,
              flowTitle,
              at: String(at),
              otherTitle: row.title ?? '',
              otherAt: String(otherAt),
              fate: null,
            },
          ],
    ),
  };
}

type RehearsedRow = {
  looked: number;
  conflict: number;
  contact_id: string | null;
  at: Temporal.Instant | null;
  due_at: Temporal.Instant | null;
  title: string | null;
  name: string | null;
  phone: string | null;
  time_zone: string | null;
};

import { sql } from 'kysely';
import type { ConflictContact, ContactPolicy } from '#contract/policy/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A finished rehearsal, and the position of a sender in it. */
export type Rehearsed = {
  rehearsalId: string;
  senderId: SenderId;
  senderTitle: string;
  flowIndex: number;
  days: number;
};

/** The latest rehearsal of a sender. */
export async function findRehearsed({ tx, tenantId }: TenantScope, senderId: SenderId): Promise<Rehearsed | undefined> {
  const { rows } = await sql<{ id: string; days: number; title: string; place: number }>`
    select r.id, r.days, f.flow ->> 'title' as title, f.place::int as place
    from rehearsals r cross join lateral jsonb_array_elements(r.flows) with ordinality f (flow, place)
    where r.tenant_id = ${tenantId} and r.status = 'done' and f.flow ->> 'flowId' = ${senderId}
    order by r.created_at desc limit 1`.execute(tx);
  const [row] = rows;
  return row && { rehearsalId: row.id, senderId, senderTitle: row.title, flowIndex: row.place - 1, days: row.days };
}

/** Most messages of a rehearsal that are read. */
const REHEARSED_AT_MOST = 5_000;

/** Counts a sender's rehearsed messages that conflict with messages other senders really sent to the same contact. */
export async function listRehearsedConflicts(
  { tx, tenantId }: TenantScope,
  { rehearsalId, senderId, senderTitle, flowIndex }: Rehearsed,
  { policy, timeZone, limit }: { policy: ContactPolicy; timeZone: string; limit: number },
): Promise<{ examined: number; conflict: number; people: ConflictContact[] }> {
  const { rows } = await sql<RehearsedRow>`
    with examined as (
      select * from rehearsal_rows r
      where r.tenant_id = ${tenantId} and r.rehearsal_id = ${rehearsalId} and r.outcome = 'sent' and r.flow_index = ${flowIndex}
      order by r.at, r.id limit ${REHEARSED_AT_MOST}
    ),
    met as (
      select examined.contact_id, examined.at, other.due_at, other.sender_id from examined cross join lateral (
        select m.due_at, m.sender_id from messages m
        where m.tenant_id = ${tenantId} and m.contact_id = examined.contact_id and m.is_marketing and not m.is_test
          and m.phase <> 'ended' and m.sender_id is distinct from ${senderId}
          and m.due_at > examined.at - make_interval(days => ${policy.marketingDays})
          and m.due_at < examined.at + make_interval(days => ${policy.marketingDays})
        order by m.due_at desc limit 1) other
    )
    select (select count(*) from examined)::int as examined, (select count(*) from met)::int as conflict, met.*, s.title, c.name, c.phone,
      c.time_zone
    from (select 1) once left join met on true
    left join senders s on s.tenant_id = ${tenantId} and s.id = met.sender_id
    left join contacts c on c.tenant_id = ${tenantId} and c.id = met.contact_id
    order by met.at desc limit ${limit}`.execute(tx);
  return {
    examined: rows[0]?.examined ?? 0,
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
              senderId,
              senderTitle,
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
  examined: number;
  conflict: number;
  contact_id: string | null;
  at: Temporal.Instant | null;
  due_at: Temporal.Instant | null;
  title: string | null;
  name: string | null;
  phone: string | null;
  time_zone: string | null;
};

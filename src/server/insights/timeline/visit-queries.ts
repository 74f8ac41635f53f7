import { type RawBuilder, sql } from 'kysely';
import type { VisitOfContact } from '#contract/insights/calls.ts';
import { VisitId, VisitStatus } from '#contract/visits/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Lists visits with the fields that the contact's page shows, by id. */
export async function listVisitsToName(
  { tx, tenantId }: TenantScope,
  ids: readonly string[],
): Promise<Map<string, VisitOfContact>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    await sql<Row>`${SELECT} where v.tenant_id = ${tenantId} and v.id = any(${[...new Set(ids)]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, toVisit(row)]));
}

/** Finds the contact's first visit in an order, among those that match a condition. */
export async function findVisitOf(
  { tx, tenantId }: TenantScope,
  contactId: string,
  { condition, isLatest }: { condition: RawBuilder<unknown>; isLatest: boolean },
): Promise<VisitOfContact | null> {
  const order = sql.raw(isLatest ? 'desc' : 'asc');
  const { rows } =
    await sql<Row>`${SELECT} where v.tenant_id = ${tenantId} and v.contact_id = ${contactId} and ${condition}
    order by v.starts_at ${order} limit 1`.execute(tx);
  return rows[0] ? toVisit(rows[0]) : null;
}

export async function countVisitsOf(
  { tx, tenantId }: TenantScope,
  contactId: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visits v
    where v.tenant_id = ${tenantId} and v.contact_id = ${contactId} and ${condition}`.execute(tx);
  return rows[0]?.count ?? 0;
}

const SELECT = sql.raw(
  `select v.id, v.starts_at, v.status, v.status_text, v.service_titles,
     b.title as branch_title, b.time_zone, m.name as master_name
   from visits v
   join branches b on b.tenant_id = v.tenant_id and b.id = v.branch_id
   left join masters m on m.tenant_id = v.tenant_id and m.id = v.master_id`,
);

type Row = {
  id: string;
  starts_at: Temporal.Instant;
  status: string;
  status_text: string;
  service_titles: string[];
  branch_title: string;
  time_zone: string;
  master_name: string | null;
};

function toVisit(row: Row): VisitOfContact {
  return {
    id: VisitId.parse(row.id),
    startsAt: row.starts_at.toString(),
    timeZone: row.time_zone,
    status: VisitStatus.parse(row.status),
    statusText: row.status_text,
    branchTitle: row.branch_title,
    serviceTitles: row.service_titles,
    masterName: row.master_name,
  };
}

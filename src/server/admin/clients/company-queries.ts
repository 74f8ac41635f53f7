import { sql } from 'kysely';
import { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

export type FoundCompany = {
  userId: MemberId;
  userGuid: TenantId;
  cabinetName: string;
  email: string;
  phone: string | null;
  fullName: string | null;
  branchId: BranchId;
  connectionId: ConnectionId;
};

/** Branches of connections that are not removed, by their number or id, in all cabinets. */
export async function findBranchesByNumber(
  { tx }: SystemScope,
  { externalId, id, limit }: { externalId: string; id: string | null; limit: number },
): Promise<FoundCompany[]> {
  const { rows } = await sql<FoundCompany>`
    select o.id as "userId", t.id as "userGuid", t.name as "cabinetName", o.email, o.phone, o.full_name as "fullName",
      b.id as "branchId", b.connection_id as "connectionId"
    from branches b
    join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id and c.removed_at is null
    join tenants t on t.id = b.tenant_id
    cross join lateral (
      select m.id, m.email, m.phone, m.full_name from members m
      where m.tenant_id = b.tenant_id and m.role = 'owner' and m.removed_at is null
      order by m.created_at, m.id limit 1
    ) o
    where b.external_id = ${externalId} or b.id = ${id}::uuid
    order by b.is_active desc, t.created_at, b.id
    limit ${limit}`.execute(tx);
  return rows.map((row) => ({
    ...row,
    userId: MemberId.parse(row.userId),
    userGuid: TenantId.parse(row.userGuid),
    branchId: BranchId.parse(row.branchId),
    connectionId: ConnectionId.parse(row.connectionId),
  }));
}

/** Visits of a branch that begin on the day, and messages about its visits that were due on it. */
export async function countBranchDay(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  day: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<{ visits: number; sent: number; notSent: number }> {
  const { rows } = await sql<{ visits: number; sent: number; notSent: number }>`
    select
      (select count(*) from visits v where v.tenant_id = ${tenantId} and v.branch_id = ${branchId}
        and v.starts_at >= ${day.from} and v.starts_at < ${day.to} and v.status <> 'cancelled') as visits,
      count(*) filter (where m.phase = 'left') as sent,
      count(*) filter (where m.phase = 'ended') as "notSent"
    from messages m
    join visits v on v.tenant_id = ${tenantId} and v.id = m.visit_id and v.branch_id = ${branchId}
    where m.tenant_id = ${tenantId} and m.due_at >= ${day.from} and m.due_at < ${day.to} and not m.is_test`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A count has one row');
  return row;
}

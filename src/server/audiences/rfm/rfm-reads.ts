import { sql } from 'kysely';
import { RfmDashboardId } from '#contract/audiences/rfm.ts';
import { RFM_GROUPS, type RfmGroup } from '#contract/audiences/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Lists the dashboards in the order they were made; each has the same groups. */
export async function listRfmDashboards({
  tx,
  tenantId,
}: TenantScope): Promise<{ id: RfmDashboardId; title: string; groups: readonly RfmGroup[] }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from rfm_dashboards where tenant_id = ${tenantId} and deleted_at is null
    order by is_usual desc, created_at, id`.execute(tx);
  return rows.map(({ id, title }) => ({ id: RfmDashboardId.parse(id), title, groups: RFM_GROUPS }));
}

/** A move of a client to another group. */
export type RfmMove = {
  id: string;
  dashboardId: RfmDashboardId;
  contactId: ContactId;
  /** Null: a new client. */
  from: RfmGroup | null;
  to: RfmGroup;
  movedAt: Temporal.Instant;
};

/** Finds moves by their ids, the first first. */
export async function findRfmMoves({ tx, tenantId }: TenantScope, ids: readonly string[]): Promise<RfmMove[]> {
  const { rows } = await sql<{
    id: string;
    dashboard_id: string;
    contact_id: string;
    from_group: RfmGroup | null;
    to_group: RfmGroup;
    moved_at: Temporal.Instant;
  }>`
    select id, dashboard_id, contact_id, from_group, to_group, moved_at from rfm_moves
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) order by moved_at, id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    dashboardId: RfmDashboardId.parse(row.dashboard_id),
    contactId: ContactId.parse(row.contact_id),
    from: row.from_group,
    to: row.to_group,
    movedAt: row.moved_at,
  }));
}

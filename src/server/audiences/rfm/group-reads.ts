import { type RawBuilder, sql } from 'kysely';
import { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { toRfmGroup } from './group-rules.ts';

export type RfmChoice = { id: RfmDashboardId; title: string; isUsual: boolean };

/** Lists the dashboards that conditions and flows choose from, in the order they were made; the usual one is the first. */
export async function listRfmChoices({ tx, tenantId }: TenantScope): Promise<RfmChoice[]> {
  const rows = await tx
    .selectFrom('rfm_dashboards')
    .select(['id', 'title', 'is_usual'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('is_usual', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, title, is_usual }) => ({ id: RfmDashboardId.parse(id), title, isUsual: is_usual }));
}

/** Compiles values of `rfm_group` to a filter of `contacts`, aliased as `c`. A deleted dashboard has nobody. */
export function inRfmGroups(tenantId: TenantId, values: readonly string[]): RawBuilder<boolean> {
  const groups = values.flatMap((value) => toRfmGroup(value) ?? []);
  return sql`c.id in (select m.contact_id
    from unnest(${groups.map(({ dashboardId }) => dashboardId)}::uuid[], ${groups.map(({ group }) => group)}::text[])
      asked (dashboard_id, group_key)
    join rfm_dashboards d on d.tenant_id = ${tenantId} and d.id = asked.dashboard_id and d.deleted_at is null
    join rfm_members m on m.tenant_id = ${tenantId} and m.dashboard_id = d.id and m.group_key = asked.group_key)`;
}

/** Selects the values of `rfm_group` that a contact has. */
export function rfmGroupsOf(tenantId: TenantId, contactId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select m.dashboard_id || ':' || m.group_key from rfm_members m
    join rfm_dashboards d on d.tenant_id = ${tenantId} and d.id = m.dashboard_id and d.deleted_at is null
    where m.tenant_id = ${tenantId} and m.contact_id = ${contactId}`;
}

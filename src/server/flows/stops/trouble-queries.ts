import { sql } from 'kysely';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { FlowTrouble, NamedThing } from './trouble-rules.ts';

/** Branches, services, masters and dashboards of groups by their ids; a branch that is switched off counts as present. */
export async function findThings(
  { tx, tenantId }: TenantScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedThing>> {
  if (ids.length === 0) return new Map();
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{ id: string; title: string; is_there: boolean }>`
    select b.id, b.title, b.removed_at is null and c.removed_at is null as is_there
    from branches b join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id
    where b.tenant_id = ${tenantId} and b.id::text = any (${wanted}::text[])
    union all
    select id, title, is_active from services where tenant_id = ${tenantId} and id::text = any (${wanted}::text[])
    union all
    select id, name, is_active from masters where tenant_id = ${tenantId} and id::text = any (${wanted}::text[])
    union all
    select id, title, deleted_at is null from rfm_dashboards
    where tenant_id = ${tenantId} and id::text = any (${wanted}::text[])`.execute(tx);
  return new Map(rows.map(({ id, title, is_there: isThere }) => [id, { id, title, isThere }]));
}

/** Whether a flow that is not deleted is in error for a trouble. */
export async function hasTrouble({ tx, tenantId }: TenantScope, { code, reason }: FlowTrouble): Promise<boolean> {
  const row = await tx
    .selectFrom('flows')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'error')
    .where('deleted_at', 'is', null)
    .where('error_code', '=', code)
    .where(sql`coalesce(error_reason, '')`, '=', reason)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Cabinets with flows that can turn to error or are in error. */
export async function listTenantsWithFlows({ tx }: SystemScope): Promise<TenantId[]> {
  const rows = await tx
    .selectFrom('flows')
    .select('tenant_id')
    .distinct()
    .where('status', 'in', ['working', 'error'])
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

import { sql } from 'kysely';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

const MAX_SHOWN = 5;

/** Lists the titles of some segments and flows that name a dashboard, or follow the usual one where it is that. */
export async function listUses(
  { tx, tenantId }: TenantScope,
  { id, isUsual }: { id: RfmDashboardId; isUsual: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select s.title from segments s
    where s.tenant_id = ${tenantId} and s.deleted_at is null and strpos(s.conditions::text, ${id}::text) > 0
    union
    select f.title from flows f
    where f.tenant_id = ${tenantId} and f.deleted_at is null and (strpos(f.settings::text, ${id}::text) > 0
      or (${isUsual} and f.settings #> '{options,groupMove,dashboardId}' = 'null'))
    order by title limit ${MAX_SHOWN}`.execute(tx);
  return rows.map(({ title }) => title);
}

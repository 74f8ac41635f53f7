import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Number of contacts whose facts wait to be counted. */
export async function countFactMarks({ tx, tenantId }: TenantScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct contact_id)::int as count from contact_fact_marks where tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Number of contacts who bought something. */
export async function countClients({ tx, tenantId }: TenantScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contact_facts where tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { sql } from 'kysely';
import { drawPrefix } from './codes.ts';

/** Returns the beginning of the tenant's codes; draws it for the first link. */
export async function ensurePrefix({ tx, tenantId }: TenantScope): Promise<string> {
  for (;;) {
    const found = await tx
      .selectFrom('link_prefixes')
      .select('prefix')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    if (found) return found.prefix;
    // NOTE: another tenant may have drawn the same, or another transaction of this tenant was faster.
    await tx
      .insertInto('link_prefixes')
      .values({ tenant_id: tenantId, prefix: drawPrefix() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Finds the tenants of prefixes; unknown ones are left out. */
export async function findTenants({ tx }: SystemScope, prefixes: readonly string[]): Promise<Map<string, TenantId>> {
  const { rows } = await sql<{ prefix: string; tenant_id: string }>`
    select prefix, tenant_id from link_prefixes where prefix = any(${[...prefixes]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.prefix, TenantId.parse(row.tenant_id)]));
}

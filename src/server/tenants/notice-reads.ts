import { type RawBuilder, sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The condition that a notice with the key is open; without a key it does not hold. */
export function hasOpenNotice({ tenantId }: TenantScope, key: string | null): RawBuilder<boolean> {
  return sql`exists (select from notices where tenant_id = ${tenantId} and key = ${key} and resolved_at is null)`;
}

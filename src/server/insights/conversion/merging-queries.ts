import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Marks the remaining contact: its conversions are measured again by all its purchases. */
export async function markMerged({ tx, tenantId }: TenantScope, { to }: ContactMerge): Promise<void> {
  await tx.insertInto('conversion_marks').values({ tenant_id: tenantId, contact_id: to }).execute();
}

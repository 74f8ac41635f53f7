import { missingTariffs } from '#server/billing/entitlement-reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** @returns the tariffs that have mailings when the tenant's lacks them; empty when they may be sent */
export async function requiredTariffs(scope: TenantScope, now: Temporal.Instant): Promise<readonly number[]> {
  return missingTariffs(scope, 'mailings', now);
}

import { hasTariff } from '#server/billing/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Mailings in the specification's table of tariffs. */
const TARIFFS = [13] as const;

/** @returns the tariffs that have mailings when the tenant's lacks them; empty when they may be sent */
export async function requiredTariffs(scope: TenantScope, now: Temporal.Instant): Promise<readonly number[]> {
  for (const tariff of TARIFFS) if (await hasTariff(scope, tariff, now)) return [];
  return TARIFFS;
}

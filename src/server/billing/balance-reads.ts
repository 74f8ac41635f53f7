import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';
import { listExpired } from './balance-queries.ts';

/** At most so many are settled in one run. */
const MOST_AT_ONCE = 500;

/** Reservations whose process has died, oldest first. */
export function listExpiredReservations(scope: SystemScope): Promise<{ tenantId: TenantId; id: string }[]> {
  return listExpired(scope, MOST_AT_ONCE);
}

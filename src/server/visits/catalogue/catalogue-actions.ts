import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { noteRead } from '#server/connections/storage/health-actions.ts';
import { getCapability, type OpenBranch, openIfActive } from '#server/connections/storage/opening-actions.ts';
import type { Refusal, SourceContext } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { saveMasters, saveServices } from './catalogue-queries.ts';
import { savePerformers } from './performer-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

type BranchRef = { tenantId: TenantId; branchId: BranchId };

/** Reads masters and services. A list that our user may not read stays as it was stored. */
export async function readCatalogue(
  ctx: SourceContext,
  { tenantId, branchId }: BranchRef,
  signal: AbortSignal,
): Promise<void> {
  const opened = await withTenant(ctx, tenantId, (scope) => openIfActive(scope, branchId, signal));
  const refusal = opened && (await saveCatalogue(ctx, opened));
  if (refusal) throw new Error(`the catalogue of branch ${branchId}: ${refusal.trouble}`);
}

/**
 * @returns the refusal, unless it can be ignored: missing rights are shown elsewhere, and records are read without the
 *   list as well
 */
export async function saveCatalogue(
  ctx: SourceContext,
  { provider, caller, branch }: OpenBranch,
): Promise<Refusal | null> {
  const bookings = getCapability(provider, 'bookings');
  const masters = await bookings.listMasters(caller, branch.externalId);
  if (!masters.isOk && !isPassedOver(masters)) return masters;
  const services = await bookings.listServices(caller, branch);
  if (!services.isOk && !isPassedOver(services)) return services;
  await withTenant(ctx, caller.tenantId, async (scope) => {
    if (masters.isOk) await saveMasters(scope, branch.id, masters.value);
    if (services.isOk) {
      await saveServices(scope, branch.id, services.value);
      await savePerformers(scope, branch.id, services.value);
    }
    if (masters.isOk) {
      const activeMastersCount = masters.value.filter((master) => master.isActive).length;
      await noteRead(scope, branch, { activeMastersCount });
    }
    await announce(scope, 'visits');
  });
  return null;
}

const isPassedOver = ({ trouble }: Refusal) =>
  trouble === 'rights_missing' || trouble === 'licence_expired' || trouble === 'unexpected_answer';

import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { getCapability, type OpenBranch, openIfActive } from '#server/connections/storage/opening-actions.ts';
import type { Refusal, SourceContext } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { savePipelines } from './catalogue-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

export async function readPipelines(
  ctx: SourceContext,
  { tenantId, branchId }: { tenantId: TenantId; branchId: BranchId },
  signal: AbortSignal,
): Promise<void> {
  const opened = await withTenant(ctx, tenantId, (scope) => openIfActive(scope, branchId, signal));
  const refusal = opened && (await saveCatalogue(ctx, opened));
  // A permanent refusal is shown by the poll, and the poll after it has ended reads them again.
  if (refusal?.isTemporary) throw new Error(`the pipelines of branch ${branchId}: ${refusal.trouble}`);
}

/** Reads pipelines and stages, which deals refer to. @returns the refusal, if any */
export async function saveCatalogue(
  ctx: SourceContext,
  { provider, caller, branch }: OpenBranch,
): Promise<Refusal | null> {
  const read = await getCapability(provider, 'deals').listPipelines(caller, branch);
  if (!read.isOk) return read;
  await withTenant(ctx, caller.tenantId, async (scope) => {
    await savePipelines(scope, branch.id, read.value);
    await announce(scope, 'deals');
  });
  return null;
}

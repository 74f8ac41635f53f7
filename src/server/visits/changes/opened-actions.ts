import type { TenantId } from '#contract/tenants/ids.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import { noteReadFailed } from '#server/connections/storage/health-actions.ts';
import { type OpenBranch, openBranch } from '#server/connections/storage/opening-actions.ts';
import type { Refusal, SourceContext, VisitFacts } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { recordGone, recordVisits } from '#server/visits/recording/recording-actions.ts';
import { listFactsById } from '#server/visits/storage/facts-queries.ts';
import { findVisitToChange } from '#server/visits/storage/queries.ts';
import type { VisitChange, VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { isOwnBranch } from './own-actions.ts';

// NOTE: a process: it stores what an outside service answered after the call.

export const NOT_CONNECTED: VisitChange = { kind: 'failed', trouble: 'no_branches', text: null, isTemporary: false };

/** `opened` is null where there is no system to call: the branch is disconnected, or it `isOwn`. */
export type OpenVisit = { externalId: string; opened: OpenBranch | null; isOwn: boolean };

/** @throws when there is no such visit */
export async function openVisit(ctx: SourceContext, tenantId: TenantId, visitId: VisitId): Promise<OpenVisit> {
  return withTenant(ctx, tenantId, async (scope) => {
    const visit = await findVisitToChange(scope, visitId);
    if (!visit) throw new Problem('visit.not_found');
    const { externalId, branchId } = visit;
    return ifConnected<OpenVisit>({ externalId, opened: null, isOwn: false }, async () => {
      if (await isOwnBranch(scope, branchId)) return { externalId, opened: null, isOwn: true };
      return { externalId, opened: await openBranch(scope, branchId, { isUrgent: true }), isOwn: false };
    });
  });
}

/** @param otherwise result where the branch is no longer connected */
async function ifConnected<Found>(otherwise: Found, find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Problem) return otherwise;
    throw error;
  }
}

/** Stores one record as it was read. @param read.facts null when the vendor no longer has it */
export async function recordOne(
  ctx: SourceContext,
  { caller, branch }: OpenBranch,
  visitId: VisitId,
  { externalId, facts, readAt }: { externalId: string; facts: VisitFacts | null; readAt: Temporal.Instant },
): Promise<VisitFactsForFlow> {
  return withTenant(ctx, caller.tenantId, async (scope) => {
    if (facts) await recordVisits(scope, branch, { facts: [facts], readAt });
    else await recordGone(scope, branch, { externalId, readAt });
    const [visit] = await listFactsById(scope, [visitId]);
    if (!visit) throw new Problem('visit.not_found');
    return visit;
  });
}

/** Shows the refusal at the connection, unless it is temporary or the system has no such call. */
export async function refused(
  ctx: SourceContext,
  { caller, branch }: OpenBranch,
  result: Refusal,
): Promise<VisitChange> {
  const { trouble, text, isTemporary } = result;
  const isShown = !isTemporary && trouble !== 'not_offered';
  if (isShown) await withTenant(ctx, caller.tenantId, (scope) => noteReadFailed(scope, branch, result));
  return { kind: 'failed', trouble, text, isTemporary };
}

import { ConnectionId } from '#contract/connections/calls.ts';
import type { Lifecycle, MarketplaceKind } from '#contract/connections/marketplace.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { findExternalIdClaim, releaseExternalId } from '#server/platform/database/external-ids.ts';
import { enqueue, enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { emitBranchSwitched } from '#server/connections/storage/actions.ts';
import { findApplicationOf, listQuietBranches } from '#server/connections/connecting/application-queries.ts';
import { selectBranches, updateBranch } from '#server/connections/storage/branch-queries.ts';
import { settleHealth } from '#server/connections/storage/health-actions.ts';
import { frozenNotice, removedNotice, removeIfWithoutBranches } from './marketplace-connecting.ts';
import { settleApplicationJob } from '#server/connections/marketplace-jobs.ts';
import type { Marketplace, MarketplaceContext } from '#server/connections/marketplace-port.ts';
import { meaningOf, settleBy } from './marketplace-rules.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Quiet branches checked per run; the others wait for the next run. */
const QUIET_AT_ONCE = 100;

type Application = { connectionId: ConnectionId; branchExternalId: string };

/**
 * Receives a lifecycle payload about one of our applications, authenticated by our partner token. It is stored as a job
 * before the response, and ignored when no cabinet reads the branch through the application.
 *
 * @throws auth.required
 */
export async function receiveLifecycle(ctx: Context, kind: MarketplaceKind, payload: Lifecycle): Promise<void> {
  const { partnerToken } = ctx.config[kind];
  if (!partnerToken || !sameSecret(payload.partner_token, partnerToken)) throw new Problem('auth.required');
  const event = payload.event ?? payload.event_type ?? '';
  const reported = meaningOf(event);
  const branchExternalId = payload.salon_id;
  const holder = await withSystem(ctx, (scope) => findExternalIdClaim(scope, { kind, name: branchExternalId }));
  const log = ctx.log.child({ kind, event, branchExternalId, tenantId: holder?.tenantId });
  if (!holder || reported === 'nothing') return log.info('a marketplace told what concerns no cabinet');

  const { tenantId, sourceId } = holder;
  const connectionId = ConnectionId.parse(sourceId);
  await withTenant(ctx, tenantId, async (scope) => {
    const application = await findApplicationOf(scope, connectionId);
    if (application?.applicationId !== payload.application_id)
      return log.info('a marketplace told of an application that the branch is not read through');
    await enqueue(scope, settleApplicationJob, { tenantId, connectionId, branchExternalId, reported });
  });
}

/** Queues status requests for branches that have gone quiet: a lifecycle payload may be lost. Runs on a schedule. */
export async function queueQuiet(ctx: Context): Promise<void> {
  await withSystem(ctx, async (scope) => {
    const branches = await listQuietBranches(scope, QUIET_AT_ONCE);
    await enqueueAll(
      scope,
      branches.map(({ tenantId, connectionId, externalId }) =>
        prepareJob(settleApplicationJob, { tenantId, connectionId, branchExternalId: externalId, reported: null }),
      ),
    );
  });
}

/**
 * Applies a lifecycle payload to a branch, or the requested status where there was no payload. An uninstall is applied
 * unless the vendor's status says that the application is active: the payload may be late, and the branch installed
 * again.
 */
export async function settleApplication(
  ctx: MarketplaceContext,
  tenantId: TenantId,
  { connectionId, branchExternalId, reported }: Application & { reported: 'uninstall' | 'freeze' | null },
): Promise<void> {
  const application = await withTenant(ctx, tenantId, (scope) => findApplicationOf(scope, connectionId));
  if (!application) return;
  const { kind, applicationId } = application;
  const requester = { tenantId, isUrgent: reported !== null };
  const current = await marketplaceOf(ctx, kind).statusOf(requester, { branchId: branchExternalId, applicationId });
  const step = settleBy(reported, current.isOk ? current.value : null);
  if (step === 'nothing') return;
  await withTenant(ctx, tenantId, async (scope) => {
    const filter = { connectionId, externalIds: [branchExternalId] };
    const [branch] = await selectBranches(scope, { ...filter, isLocked: true });
    if (!branch) return;
    if (step === 'remove') return removeBranch(scope, { kind, branch });
    if (branch.isFrozen !== (step === 'freeze')) await freezeBranch(scope, { kind, branch }, step === 'freeze');
  });
}

/** A branch that is read through a marketplace application. */
type Read = { kind: MarketplaceKind; branch: KnownBranch };

/** Removes the branch: its flows stop, its data stays. Another cabinet may connect it afterwards. */
async function removeBranch(scope: ActionScope, { kind, branch }: Read): Promise<void> {
  const now = scope.clock.now();
  await updateBranch(scope, branch.id, { removedAt: now, frozenAt: null });
  await releaseExternalId(scope, { kind, name: branch.externalId, sourceId: branch.connectionId });
  await emitBranchSwitched(scope, branch.isActive ? [branch.id] : [], false);
  for (const key of [frozenNotice(branch.id), `rights:${branch.id}`]) await resolveNotice(scope, now, key);
  const params = { connectionKind: kind, branchId: branch.id, branchTitle: branch.title };
  const key = removedNotice(branch.id);
  await raiseNotice(scope, now, { kind: 'application_removed', key, severity: 'bad', params });
  await removeIfWithoutBranches(scope, branch.connectionId);
}

async function freezeBranch(scope: ActionScope, { kind, branch }: Read, isFrozen: boolean): Promise<void> {
  const now = scope.clock.now();
  const key = frozenNotice(branch.id);
  await updateBranch(scope, branch.id, { frozenAt: isFrozen ? now : null });
  const params = { connectionKind: kind, branchId: branch.id, branchTitle: branch.title };
  if (isFrozen) await raiseNotice(scope, now, { kind: 'application_frozen', key, severity: 'attention', params });
  else await resolveNotice(scope, now, key);
  await settleHealth(scope, branch.connectionId);
}

/**
 * Uninstalls the application from branches that the owner disconnected here; otherwise the vendor would go on charging
 * them. A branch that was connected again meanwhile, here or elsewhere, is skipped.
 */
export async function leaveMarketplace(
  ctx: MarketplaceContext,
  tenantId: TenantId,
  connectionId: ConnectionId,
): Promise<void> {
  const { application, branches } = await withTenant(ctx, tenantId, async (scope) => ({
    application: await findApplicationOf(scope, connectionId),
    branches: await selectBranches(scope, { connectionId, withRemoved: true }),
  }));
  if (!application) return;
  const { kind, applicationId } = application;
  const marketplace = marketplaceOf(ctx, kind);
  const requester = { tenantId, isUrgent: false };
  for (const { externalId, isRemoved } of branches) {
    const holder = await withSystem(ctx, (scope) => findExternalIdClaim(scope, { kind, name: externalId }));
    if (!isRemoved || holder) continue;
    const outside = { branchId: externalId, applicationId };
    const status = await marketplace.statusOf(requester, outside);
    const isThere = status.isOk && (status.value === 'active' || status.value === 'frozen');
    const left = isThere ? await marketplace.uninstall(requester, outside) : status;
    if (!left.isOk && left.isTemporary) throw new Error(`application ${applicationId} of a branch: ${left.trouble}`);
  }
}

function marketplaceOf({ marketplaces }: MarketplaceContext, kind: MarketplaceKind): Marketplace {
  const marketplace = marketplaces.get(kind);
  if (!marketplace) throw new Error(`No marketplace of ${kind}`);
  return marketplace;
}

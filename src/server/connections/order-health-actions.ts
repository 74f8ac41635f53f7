import type { z } from 'zod';
import type { BranchId, Connection, ConnectionId, CrmRight } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { demandConnection, describeOne } from './actions.ts';
import { saveBranchFacts, selectBranches, updateBranch } from './branch-queries.ts';
import { demand } from './connecting-actions.ts';
import { noteReadFailed, settleHealth, tellRights } from './health-actions.ts';
import type { OrderBranchFacts, OrderContext, OrderHookState } from './order-port.ts';
import { openOrderSecrets, type Ordering, orderingOf } from './ordering-actions.ts';
import type { Told } from './port.ts';
import { findConnection } from './queries.ts';
import type { KnownBranch } from './rules.ts';
import { hookUrlOf } from './secrets.ts';

type Checked = { facts: OrderBranchFacts; hooks: OrderHookState; hasLoyalty: boolean; rights: CrmRight[] };

/**
 * Looks at the branch itself: what it is called, whether its customers' cards can be asked for, and whose address it
 * posts to. What was found wrong is written down.
 */
export async function checkOrderBranch(
  ctx: OrderContext,
  tenantId: TenantId,
  branchId: BranchId,
  options: { isUrgent?: boolean; signal?: AbortSignal } = {},
): Promise<Told<KnownBranch>> {
  const ordering = await withTenant(ctx.db, tenantId, (scope) => orderingOf(ctx, scope, branchId, options));
  const { branch } = ordering;
  const checked = await lookAtBranch(ordering);
  return withTenant(ctx.db, tenantId, async (scope) => {
    if (!checked.isOk) {
      await noteReadFailed(ctx, scope, branch, checked);
      return checked;
    }
    const { facts, hooks, hasLoyalty, rights } = checked.value;
    const timeZone = facts.timeZone ?? branch.timeZone;
    const at = ctx.clock.now();
    await saveBranchFacts(scope, branchId, { ...facts, timeZone }, { rights, hooksState: hooks.state, at });
    await tellRights(ctx, scope, branch, rights);
    const hooksHost = hooks.state === 'foreign' ? hooks.host : null;
    await updateBranch(scope, branchId, { hooksHost, hasLoyalty, ...(hooks.state === 'set' && { takesHooks: false }) });
    await settleHealth(ctx, scope, branch.connectionId);
    await announce(scope, 'connections');
    const [found = branch] = await selectBranches(scope, { id: branchId });
    return { isOk: true, value: found };
  });
}

async function lookAtBranch({ provider, caller, branch, hook }: Ordering): Promise<Told<Checked>> {
  const facts = await provider.getBranch(caller, branch.externalId);
  if (!facts.isOk) return facts;
  if (!facts.value) return { isOk: false, trouble: 'no_branches', text: null, isTemporary: false, retryAfterMs: null };
  const hooks = await provider.subscribe(caller, branch.externalId, hook, branch.takesHooks);
  if (!hooks.isOk) return hooks;
  const loyalty = await provider.hasLoyalty(caller, branch.externalId);
  if (!loyalty.isOk) return loyalty;
  // NOTE: an address that was entered by hand is not told from none; posts that came tell.
  const isHeard = hooks.value.state === 'manual' && branch.hooksState === 'set' && branch.webhooksCount > 0;
  const found: OrderHookState = isHeard ? { state: 'set' } : hooks.value;
  return {
    isOk: true,
    value: {
      facts: facts.value,
      hooks: found,
      hasLoyalty: loyalty.value === true,
      rights: loyalty.value === 'closed' ? ['loyalty'] : [],
    },
  };
}

/** Puts our address where another's is, because the owner said so. What he said holds until it is done. */
export async function takeBranchHooks(
  ctx: MemberContext & OrderContext,
  { connectionId, branchId }: { connectionId: ConnectionId; branchId: BranchId },
): Promise<z.input<typeof Connection>> {
  const { tenantId } = ctx;
  await withTenant(ctx.db, tenantId, async (scope) => {
    const { kind } = await demandConnection(scope, connectionId);
    const [branch] = await selectBranches(scope, { id: branchId, connectionId });
    if (!branch || !ctx.orderSystems.has(kind)) throw new Problem('branch.not_found');
    await updateBranch(scope, branchId, { takesHooks: true });
  });
  demand(await checkOrderBranch(ctx, tenantId, branchId, { isUrgent: true }));
  return withTenant(ctx.db, tenantId, (scope) => describeOne(ctx, scope, { id: connectionId }));
}

/** Takes our address out of branches that were removed, as far as the vendor still lets us. */
export async function dropOrderHooks(ctx: OrderContext, tenantId: TenantId, connectionId: ConnectionId): Promise<void> {
  const { connection, branches } = await withTenant(ctx.db, tenantId, async (scope) => ({
    connection: await findConnection(scope, connectionId),
    branches: await selectBranches(scope, { connectionId, withRemoved: true }),
  }));
  const provider = connection && ctx.orderSystems.get(connection.kind);
  if (!connection || !provider) return;

  const { hookSecret, hookToken, ...credentials } = openOrderSecrets(ctx, tenantId, connection.credentials);
  const hook = { url: hookUrlOf(ctx, connection.kind, hookSecret), token: hookToken };
  for (const branch of branches.filter((one) => one.isRemoved && one.hooksState === 'set')) {
    const told = await provider.unsubscribe({ tenantId, credentials, isUrgent: false }, branch.externalId, hook);
    if (!told.isOk && told.isTemporary) throw new Error(`hooks of branch ${branch.id}: ${told.trouble}`);
    await withTenant(ctx.db, tenantId, (scope) => updateBranch(scope, branch.id, { hooksState: 'none' }));
  }
}

/** Whether customers' cards can be asked for, as it turned out when one was. */
export async function noteLoyalty(scope: TenantScope, branchId: BranchId, hasLoyalty: boolean): Promise<void> {
  await updateBranch(scope, branchId, { hasLoyalty });
  await announce(scope, 'connections');
}

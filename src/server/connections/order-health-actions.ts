import type { z } from 'zod';
import type { BranchId, Connection, ConnectionId, CrmRight } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { getSecretConnection, describeOne } from './actions.ts';
import { saveBranchFacts, selectBranches, updateBranch } from './branch-queries.ts';
import { unwrap } from './connecting-actions.ts';
import { noteReadFailed, settleHealth, tellRights } from './health-actions.ts';
import type { OrderBranchFacts, OrderContext, OrderWebhookState } from './order-port.ts';
import { openOrderSecrets, type Ordering, orderingOf } from './ordering-actions.ts';
import type { ProviderResult } from './port.ts';
import { findConnection } from './queries.ts';
import type { KnownBranch } from './rules.ts';
import { webhookUrlOf } from './secrets.ts';

type Checked = { facts: OrderBranchFacts; webhooks: OrderWebhookState; hasLoyalty: boolean; rights: CrmRight[] };

/**
 * Looks at the branch itself: what it is called, whether its customers' cards can be asked for, and whose address it
 * posts to. What was found wrong is written down.
 */
export async function checkOrderBranch(
  ctx: OrderContext,
  tenantId: TenantId,
  branchId: BranchId,
  options: { isUrgent?: boolean; signal?: AbortSignal } = {},
): Promise<ProviderResult<KnownBranch>> {
  const ordering = await withTenant(ctx.db, tenantId, (scope) => orderingOf(ctx, scope, branchId, options));
  const { branch } = ordering;
  const checked = await lookAtBranch(ordering);
  return withTenant(ctx.db, tenantId, async (scope) => {
    if (!checked.isOk) {
      await noteReadFailed(ctx, scope, branch, checked);
      return checked;
    }
    const { facts, webhooks, hasLoyalty, rights } = checked.value;
    const timeZone = facts.timeZone ?? branch.timeZone;
    const at = ctx.clock.now();
    await saveBranchFacts(scope, branchId, { ...facts, timeZone }, { rights, webhooksState: webhooks.state, at });
    await tellRights(ctx, scope, branch, rights);
    const webhooksHost = webhooks.state === 'foreign' ? webhooks.host : null;
    await updateBranch(scope, branchId, {
      webhooksHost,
      hasLoyalty,
      ...(webhooks.state === 'set' && { takesWebhooks: false }),
    });
    await settleHealth(ctx, scope, branch.connectionId);
    await announce(scope, 'connections');
    const [found = branch] = await selectBranches(scope, { id: branchId });
    return { isOk: true, value: found };
  });
}

async function lookAtBranch({ provider, caller, branch, webhook }: Ordering): Promise<ProviderResult<Checked>> {
  const facts = await provider.getBranch(caller, branch.externalId);
  if (!facts.isOk) return facts;
  if (!facts.value) return { isOk: false, trouble: 'no_branches', text: null, isTemporary: false, retryAfterMs: null };
  const webhooks = await provider.subscribe(caller, branch.externalId, webhook, branch.takesWebhooks);
  if (!webhooks.isOk) return webhooks;
  const loyalty = await provider.hasLoyalty(caller, branch.externalId);
  if (!loyalty.isOk) return loyalty;
  // NOTE: an address that was entered by hand is not told from none; posts that came tell.
  const isHeard = webhooks.value.state === 'manual' && branch.webhooksState === 'set' && branch.webhooksCount > 0;
  const found: OrderWebhookState = isHeard ? { state: 'set' } : webhooks.value;
  return {
    isOk: true,
    value: {
      facts: facts.value,
      webhooks: found,
      hasLoyalty: loyalty.value === true,
      rights: loyalty.value === 'closed' ? ['loyalty'] : [],
    },
  };
}

/** Puts our address where another's is, because the owner said so. What he said holds until it is done. */
export async function takeBranchWebhooks(
  ctx: MemberContext & OrderContext,
  { connectionId, branchId }: { connectionId: ConnectionId; branchId: BranchId },
): Promise<z.input<typeof Connection>> {
  const { tenantId } = ctx;
  await withTenant(ctx.db, tenantId, async (scope) => {
    const { kind } = await getSecretConnection(scope, connectionId);
    const [branch] = await selectBranches(scope, { id: branchId, connectionId });
    if (!branch || !ctx.orderSystems.has(kind)) throw new Problem('branch.not_found');
    await updateBranch(scope, branchId, { takesWebhooks: true });
  });
  unwrap(await checkOrderBranch(ctx, tenantId, branchId, { isUrgent: true }));
  return withTenant(ctx.db, tenantId, (scope) => describeOne(ctx, scope, { id: connectionId }));
}

/** Takes our address out of branches that were removed, as far as the vendor still lets us. */
export async function dropOrderWebhooks(
  ctx: OrderContext,
  tenantId: TenantId,
  connectionId: ConnectionId,
): Promise<void> {
  const { connection, branches } = await withTenant(ctx.db, tenantId, async (scope) => ({
    connection: await findConnection(scope, connectionId),
    branches: await selectBranches(scope, { connectionId, withRemoved: true }),
  }));
  const provider = connection && ctx.orderSystems.get(connection.kind);
  if (!connection || !provider) return;

  const { webhookSecret, webhookToken, ...credentials } = openOrderSecrets(ctx, tenantId, connection.credentials);
  const webhook = { url: webhookUrlOf(ctx, connection.kind, webhookSecret), token: webhookToken };
  for (const branch of branches.filter((one) => one.isRemoved && one.webhooksState === 'set')) {
    const told = await provider.unsubscribe({ tenantId, credentials, isUrgent: false }, branch.externalId, webhook);
    if (!told.isOk && told.isTemporary) throw new Error(`hooks of branch ${branch.id}: ${told.trouble}`);
    await withTenant(ctx.db, tenantId, (scope) => updateBranch(scope, branch.id, { webhooksState: 'none' }));
  }
}

/** Whether customers' cards can be asked for, as it turned out when one was. */
export async function noteLoyalty(scope: TenantScope, branchId: BranchId, hasLoyalty: boolean): Promise<void> {
  await updateBranch(scope, branchId, { hasLoyalty });
  await announce(scope, 'connections');
}

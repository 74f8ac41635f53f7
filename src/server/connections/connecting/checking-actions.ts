import type { z } from 'zod';
import type { BranchId, Connection, ConnectionId, ConnectionTrouble, CrmRight } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { describeOne } from '#server/connections/storage/actions.ts';
import { findApplicationOf } from './application-queries.ts';
import { saveBranchFacts, selectBranches, updateBranch } from '#server/connections/storage/branch-queries.ts';
import {
  noteReadFailed,
  settleHealth,
  notifyMissingRights,
  notifyWebhooksRestored,
} from '#server/connections/storage/health-actions.ts';
import {
  getProvider,
  getSecretConnection,
  type OpenBranch,
  openBranch,
} from '#server/connections/storage/opening-actions.ts';
import type { BranchFacts, ProviderResult, SourceContext, WebhookState } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { unwrap } from './unwrapping.ts';
import { emitZoneChanged } from '#server/connections/storage/zone-actions.ts';

// NOTE: a process: it calls an outside service between transactions.

type Checked = { facts: BranchFacts; rights: CrmRight[]; webhooks: WebhookState; hasLoyalty: boolean | null };

/** After one of these no further request can succeed. */
const SHUT_OUT: readonly ConnectionTrouble[] = ['wrong_partner_token', 'token_expired', 'renewal_lost', 'wrong_login'];

/**
 * Checks the branch itself: its name, its licence, the rights our user lacks, whether loyalty cards can be read, and
 * that the vendor posts to us. Stores the result.
 */
export async function checkBranch(
  ctx: SourceContext,
  tenantId: TenantId,
  branchId: BranchId,
  options: { isUrgent?: boolean; signal?: AbortSignal } = {},
): Promise<ProviderResult<KnownBranch>> {
  const { opened, isInstalled } = await withTenant(ctx, tenantId, async (scope) => {
    const found = await openBranch(scope, branchId, options);
    const application = await findApplicationOf(scope, found.branch.connectionId);
    return { opened: found, isInstalled: application !== null };
  });
  const { branch } = opened;
  const checked = await readBranchState(opened, isInstalled);
  return withTenant(ctx, tenantId, async (scope) => {
    if (!checked.isOk) {
      await noteReadFailed(scope, branch, checked);
      return checked;
    }
    const { facts, rights, webhooks, hasLoyalty } = checked.value;
    const known = {
      ...facts,
      timeZone: facts.timeZone ?? branch.timeZone,
      currency: facts.currency ?? branch.currency,
    };
    await emitZoneChanged(scope, branch, known.timeZone);
    await saveBranchFacts(scope, branchId, known, { rights, webhooksState: webhooks.state, at: ctx.clock.now() });
    await updateBranch(scope, branchId, {
      webhooksHost: webhooks.state === 'foreign' ? webhooks.host : null,
      ...(webhooks.state === 'set' && { takesWebhooks: false }),
      ...(hasLoyalty !== null && { hasLoyalty }),
    });
    const isRestored = webhooks.state === 'set' && webhooks.isRestored && branch.webhooksState === 'set';
    if (isRestored) await notifyWebhooksRestored(scope, branch);
    await notifyMissingRights(scope, branch, rights);
    await settleHealth(scope, branch.connectionId);
    await announce(scope, 'connections');
    const [found = branch] = await selectBranches(scope, { id: branchId });
    return { isOk: true, value: found };
  });
}

/** @param isInstalled through the vendor's marketplace, which received our address with the activation */
async function readBranchState(opened: OpenBranch, isInstalled: boolean): Promise<ProviderResult<Checked>> {
  const { provider, caller, branch, webhook } = opened;
  const { externalId } = branch;
  const facts = await provider.getBranch(caller, externalId);
  if (!facts.isOk) return facts;
  if (!facts.value) return { isOk: false, trouble: 'no_branches', text: null, isTemporary: false, retryAfterMs: null };
  const rights = await provider.missingRights?.(caller, externalId);
  if (rights && !rights.isOk && rights.trouble !== 'unexpected_answer') return rights;
  const webhooks = await provider.subscribe(caller, externalId, webhook, { takes: branch.takesWebhooks });
  if (!webhooks.isOk && (webhooks.isTemporary || SHUT_OUT.includes(webhooks.trouble))) return webhooks;
  const loyalty = await provider.loyalty?.isOpen(caller, externalId);
  if (loyalty && !loyalty.isOk) return loyalty;

  const found = webhooks.isOk ? webhooks.value : ({ state: 'manual' } as const);
  const known = rights && !rights.isOk ? branch.missingRights : (rights?.value ?? []);
  const missing = found.state === 'none' && found.missingRight ? [...known, found.missingRight] : known;
  return {
    isOk: true,
    value: {
      facts: facts.value,
      rights: loyalty?.value === 'closed' ? [...missing, 'loyalty'] : missing,
      webhooks: provenWebhooks(branch, found, isInstalled),
      hasLoyalty: loyalty ? loyalty.value === true : null,
    },
  };
}

/** NOTE: an address that people entered cannot be distinguished from none; only received payloads prove it. */
function provenWebhooks(branch: KnownBranch, found: WebhookState, isInstalled: boolean): WebhookState {
  const isProven = isInstalled || (branch.webhooksState === 'set' && branch.webhooksCount > 0);
  if (found.state === 'none' && found.missingRight === null && branch.webhooksCount > 0) return { state: 'set' };
  return found.state === 'manual' && isProven ? { state: 'set' } : found;
}

/** Replaces another system's address with ours, as the owner allowed. The permission is used once. */
export async function takeBranchWebhooks(
  ctx: MemberContext & SourceContext,
  { connectionId, branchId }: { connectionId: ConnectionId; branchId: BranchId },
): Promise<z.input<typeof Connection>> {
  const { tenantId } = ctx;
  await withTenant(ctx, tenantId, async (scope) => {
    const { kind } = await getSecretConnection(scope, connectionId);
    const [branch] = await selectBranches(scope, { id: branchId, connectionId });
    if (!branch || !getProvider(ctx, kind).webhookState) throw new Problem('branch.not_found');
    await updateBranch(scope, branchId, { takesWebhooks: true });
  });
  unwrap(await checkBranch(ctx, tenantId, branchId, { isUrgent: true }));
  return withTenant(ctx, tenantId, (scope) => describeOne(scope, { id: connectionId }));
}

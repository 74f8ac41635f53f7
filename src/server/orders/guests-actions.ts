import type { BranchId } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import { noteLoyalty } from '#server/connections/health-actions.ts';
import { openIfActive } from '#server/connections/opening-actions.ts';
import type { OrderFacts, SourceContext } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/rules.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { listPhonesToAsk, noteAsked } from './guests-queries.ts';
import { readGuestsJob } from './jobs.ts';
import { recordGuests } from './recording-actions.ts';

type BranchRef = { tenantId: TenantId; branchId: BranchId };

/** A customer is asked about again when she orders so long after: she may have said meanwhile that she wants no news. */
const ASK_AGAIN_DAYS = 7;
const ORDERED_WITHIN_DAYS = 30;
/** Others have their turn then. */
const ASKED_AT_ONCE = 20;
const RETRY_SECONDS = 30;

/** Queues asking about those who ordered, where there is somebody to ask. */
export async function queueGuests(
  scope: TenantScope,
  branch: Pick<KnownBranch, 'id' | 'hasLoyalty'>,
  facts: readonly OrderFacts[],
): Promise<void> {
  if (branch.hasLoyalty === false || !facts.some(({ client }) => client?.phone)) return;
  await enqueue(scope, readGuestsJob, { tenantId: scope.tenantId, branchId: branch.id });
}

/**
 * Asks a branch's loyalty program about customers who ordered lately: their birthdays, and whether they want mailings.
 * There is no list of customers to read, so they are asked for one by one.
 */
export async function readGuests(ctx: SourceContext, whose: BranchRef, signal: AbortSignal): Promise<void> {
  const { tenantId, branchId } = whose;
  const opened = await withTenant(ctx.db, tenantId, (scope) => openIfActive(ctx, scope, branchId, signal));
  const loyalty = opened?.provider.loyalty;
  if (!loyalty || opened.branch.hasLoyalty === false) return;
  const { caller, branch } = opened;
  const now = ctx.clock.now();
  const wanted = {
    orderedSince: now.subtract({ hours: ORDERED_WITHIN_DAYS * 24 }),
    askedBefore: now.subtract({ hours: ASK_AGAIN_DAYS * 24 }),
    limit: ASKED_AT_ONCE,
  };
  const phones = await withTenant(ctx.db, tenantId, (scope) => listPhonesToAsk(scope, branchId, wanted));
  for (const phone of phones) {
    if (signal.aborted) break;
    const read = await loyalty.getClient(caller, branch.externalId, phone);
    if (!read.isOk && read.isTemporary) return askLater(ctx, whose, read.retryAfterMs ?? RETRY_SECONDS * 1_000);
    if (!read.isOk || read.value === 'no_loyalty')
      return withTenant(ctx.db, tenantId, (scope) => noteLoyalty(scope, branchId, false));
    const client = read.value;
    await withTenant(ctx.db, tenantId, async (scope) => {
      if (client) await recordGuests(ctx, scope, branch, [client]);
      await noteAsked(scope, branchId, phone, ctx.clock.now());
    });
  }
  if (phones.length === ASKED_AT_ONCE) await askLater(ctx, whose, 0);
}

async function askLater(ctx: SourceContext, whose: BranchRef, afterMs: number): Promise<void> {
  const runAt = ctx.clock.now().add({ milliseconds: Math.round(afterMs) });
  await withTenant(ctx.db, whose.tenantId, (scope) => enqueue(scope, readGuestsJob, whose, { runAt }));
}

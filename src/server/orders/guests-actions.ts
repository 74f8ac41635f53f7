import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { noteLoyalty } from '#server/connections/storage/health-actions.ts';
import { openIfActive } from '#server/connections/storage/opening-actions.ts';
import type { OrderFacts, SourceContext } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { listPhonesDue, recordRequested } from './guests-queries.ts';
import { readGuestsJob } from './jobs.ts';
import { recordGuests } from './recording-actions.ts';

// NOTE: a process: it calls an outside service between transactions.

type BranchRef = { tenantId: TenantId; branchId: BranchId };

/**
 * Days after which a contact's card is requested again on a new order: they may have opted out of mailings meanwhile.
 */
const REFRESH_DAYS = 7;
const ORDERED_WITHIN_DAYS = 30;
/** Cards requested per run, so that tenants alternate. */
const CARDS_PER_RUN = 20;
const RETRY_SECONDS = 30;

/** Queues reading the cards of contacts who ordered, where the branch has a loyalty program. */
export async function queueGuests(
  scope: TenantScope,
  branch: Pick<KnownBranch, 'id' | 'hasLoyalty'>,
  facts: readonly OrderFacts[],
): Promise<void> {
  if (branch.hasLoyalty === false || !facts.some(({ client }) => client?.phone)) return;
  await enqueue(scope, readGuestsJob, { tenantId: scope.tenantId, branchId: branch.id });
}

/**
 * Reads loyalty cards of contacts who ordered lately: their birthdays, and whether they want mailings. There is no list
 * to read, so cards are requested one by one.
 */
export async function readGuests(ctx: SourceContext, ref: BranchRef, signal: AbortSignal): Promise<void> {
  const { tenantId, branchId } = ref;
  const opened = await withTenant(ctx, tenantId, (scope) => openIfActive(scope, branchId, signal));
  const loyalty = opened?.provider.loyalty;
  if (!loyalty || opened.branch.hasLoyalty === false) return;
  const { caller, branch } = opened;
  const now = ctx.clock.now();
  const wanted = {
    orderedSince: now.subtract({ hours: ORDERED_WITHIN_DAYS * 24 }),
    requestedBefore: now.subtract({ hours: REFRESH_DAYS * 24 }),
    limit: CARDS_PER_RUN,
  };
  const phones = await withTenant(ctx, tenantId, (scope) => listPhonesDue(scope, branchId, wanted));
  for (const phone of phones) {
    if (signal.aborted) break;
    const read = await loyalty.getClient(caller, branch.externalId, phone);
    if (!read.isOk && read.isTemporary) return queueLater(ctx, ref, read.retryAfterMs ?? RETRY_SECONDS * 1_000);
    if (!read.isOk || read.value === 'no_loyalty')
      return withTenant(ctx, tenantId, (scope) => noteLoyalty(scope, branchId, false));
    const client = read.value;
    await withTenant(ctx, tenantId, async (scope) => {
      if (client) await recordGuests(scope, branch, [client]);
      await recordRequested(scope, branchId, phone, ctx.clock.now());
    });
  }
  if (phones.length === CARDS_PER_RUN) await queueLater(ctx, ref, 0);
}

async function queueLater(ctx: SourceContext, ref: BranchRef, afterMs: number): Promise<void> {
  const runAt = ctx.clock.now().add({ milliseconds: Math.round(afterMs) });
  await withTenant(ctx, ref.tenantId, (scope) => enqueue(scope, readGuestsJob, ref, { runAt }));
}

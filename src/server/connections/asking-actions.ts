import type { BranchId, ConnectionId, ConnectionKind } from '#contract/connections.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withSystem } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { selectBranches } from './branch-queries.ts';
import { noteSyncBegun } from './sync-actions.ts';
import {
  dropWebhooksJob,
  dropOrderWebhooksJob,
  pollBranchJob,
  pollOrdersJob,
  syncBranchJob,
  syncOrdersJob,
} from './jobs.ts';
import { settleApplicationJob } from './marketplace-jobs.ts';
import { listBranchesToPoll } from './queries.ts';
import { POLLED_RESOURCE, kindsPolledFor, type KnownBranch } from './rules.ts';

/** Polls of many branches begin a little apart: they share one limit anyway. */
const POLL_SPACING_MS = 300;

/** A broken connection is tried so often all the same. */
const BROKEN_RETRY_MINUTES = 60;

/** Queues asking every branch for what changed. */
export async function queuePolls(ctx: Context): Promise<void> {
  await queueVisitPolls(ctx);
  await queueOrderPolls(ctx);
}

/** Runs on a schedule. */
export async function queueVisitPolls(ctx: Context): Promise<void> {
  await queuePollsOf(ctx, 'visits');
}

/** Runs on a closer schedule: an order is over within the hour. */
export async function queueOrderPolls(ctx: Context): Promise<void> {
  await queuePollsOf(ctx, 'orders');
}

async function queuePollsOf(ctx: Context, what: 'visits' | 'orders'): Promise<void> {
  await withSystem(ctx.db, async (scope) => {
    const now = ctx.clock.now();
    const brokenBefore = now.subtract({ minutes: BROKEN_RETRY_MINUTES });
    const branches = await listBranchesToPoll(scope, kindsPolledFor(what), brokenBefore);
    const job = what === 'visits' ? pollBranchJob : pollOrdersJob;
    for (const [index, payload] of branches.entries())
      await enqueue(scope, job, payload, { runAt: now.add({ milliseconds: index * POLL_SPACING_MS }) });
  });
}

/** Queues reading a branch from scratch; one that tells by itself alone is not read. */
export async function queueSync(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  kind: ConnectionKind,
  branchId: BranchId,
): Promise<void> {
  if (POLLED_RESOURCE[kind] === 'nothing') return;
  await noteSyncBegun(ctx, scope, branchId);
  if (POLLED_RESOURCE[kind] === 'visits') await enqueue(scope, syncBranchJob, syncOf(scope, branchId));
  if (POLLED_RESOURCE[kind] === 'orders')
    await enqueue(scope, syncOrdersJob, { ...scopeOf(scope), branchId, tries: 0 });
}

/** Queues asking one branch for what changed. */
export async function queuePoll(
  scope: TenantScope,
  { id, connectionKind }: Pick<KnownBranch, 'id' | 'connectionKind'>,
): Promise<void> {
  const payload = { ...scopeOf(scope), branchId: id };
  if (POLLED_RESOURCE[connectionKind] === 'visits') await enqueue(scope, pollBranchJob, payload);
  if (POLLED_RESOURCE[connectionKind] === 'orders') await enqueue(scope, pollOrdersJob, payload);
}

/**
 * Queues asking the marketplace about branches whose paid period was over: nobody tells when it is paid for again, and an
 * owner who has paid reads the connection again to see it.
 */
export async function queueThaws(scope: TenantScope, connectionId: ConnectionId): Promise<void> {
  const branches = await selectBranches(scope, { connectionId });
  for (const { externalId } of branches.filter(({ isFrozen }) => isFrozen)) {
    const payload = { ...scopeOf(scope), connectionId, branchExternalId: externalId, told: null };
    await enqueue(scope, settleApplicationJob, payload);
  }
}

/** Queues taking our address out of the webhooks of branches that are not connected any more. */
export async function queueDropWebhooks(
  scope: TenantScope,
  { id, kind }: { id: ConnectionId; kind: ConnectionKind },
  runAt?: Temporal.Instant,
): Promise<void> {
  const payload = { ...scopeOf(scope), connectionId: id };
  const when = runAt ? { runAt } : {};
  if (POLLED_RESOURCE[kind] === 'visits') await enqueue(scope, dropWebhooksJob, payload, when);
  if (POLLED_RESOURCE[kind] === 'orders') await enqueue(scope, dropOrderWebhooksJob, payload, when);
}

const scopeOf = ({ tenantId }: TenantScope) => ({ tenantId });

function syncOf({ tenantId }: TenantScope, branchId: BranchId) {
  return { tenantId, branchId, page: 0, startedAt: null, readCount: 0, tries: 0 };
}

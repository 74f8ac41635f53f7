import { CONNECTION_KINDS, connectionKind, isPolled } from '#contract/connections/kinds.ts';
import type { BranchId, ConnectionId, ConnectionKind } from '#contract/connections/calls.ts';
import type { ActionScope, Services } from '#server/platform/context/context.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { enqueue, enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { dropWebhooksJob, pollBranchJob, readPayloadsJob, syncBranchJob } from '#server/connections/jobs.ts';
import { listBranchesToPoll, listUnreadConnections } from './queries.ts';
import { recordSyncStart } from './sync-progress-actions.ts';

/** Pause between the starts of polls: they share one rate limit. */
const POLL_SPACING_MS = 300;

/** Interval of polls of a broken connection. */
const BROKEN_RETRY_MINUTES = 60;

/** Queues polls of every branch. */
export async function queuePolls(scope: SystemScope & Services): Promise<void> {
  await queuePollsOf(scope, CONNECTION_KINDS.filter(isPolled));
}

/** Groups the polled kinds by interval. */
export function kindsByPollMinutes(): Map<number, ConnectionKind[]> {
  const kinds = new Map<number, ConnectionKind[]>();
  for (const kind of CONNECTION_KINDS) {
    const { pollMinutes } = connectionKind(kind);
    if (pollMinutes !== null) kinds.set(pollMinutes, [...(kinds.get(pollMinutes) ?? []), kind]);
  }
  return kinds;
}

/** Queues polls of every branch of some kinds. Runs on a schedule of each kind. */
export async function queuePollsOf(scope: SystemScope & Services, kinds: readonly ConnectionKind[]): Promise<void> {
  const now = scope.clock.now();
  const brokenBefore = now.subtract({ minutes: BROKEN_RETRY_MINUTES });
  const branches = await listBranchesToPoll(scope, kinds, brokenBefore);
  const jobs = branches.map((branch, index) =>
    prepareJob(pollBranchJob, branch, { runAt: now.add({ milliseconds: index * POLL_SPACING_MS }) }),
  );
  await enqueueAll(scope, jobs);
}

/** Queues reading the connections whose payloads wait without a job, because it was lost. */
export async function queueUnreadConnections(scope: SystemScope): Promise<void> {
  const connections = await listUnreadConnections(scope);
  const jobs = connections.map((connection) =>
    prepareJob(readPayloadsJob, { ...connection, hasWaited: true }, { unlessQueued: true }),
  );
  await enqueueAll(scope, jobs);
}

/** Queues reading a branch from scratch; a branch fed by API clients is not read. */
export async function queueSync(scope: ActionScope, kind: ConnectionKind, branchId: BranchId): Promise<void> {
  if (!isPolled(kind)) return;
  await recordSyncStart(scope, branchId);
  const { tenantId } = scope;
  const start = { cursor: null, startedAt: null, revision: null, readCount: 0, attempts: 0 };
  await enqueue(scope, syncBranchJob, { tenantId, branchId, kind, ...start });
}

/** Queues a poll of one branch. */
export async function queuePoll(
  scope: TenantScope,
  { id, connectionKind: kind }: { id: BranchId; connectionKind: ConnectionKind },
): Promise<void> {
  const { tenantId } = scope;
  if (isPolled(kind)) await enqueue(scope, pollBranchJob, { tenantId, branchId: id, kind });
}

/** Queues removing our address from the webhooks of branches that are no longer connected. */
export async function queueDropWebhooks(
  scope: TenantScope,
  { id, kind }: { id: ConnectionId; kind: ConnectionKind },
  runAt?: Temporal.Instant,
): Promise<void> {
  if (!isPolled(kind)) return;
  const { tenantId } = scope;
  await enqueue(scope, dropWebhooksJob, { tenantId, connectionId: id, kind }, runAt ? { runAt } : {});
}

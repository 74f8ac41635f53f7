import { listFlowsById } from '#server/flows/storage/reads.ts';
import type { z } from 'zod';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { earlierOf } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { listCandidates } from './candidate-actions.ts';
import { planLaterJob } from '#server/flows/jobs.ts';
import { HORIZON_HOURS, planSubjects } from './plan-actions.ts';
import { BATCH_SIZE } from './actions.ts';
import { setPlannedUntil } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Hours between two walks. Half the horizon, so that the next walk makes up for one that failed. */
export const AGAIN_HOURS = HORIZON_HOURS / 2;

/**
 * Plans one batch of messages due within the horizon, and queues the next batch or the next walk. Ends when the flow no longer plans;
 * resuming the flow queues it again.
 *
 * NOTE: the progress of the walk is written by a transaction of its own. Ending or pausing a flow locks its row and then waits for its
 * messages, which this transaction has locked.
 */
export async function planLater(
  ctx: Context,
  { tenantId, flowId, walk, isFromStart }: z.infer<typeof planLaterJob.payload>,
): Promise<void> {
  const now = ctx.clock.now();
  const plannedUntil = await withTenant(ctx, tenantId, async (scope) => {
    const [flow] = await listFlowsById(scope, [flowId]);
    if (!flow || flow.isDeleted || !comesLater(flowKind(flow.kind))) return null;
    if (flow.status !== 'working' && flow.status !== 'error') return null;
    const period = walk
      ? { from: Temporal.Instant.from(walk.from), until: Temporal.Instant.from(walk.until) }
      : { from: startOf(flow, isFromStart, now), until: now.add({ hours: HORIZON_HOURS }) };
    const { subjects, after } = await listCandidates(scope, flow, {
      ...period,
      now,
      after: walk?.after ?? null,
      limit: BATCH_SIZE,
    });
    await planSubjects(scope, { subjects, flowId });
    if (after === null) return period.until;
    const next = { from: String(period.from), until: String(period.until), after };
    await enqueue(scope, planLaterJob, { tenantId, flowId, walk: next, isFromStart });
    return null;
  });
  if (plannedUntil) await withTenant(ctx, tenantId, (scope) => finish(scope, flowId, { until: plannedUntil, now }));
}

/** Records that every message due before a moment is planned. */
async function finish(
  scope: TenantScope,
  id: FlowId,
  { until, now }: { until: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  await setPlannedUntil(scope, id, until);
  const again = { tenantId: scope.tenantId, flowId: id, walk: null, isFromStart: false };
  await enqueue(scope, planLaterJob, again, { runAt: now.add({ hours: AGAIN_HOURS }) });
}

/** The start of the walk: the end of the last one, or the earliest moment at which a message is still useful. */
function startOf(flow: StoredFlow, isFromStart: boolean, now: Temporal.Instant): Temporal.Instant {
  const { usefulHours } = flowKind(flow.kind);
  const stillOfUse = now.subtract({ hours: usefulHours ?? 0 });
  if (isFromStart || flow.plannedUntil === null) return stillOfUse;
  return earlierOf(flow.plannedUntil, now);
}

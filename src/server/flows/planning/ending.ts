import type { z } from 'zod';
import type { FlowStatus } from '#contract/flows.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { isBefore } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { cancelPlanned } from '#server/flows/editing/flow-guards.ts';
import { endFlowJob } from '#server/flows/jobs.ts';
import { endOf } from '#server/flows/deciding/moment-rules.ts';
import { resolveTrouble } from '#server/flows/stops/telling.ts';
import { findFlowForUpdate, setFlowStatus } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';

/** Of those a flow that is over becomes `done`; whoever is done or called off stays. */
const UNFINISHED: readonly FlowStatus[] = ['none', 'waiting', 'working', 'pause', 'error', 'unavailable'];

/** The day it is in the cabinet's zone. */
export async function todayOf(scope: TenantScope, now: Temporal.Instant): Promise<Temporal.PlainDate> {
  const { timeZone } = await getTenant(scope);
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Lets a flow end with its last day; one without a last day is not ended. */
export async function queueEnd(scope: TenantScope, flow: Pick<StoredFlow, 'id' | 'settings'>): Promise<void> {
  const runAt = endOf(flow, (await getTenant(scope)).timeZone);
  if (runAt) await enqueue(scope, endFlowJob, { tenantId: scope.tenantId, flowId: flow.id }, { runAt });
}

/** The flow's last day may be over: it is done then, deleted or not, and what still waits is cancelled. Safe to repeat. */
export async function endFlow(ctx: Context, { tenantId, flowId }: z.infer<typeof endFlowJob.payload>): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const flow = await findFlowForUpdate(scope, flowId);
    if (!flow || !UNFINISHED.includes(flow.status)) return;
    const end = endOf(flow, (await getTenant(scope)).timeZone);
    if (end === null) return;
    const now = ctx.clock.now();
    // NOTE: the last day was put off, or the clock of the cabinet's zone was: it is asked again then.
    if (isBefore(now, end)) return queueEnd(scope, flow);
    await setFlowStatus(scope, flowId, { status: 'done', errorReason: null }, now);
    await resolveTrouble(scope, flow, now);
    await cancelPlanned(ctx, scope, { flowId }, 'flow_ended');
    await announce(scope, 'flows');
  });
}

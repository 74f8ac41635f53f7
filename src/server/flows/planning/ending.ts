import type { ActionScope } from '#server/platform/context/context.ts';
import { queueEnd } from '#server/flows/scheduling/queue-actions.ts';
import { cancelPlanned } from './cancel-actions.ts';
import type { z } from 'zod';
import type { FlowStatus } from '#contract/flows/calls.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { endFlowJob } from '#server/flows/jobs.ts';
import { endOf } from '#server/flows/deciding/moment-rules.ts';
import { resolveTrouble } from '#server/flows/stops/error-notices.ts';
import { setFlowStatus } from '#server/flows/storage/queries.ts';
import { findFlowForUpdate } from '#server/flows/storage/reads.ts';

/** Statuses that become `done` when a flow ends; `done` and `canceled` stay. */
const UNFINISHED: readonly FlowStatus[] = ['none', 'waiting', 'working', 'pause', 'error', 'unavailable'];

/** Ends a flow whose last day is over, deleted or not: sets it to `done` and cancels its planned messages. Safe to repeat. */
export async function endFlow(scope: ActionScope, { flowId }: z.infer<typeof endFlowJob.payload>): Promise<void> {
  const flow = await findFlowForUpdate(scope, flowId);
  if (!flow || !UNFINISHED.includes(flow.status)) return;
  const end = endOf(flow, (await getTenant(scope)).timeZone);
  if (end === null) return;
  const now = scope.clock.now();
  // NOTE: the last day or the cabinet's zone was changed meanwhile, so the check is queued for the new end.
  if (isBefore(now, end)) return queueEnd(scope, flow);
  await setFlowStatus(scope, flowId, { status: 'done', errorReason: null }, now);
  await resolveTrouble(scope, flow, now);
  await cancelPlanned(scope, { flowId }, 'flow_ended');
  await announce(scope, 'flows');
}

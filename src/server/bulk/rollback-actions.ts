import { findFlowForUpdate } from '#server/flows/storage/reads.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { rollBackIn } from '#server/flows/versions/version-actions.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { outcomeOf } from './changing-actions.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/flows/versions.ts';

/** Rolls back many flows. Each succeeds or fails alone. */
export async function rollBackMany(
  scope: MemberScope,
  { flows }: BodyOf<typeof contract.rollBackFlows>,
): Promise<ReplyOf<typeof contract.rollBackFlows>> {
  const outcomes = [];
  for (const { flowId, ...request } of flows.toSorted((a, b) => (a.flowId < b.flowId ? -1 : 1))) {
    const flow = await findFlowForUpdate(scope, flowId);
    const outcome = await outcomeOf(flowId, flow?.title ?? '', async () => {
      if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
      await rollBackIn(scope, flow, request);
    });
    outcomes.push(outcome);
  }
  await announce(scope, 'flows');
  return { outcomes };
}

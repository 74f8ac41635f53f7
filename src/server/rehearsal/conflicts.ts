import type { listConflicts } from '#contract/policy.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { FlowId } from '#contract/flows.ts';
import { findWaitingConflicts } from '#server/flows/policy/conflict-reads.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { findRehearsed, listRehearsedConflicts } from './conflict-queries.ts';

const EXAMPLES = 20;

/**
 * Marketing messages that conflict with others of the same contact: planned ones, and those of the flow's latest rehearsal.
 * @param flowId null for all working flows
 * @throws {Problem} `flow.not_found`
 */
export async function describeConflicts(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  flowId: FlowId | null,
): Promise<ReplyOf<typeof listConflicts>> {
  const { policy, timeZone, isMarketing, checked, isAll, people } = await findWaitingConflicts(ctx, scope, flowId);
  const run = flowId && isMarketing ? await findRehearsed(scope, flowId) : undefined;
  const rehearsed = run && (await listRehearsedConflicts(scope, run, { policy, timeZone, limit: EXAMPLES }));
  const examples = people.length > 0 ? people : (rehearsed?.people ?? []);
  return {
    limit: policy.marketingLimit,
    days: policy.marketingDays,
    isMarketing,
    planned: { looked: checked, isAll, meeting: people.length },
    rehearsed: run && rehearsed ? { days: run.days, looked: rehearsed.looked, meeting: rehearsed.conflict } : null,
    people: examples.slice(0, EXAMPLES),
  };
}

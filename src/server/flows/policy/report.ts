import { getContactPolicy } from '#server/policy/reads.ts';
import { listFlowRows } from '#server/flows/storage/reads.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { getPolicyReport, OrderedFlow } from '#contract/policy.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { compareImportance } from '#server/policy/priority-rules.ts';
import { countLeftByFlow, countPolicy } from './queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';

/** Days over which the effect of the policy is counted. */
const DAYS = 30;

/** The priority order of marketing flows, and the effect of the policy. */
export async function reportPolicy(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
): Promise<ReplyOf<typeof getPolicyReport>> {
  const now = ctx.clock.now();
  const { timeZone } = await getTenant(scope);
  const { senderOrder } = await getContactPolicy(scope);
  const flows = await listFlowRows(scope);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const period = { since: now.subtract({ hours: 24 * DAYS }), until: now };
  const left = await countLeftByFlow(
    scope,
    flows.map(({ id }) => id),
    period,
  );
  const senders = flows.map((flow) => ({
    ...toOrdered(flow),
    isMarketing: isMarketing(flow),
    sent: left.get(flow.id) ?? 0,
  }));
  return {
    days: DAYS,
    order: flows
      .filter((flow) => isMarketing(flow) && flow.status !== 'done' && flow.status !== 'canceled')
      .toSorted((one, other) =>
        compareImportance(senderOrder, { senderId: one.id, kind: one.kind }, { senderId: other.id, kind: other.kind }),
      )
      .map(toOrdered),
    ...(await countPolicy(scope, today.subtract({ days: DAYS - 1 }))),
    senders: senders.filter(({ sent }) => sent > 0).toSorted((one, other) => other.sent - one.sent),
  };
}

function isMarketing({ kind }: StoredFlow): boolean {
  return FLOW_CATALOGUE[kind].isMarketing;
}

function toOrdered({ id, title, kind, status, mode }: StoredFlow): OrderedFlow {
  return { flowId: id, title, kind, status, mode };
}

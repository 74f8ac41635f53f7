import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  listTargets as listCall,
  setTarget as setCall,
  Target,
  TargetMetric,
} from '#contract/insights/dashboard.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { wrongField } from '#server/platform/values/problem.ts';
import { placeOf } from './dashboard.ts';
import { listTargetsOf, saveTarget } from './target-queries.ts';

/** Hundredths of a percent. */
const WHOLE = 10_000;

export async function listTargets(
  scope: MemberScope,
  { branchId }: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const { today, currency } = await placeOf(scope, branchId);
  return { currency, targets: await listTargetsOf(scope, { month: today, branchId: branchId ?? null }) };
}

/**
 * Sets or removes a target from the current month on.
 *
 * @throws {Problem} `branch.not_found`; `request.invalid` for a share above 100 %
 */
export async function setTarget(
  scope: MemberScope,
  { metric, branchId, value }: BodyOf<typeof setCall>,
): Promise<ReplyOf<typeof setCall>> {
  if (metric === 'no_show_share' && value !== null && value > WHOLE) throw wrongField('value', 'range');
  const { today } = await placeOf(scope, branchId ?? undefined);
  const month = today.with({ day: 1 });
  const before = await listTargetsOf(scope, { month, branchId });
  await saveTarget(scope, { metric, branchId, since: month, value });
  const targets = await listTargetsOf(scope, { month, branchId });
  const object = { kind: 'cabinet' as const, id: scope.tenantId };
  const [was, is] = [auditedTarget(before, metric), auditedTarget(targets, metric)];
  await recordAudit(scope, { action: 'target.changed', object, before: was, after: is });
  await announce(scope, 'insights');
  return { targets };
}

const AUDITED: Readonly<Record<TargetMetric, string>> = {
  revenue: 'revenueTarget',
  visits: 'visitsTarget',
  new_clients: 'newClientsTarget',
  no_show_share: 'noShowTarget',
};

/** Money in whole units, a share in percent. */
function auditedTarget(targets: readonly Target[], metric: TargetMetric): Record<string, number | null> {
  const value = targets.find((one) => one.metric === metric)?.value ?? null;
  const isDivided = metric === 'revenue' || metric === 'no_show_share';
  return { [AUDITED[metric]]: value !== null && isDivided ? value / 100 : value };
}

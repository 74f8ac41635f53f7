import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { FlowId } from '#contract/flows.ts';
import type {
  ConversionCounts,
  ConversionEffect,
  getConversion as getCall,
  listConverted as listCall,
} from '#contract/insights-conversion.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findControlPercent, pageOfConverted, sumConversion, type Sums } from './conversion-queries.ts';
import { beginningOf, daysBefore, daysOf, effectOf, type Group, periodsOf } from './conversion-rules.ts';

export async function getConversion(
  ctx: MemberContext,
  query: QueryOf<typeof getCall>,
): Promise<ReplyOf<typeof getCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const controlPercent = await controlPercentOf(scope, query.flowId);
    const { timeZone } = await getTenant(scope);
    const today = ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
    const days = daysOf(query, today);
    const earlier = daysBefore(days);
    const sums = new Map((await sumConversion(scope, days, query)).map((one) => [one.from, one]));
    const [total] = await sumConversion(scope, days, { ...query, by: null });
    const [before] = await sumConversion(scope, earlier, { ...query, by: null });
    const closed = today.subtract({ days: query.windowDays });
    return {
      from: days.from.toString(),
      to: days.to.toString(),
      timeZone,
      total: total?.counts ?? NOTHING,
      before: { from: earlier.from.toString(), to: earlier.to.toString(), ...(before?.counts ?? NOTHING) },
      periods: periodsOf(days, query.by).map(({ from, to }) => ({
        ...(sums.get(beginningOf(from, query.by).toString())?.counts ?? NOTHING),
        from: from.toString(),
        to: to.toString(),
        isOpen: Temporal.PlainDate.compare(to, closed) >= 0,
      })),
      controlPercent,
      effect: controlPercent === null ? { state: 'choose_flow' } : effectOfFlow(total, controlPercent),
    };
  });
}

export async function listConverted(
  ctx: MemberContext,
  query: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await controlPercentOf(scope, query.flowId);
    const { timeZone } = await getTenant(scope);
    const today = ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
    return pageOfConverted(scope, daysOf({ ...query, by: 'week' }, today), query, timeZone);
  });
}

/** @throws `flow.not_found` */
async function controlPercentOf(scope: TenantScope, flowId: FlowId | undefined): Promise<number | null> {
  if (flowId === undefined) return null;
  const percent = await findControlPercent(scope, flowId);
  if (percent === null) throw new Problem('flow.not_found');
  return percent;
}

function effectOfFlow(total: Sums | undefined, controlPercent: number): ConversionEffect {
  const sent: Group = { count: total?.counts.sent ?? 0, visited: total?.counts.visited ?? 0 };
  return effectOf(sent, total?.control ?? { count: 0, visited: 0 }, controlPercent > 0);
}

const NOTHING: ConversionCounts = { sent: 0, delivered: 0, read: 0, answered: 0, visited: 0, spent: [] };

import type { MemberScope } from '#server/platform/context/context.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type {
  ConversionEffect,
  getConversion as getCall,
  listConverted as listCall,
} from '#contract/insights/conversion.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { effectOf } from '#server/platform/values/effect-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { backwards } from './periods.ts';
import { findControlPercent, pageOfConverted, sumCompared, sumConversion } from './conversion-queries.ts';
import { type Days, daysBefore, daysOf, periodsOf, sumOf } from './conversion-rules.ts';

export async function getConversion(
  scope: MemberScope,
  query: QueryOf<typeof getCall>,
): Promise<ReplyOf<typeof getCall>> {
  const controlPercent = await controlPercentOf(scope, query.senderId);
  const { timeZone } = await getTenant(scope);
  const today = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const days = requestedDays(query, today);
  const earlier = daysBefore(days);
  const found = await sumConversion(scope, days, query);
  const first = days.from.toString();
  // The sums of the first period are of its days within the request.
  const sums = new Map(found.map(({ from, counts }) => [from < first ? first : from, counts]));
  const [before] = await sumConversion(scope, earlier, { ...query, by: null });
  const closed = today.subtract({ days: query.windowDays }).toString();
  return {
    from: first,
    to: days.to.toString(),
    timeZone,
    total: sumOf(found.map(({ counts }) => counts)),
    before: { from: earlier.from.toString(), to: earlier.to.toString(), ...(before?.counts ?? sumOf([])) },
    periods: periodsOf(days, query.by).map((period) => {
      const [from, to] = [period.from.toString(), period.to.toString()];
      return { ...(sums.get(from) ?? sumOf([])), from, to, isOpen: to >= closed };
    }),
    controlPercent,
    effect: await effectOfFlow(scope, days, query, controlPercent),
  };
}

export async function listConverted(
  scope: MemberScope,
  query: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  await controlPercentOf(scope, query.senderId);
  const { timeZone } = await getTenant(scope);
  const today = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  return pageOfConverted(scope, requestedDays({ ...query, by: 'week' }, today), query, timeZone);
}

/** @throws {Problem} `request.invalid` for a period that ends before it begins */
function requestedDays(query: Parameters<typeof daysOf>[0], today: Temporal.PlainDate): Days {
  const days = daysOf(query, today);
  if (!days) throw backwards(query);
  return days;
}

/** @throws `flow.not_found` */
async function controlPercentOf(scope: TenantScope, senderId: SenderId | undefined): Promise<number | null> {
  if (senderId === undefined) return null;
  const percent = await findControlPercent(scope, senderId);
  if (percent === null) throw new Problem('flow.not_found');
  return percent;
}

/** @param controlPercent null where the query is not about one flow */
async function effectOfFlow(
  scope: TenantScope,
  days: Days,
  query: QueryOf<typeof getCall>,
  controlPercent: number | null,
): Promise<ConversionEffect> {
  if (controlPercent === null) return { state: 'choose_flow' };
  const isOn = controlPercent > 0;
  const { sent, control } = await sumCompared(scope, days, { ...query, isOn });
  return effectOf(sent, control, isOn);
}

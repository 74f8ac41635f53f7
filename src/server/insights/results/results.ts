import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { getResults as getCall, listResultVisits as listCall } from '#contract/insights/results.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { sumConversion } from '#server/insights/conversion/conversion-queries.ts';
import { type Days, daysBefore, daysOf, periodsOf, sumOf } from '#server/insights/conversion/conversion-rules.ts';
import { backwards } from '#server/insights/conversion/periods.ts';
import {
  findFirstReminderDay,
  hasResults,
  listFlowResults,
  listVisitDays,
  pageOfResultVisits,
} from './result-queries.ts';
import { aroundFirstReminder, ranked, visitsOf, within } from './result-rules.ts';

const FLOWS_SHOWN = 5;
const WINDOW_DAYS = 14;

/** Sums visits, messages and flows of a period from their daily counts. */
export async function getResults(scope: MemberScope, query: QueryOf<typeof getCall>): Promise<ReplyOf<typeof getCall>> {
  const { timeZone, today } = await todayOf(scope);
  const { branchId } = query;
  const days = { from: today.subtract({ days: query.days - 1 }), to: today };
  const earlier = daysBefore(days);
  const counted = await listVisitDays(scope, { from: earlier.from, to: days.to }, branchId);
  const visitsIn = (period: Days) => visitsOf(within(counted, period), today);
  const flows = ranked(await listFlowResults(scope, days, branchId));
  const messages = await sumConversion(scope, days, { branchId, windowDays: WINDOW_DAYS, by: null });
  const { sent, read, answered } = sumOf(messages.map(({ counts }) => counts));
  return {
    from: days.from.toString(),
    to: days.to.toString(),
    timeZone,
    total: visitsIn(days),
    before: { from: earlier.from.toString(), to: earlier.to.toString(), ...visitsIn(earlier) },
    periods: periodsOf(days, query.by).map((period) => ({
      from: period.from.toString(),
      to: period.to.toString(),
      ...visitsIn(period),
    })),
    reminders: await compareReminders(scope, days, { branchId, today }),
    messages: { sent, read, answered },
    flows: flows.slice(0, FLOWS_SHOWN),
    bestFlowId: flows.find(({ visited }) => visited > 0)?.senderId ?? null,
    hasAny: await hasResults(scope),
  };
}

/**
 * Lists the visits behind a number.
 *
 * @throws {Problem} `request.invalid` for a period that ends before it begins
 */
export async function listResultVisits(
  scope: MemberScope,
  query: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const { today } = await todayOf(scope);
  const days = daysOf({ ...query, by: 'week' }, today);
  if (!days) throw backwards(query);
  return pageOfResultVisits(scope, days, { ...query, today });
}

async function todayOf(scope: MemberScope): Promise<{ timeZone: string; today: Temporal.PlainDate }> {
  const { timeZone } = await getTenant(scope);
  return { timeZone, today: scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate() };
}

async function compareReminders(
  scope: MemberScope,
  days: Days,
  { branchId, today }: { branchId: QueryOf<typeof getCall>['branchId']; today: Temporal.PlainDate },
): Promise<ReplyOf<typeof getCall>['reminders']> {
  const first = await findFirstReminderDay(scope, branchId);
  const compared = aroundFirstReminder(first, days);
  if (!first || !compared) return null;
  const countsOf = async (period: Days) => {
    const { attended, noShow } = visitsOf(await listVisitDays(scope, period, branchId), today);
    return { attended, noShow };
  };
  return {
    since: first.toString(),
    before: await countsOf(compared.before),
    after: await countsOf(compared.after),
  };
}

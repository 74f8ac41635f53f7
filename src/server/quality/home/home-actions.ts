import type { QualityHome } from '#contract/quality/reports.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { shown } from '#server/quality/reports/report-actions.ts';
import { listReportRows } from '#server/quality/reports/report-queries.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findWhatExists, listEmployeesOf, listMissed, listOpenDisputes, listWeeks } from './home-queries.ts';

const DAYS = 30;
const WEEKS = 12;
const MOST = { missed: 5, disputes: 20, reports: 5 };

/** How employees and bots spoke in the last 30 days. */
export async function readHome(scope: ActionScope): Promise<QualityHome> {
  const { timeZone } = await getTenant(scope);
  const today = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const first = today.subtract({ days: DAYS - 1 });
  const days = { from: first.toString(), to: today.toString() };
  const before = {
    from: first.subtract({ days: DAYS }).toString(),
    to: first.subtract({ days: 1 }).toString(),
  };
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const weeks = { from: monday.subtract({ weeks: WEEKS - 1 }).toString(), to: today.toString() };
  const earlier = await listEmployeesOf(scope, before);
  const employees = (await listEmployeesOf(scope, days)).map((one) => ({
    ...one,
    before: earlier.find(({ employee, isBot }) => employee === one.employee && isBot === one.isBot)?.score ?? null,
  }));
  const reports = await listReportRows(scope, { limit: MOST.reports });
  return {
    ...days,
    employees,
    weeks: await listWeeks(scope, weeks),
    missed: await listMissed(scope, days, MOST.missed),
    disputes: await listOpenDisputes(scope, MOST.disputes),
    reports: reports.slice(0, MOST.reports).map(shown),
    has: await findWhatExists(scope),
  };
}

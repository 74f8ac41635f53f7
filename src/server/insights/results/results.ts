import type { BranchId } from '#contract/connections/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Dashboard } from '#contract/insights/dashboard.ts';
import type { listResultVisits as listCall } from '#contract/insights/results.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { type Days, daysOf } from '#server/insights/conversion/conversion-rules.ts';
import { backwards } from '#server/insights/conversion/periods.ts';
import { findFirstReminderDay, listVisitDays, pageOfResultVisits } from './result-queries.ts';
import { aroundFirstReminder, visitsOf } from './result-rules.ts';

/**
 * Lists the visits behind a number.
 *
 * @throws {Problem} `request.invalid` for a period that ends before it begins
 */
export async function listResultVisits(
  scope: MemberScope,
  query: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> {
  const { timeZone } = await getTenant(scope);
  const today = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const days = daysOf({ ...query, by: 'week' }, today);
  if (!days) throw backwards(query);
  return pageOfResultVisits(scope, days, { ...query, today });
}

/** No-shows before the first reminder and in the days since; null where none was sent until the days end. */
export async function compareReminders(
  scope: TenantScope,
  days: Days,
  { branchId, today }: { branchId: BranchId | undefined; today: Temporal.PlainDate },
): Promise<Dashboard['reminders']> {
  const first = await findFirstReminderDay(scope, branchId);
  const compared = aroundFirstReminder(first, days);
  if (!first || !compared) return null;
  const countsOf = async (period: Days) => {
    const { attended, noShow } = visitsOf(await listVisitDays(scope, [[period]], branchId), today);
    return { attended, noShow };
  };
  return {
    since: first.toString(),
    before: await countsOf(compared.before),
    after: await countsOf(compared.after),
  };
}

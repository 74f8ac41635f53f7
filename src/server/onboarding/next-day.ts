import type { BranchId } from '#contract/connections/calls.ts';
import type { Home } from '#contract/onboarding/calls.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { listVisits } from '#server/visits/changes/actions.ts';
import { findFirstStart, listUnreachable } from './next-day-queries.ts';
import { countVisitsOfDay, type Day } from './queries.ts';
import { dayAround } from './rules.ts';

/** Visits are searched this far ahead. */
const HOURS_AHEAD = 24 * 60;
const SHOWN_VISITS = 100;

/** Loads the next day after today that has visits: who has confirmed, who has not, whom no message reaches. */
export async function getNextDay(
  scope: MemberScope,
  { today, timeZone, branchId }: { today: Day; timeZone: string; branchId: BranchId | undefined },
): Promise<Home['nextDay']> {
  const period = { from: today.to, to: today.to.add({ hours: HOURS_AHEAD }) };
  const first = await findFirstStart(scope, period, branchId);
  if (!first) return null;
  const day = dayAround(first, timeZone);
  const { items } = await listVisits(scope, {
    from: day.from.toString(),
    to: day.to.toString(),
    branchId,
    limit: SHOWN_VISITS,
  });
  const channels = (await listUsableChannels(scope)).map(({ id, traits }) => ({ id, byPhone: traits.reachesPhones }));
  const unreachable = new Set(await listUnreachable(scope, day, { branchId, channels, now: scope.clock.now() }));
  const { visits, confirmed } = await countVisitsOfDay(scope, day, branchId);
  return {
    day: first.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    isTomorrow: day.from.equals(today.to),
    visits,
    confirmed,
    unreachable: unreachable.size,
    items: items
      .filter(({ status }) => status !== 'cancelled')
      .map((visit) => ({ ...visit, isUnreachable: unreachable.has(visit.id) })),
  };
}

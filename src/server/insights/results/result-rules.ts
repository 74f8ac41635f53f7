import type { VisitCounts } from '#contract/insights/results.ts';
import type { Days } from '#server/insights/conversion/conversion-rules.ts';

/** Days before the first reminder with which the days since are compared. */
const COMPARED_DAYS = 180;

/** Counts of one branch's day, as stored. */
export type DayCounts = {
  day: string;
  currency: string;
  open: number;
  arrived: number;
  noShow: number;
  cancelled: number;
  confirmed: number;
  paidMinor: number;
};

/**
 * Adds up days, each currency separately.
 *
 * @param today on this day an open visit may still be ahead; on an earlier one it was attended, as nobody said otherwise
 */
export function visitsOf(days: readonly DayCounts[], today: Temporal.PlainDate): VisitCounts {
  const sum = (of: (day: DayCounts) => number) => days.reduce((total, day) => total + of(day), 0);
  const unmarked = sum(({ day, open }) => (day < today.toString() ? open : 0));
  const byCurrency = Map.groupBy(
    days.filter(({ paidMinor }) => paidMinor > 0),
    ({ currency }) => currency,
  );
  return {
    booked: sum(({ open, arrived, noShow }) => open + arrived + noShow),
    attended: sum(({ arrived }) => arrived) + unmarked,
    unmarked,
    noShow: sum(({ noShow }) => noShow),
    cancelled: sum(({ cancelled }) => cancelled),
    confirmed: sum(({ confirmed }) => confirmed),
    paid: [...byCurrency].map(([currency, of]) => ({
      amountMinor: of.reduce((total, { paidMinor }) => total + paidMinor, 0),
      currency,
    })),
  };
}

/** The days that fall into a period. */
export function within<T extends { day: string }>(days: readonly T[], { from, to }: Days): T[] {
  return days.filter(({ day }) => from.toString() <= day && day <= to.toString());
}

/** The days before the first reminder that are compared, and the requested days since; null where none is since. */
export function aroundFirstReminder(
  first: Temporal.PlainDate | null,
  { from, to }: Days,
): { before: Days; after: Days } | null {
  if (!first || Temporal.PlainDate.compare(first, to) > 0) return null;
  return {
    before: { from: first.subtract({ days: COMPARED_DAYS }), to: first.subtract({ days: 1 }) },
    after: { from: Temporal.PlainDate.compare(first, from) < 0 ? from : first, to },
  };
}

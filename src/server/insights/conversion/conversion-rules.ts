import { FLOW_KIND_NAMES, flowKind } from '#contract/flows/kinds.ts';
import type { ConversionCounts, ConversionPeriod } from '#contract/insights/conversion.ts';

/** Kinds that send before a visit: a conversion is that visit. For all other kinds it is a new visit. */
export const KINDS_OF_VISIT_AHEAD = FLOW_KIND_NAMES.filter((kind) => {
  const { subject, statuses, usefulHours } = flowKind(kind);
  return subject === 'visit' && usefulHours === null && statuses.includes('waiting');
});

/** Adds up periods, each currency separately. */
export function sumOf(periods: readonly ConversionCounts[]): ConversionCounts {
  const sum = (name: Exclude<keyof ConversionCounts, 'spent'>) =>
    periods.reduce((total, period) => total + period[name], 0);
  const byCurrency = Map.groupBy(
    periods.flatMap(({ spent }) => spent),
    ({ currency }) => currency,
  );
  return {
    sent: sum('sent'),
    delivered: sum('delivered'),
    read: sum('read'),
    clicked: sum('clicked'),
    answered: sum('answered'),
    visited: sum('visited'),
    spent: [...byCurrency].map(([currency, of]) => ({
      amountMinor: of.reduce((total, { amountMinor }) => total + amountMinor, 0),
      currency,
    })),
  };
}

/** Days of the tenant's calendar, both included. */
export type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate };

const DAYS_SHOWN = 90;
/** Five years. */
const MAX_DAYS = 1_830;
/** Limit of a chart; with more periods, the earlier ones are left out. */
const MAX_PERIODS = 400;

/**
 * The requested days, limited in length.
 *
 * @returns null where the period ends before it begins
 */
export function daysOf(
  { from, to, by }: { from?: string | undefined; to?: string | undefined; by: ConversionPeriod },
  today: Temporal.PlainDate,
): Days | null {
  const last = to === undefined ? today : Temporal.PlainDate.from(to);
  const wanted = from === undefined ? last.subtract({ days: DAYS_SHOWN - 1 }) : Temporal.PlainDate.from(from);
  if (Temporal.PlainDate.compare(wanted, last) > 0) return null;
  const earliest = last.subtract({ days: (by === 'day' ? MAX_PERIODS : MAX_DAYS) - 1 });
  return { from: Temporal.PlainDate.compare(wanted, earliest) < 0 ? earliest : wanted, to: last };
}

/** The same number of days just before. */
export function daysBefore({ from, to }: Days): Days {
  const count = from.until(to).days + 1;
  return { from: from.subtract({ days: count }), to: from.subtract({ days: 1 }) };
}

/** The weeks (from Monday), months, … that the days fall into, in order; the first and the last cut to them. */
export function periodsOf({ from, to }: Days, by: ConversionPeriod): Days[] {
  const periods: Days[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, to) <= 0;) {
    const next = startOf(day, by).add(LENGTHS[by]);
    const last = by === 'day' ? day : next.subtract(LENGTHS.day);
    periods.push({ from: day, to: Temporal.PlainDate.compare(last, to) < 0 ? last : to });
    day = next;
  }
  return periods;
}

const LENGTHS = {
  day: Temporal.Duration.from({ days: 1 }),
  week: Temporal.Duration.from({ days: 7 }),
  month: Temporal.Duration.from({ months: 1 }),
  year: Temporal.Duration.from({ years: 1 }),
};

/** The first day of the period that contains a day. */
function startOf(day: Temporal.PlainDate, by: ConversionPeriod): Temporal.PlainDate {
  if (by === 'day') return day;
  if (by === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return by === 'month' ? day.with({ day: 1 }) : day.with({ month: 1, day: 1 });
}

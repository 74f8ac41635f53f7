import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { FLOW_KIND_NAMES } from '#contract/values.ts';
import type { ConversionCounts, ConversionEffect, ConversionPeriod } from '#contract/insights-conversion.ts';

/** Normal quantile of a 95 % interval: one time in twenty the true value lies outside. */
const Z = 1.959964;
/** Least number of held-out contacts; with fewer, a single contact changes the result. */
const LEAST_HELD = 30;
/** Largest half-width of an interval, as a share of one; a wider interval is not conclusive. */
const WIDEST_HALF = 0.1;

/** The number of contacts, and how many of them came. */
export type Group = { count: number; visited: number };

/** Kinds that send before a visit: a conversion is that visit. For all other kinds it is a new visit. */
export const KINDS_OF_VISIT_AHEAD = FLOW_KIND_NAMES.filter((kind) => {
  const { subject, statuses, usefulHours } = FLOW_CATALOGUE[kind];
  return subject === 'visit' && usefulHours === null && statuses.includes('waiting');
});

/** The 95 % Wilson score interval of a share; from 0 to 1 for an empty group. */
export function wilson({ count, visited }: Group): { low: number; high: number } {
  if (count === 0) return { low: 0, high: 1 };
  const share = visited / count;
  const middle = share + Z ** 2 / (2 * count);
  const half = Z * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  const scale = 1 + Z ** 2 / count;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/** The difference of the two groups' shares, with its 95 % interval by Newcombe's method 10. */
export function differenceOf(one: Group, other: Group): { difference: number; low: number; high: number } {
  const [first, second] = [shareOf(one), shareOf(other)];
  const [a, b] = [wilson(one), wilson(other)];
  const difference = first - second;
  return {
    difference,
    low: difference - Math.hypot(first - a.low, b.high - second),
    high: difference + Math.hypot(a.high - first, second - b.low),
  };
}

/**
 * The visits a flow caused: the difference of the sent group's share and the control group's, times the sent
 * contacts.
 *
 * @param isOn whether the control group is in use
 */
export function effectOf(sent: Group, control: Group, isOn: boolean): ConversionEffect {
  if (control.count === 0 && !isOn) return { state: 'off' };
  const compared = {
    sent: sent.count,
    sentVisited: sent.visited,
    held: control.count,
    heldVisited: control.visited,
  };
  const { difference, low, high } = differenceOf(sent, control);
  const isSure = low > 0 || high < 0;
  const isTooWide = !isSure && high - low > 2 * WIDEST_HALF;
  if (control.count < LEAST_HELD || sent.count < LEAST_HELD || isTooWide)
    return { state: 'gathering', ...compared, needed: stillNeeded(sent, control) };
  const visits = (share: number) => Math.round(share * sent.count);
  return { state: 'measured', ...compared, visits: visits(difference), low: visits(low), high: visits(high), isSure };
}

/**
 * The number of contacts to hold out until the interval is narrow enough, if they come at the same rate.
 *
 * @returns null where no number is enough: too few messages were sent
 */
export function stillNeeded(sent: Group, control: Group): number | null {
  if (sent.count < LEAST_HELD) return null;
  const spread = ({ count, visited }: Group) => {
    const share = (visited + 1) / (count + 2); // NOTE: no visits so far does not mean a rate of zero
    return share * (1 - share);
  };
  const left = (WIDEST_HALF / Z) ** 2 - spread(sent) / sent.count;
  if (left <= 0) return null;
  const wanted = Math.ceil(spread(control.count === 0 ? sent : control) / left);
  return Math.max(LEAST_HELD - control.count, wanted - control.count, 1);
}

const shareOf = ({ count, visited }: Group) => (count === 0 ? 0 : visited / count);

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
const MOST_DAYS = 1_830;
/** Limit of a chart; with more periods, the earlier ones are left out. */
const MOST_PERIODS = 400;

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
  const earliest = last.subtract({ days: (by === 'day' ? MOST_PERIODS : MOST_DAYS) - 1 });
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
    const last = next.subtract({ days: 1 });
    periods.push({ from: day, to: Temporal.PlainDate.compare(last, to) < 0 ? last : to });
    day = next;
  }
  return periods;
}

const LENGTHS = { day: { days: 1 }, week: { days: 7 }, month: { months: 1 }, year: { years: 1 } } as const;

/** The first day of the period that contains a day. */
export function startOf(day: Temporal.PlainDate, by: ConversionPeriod): Temporal.PlainDate {
  if (by === 'day') return day;
  if (by === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return by === 'month' ? day.with({ day: 1 }) : day.with({ month: 1, day: 1 });
}

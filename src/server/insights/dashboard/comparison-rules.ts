import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import type { Comparison } from '#contract/insights/dashboard.ts';
import { type Days, periodsOf } from '#server/insights/conversion/conversion-rules.ts';

/** Weeks before whose same weekdays a day or a week is compared with. */
const WEEKS_COMPARED = 4;
/** Weeks of which a chart shows the weekday of a day. */
const WEEKS_SHOWN = 8;

/** Days of a comparison; its figures are the average of the ranges. */
export type Compared = { kind: Comparison['kind']; ranges: Days[] };

const { compare } = Temporal.PlainDate;

/** The whole day, week from Monday, month or year that contains a day. */
export function periodAround(day: Temporal.PlainDate, period: ConversionPeriod): Days {
  if (period === 'day') return { from: day, to: day };
  if (period === 'week') {
    const from = day.subtract({ days: day.dayOfWeek - 1 });
    return { from, to: from.add({ days: 6 }) };
  }
  const from = period === 'month' ? day.with({ day: 1 }) : day.with({ month: 1, day: 1 });
  return { from, to: from.add(period === 'month' ? { months: 1 } : { years: 1 }).subtract({ days: 1 }) };
}

/** The part of a period until today. */
export function untilToday({ from, to }: Days, today: Temporal.PlainDate): Days {
  return { from, to: compare(today, to) < 0 ? today : to };
}

/**
 * The days that a period is compared with, the usual comparison first: a day and a week with the same weekdays of the four
 * weeks before, a month with the one before and that of the year before, a year with the one before. A period that is not over is
 * compared with as many days of the others.
 *
 * @param whole the whole period
 * @param first the first day of which something is known: ranges that begin before it are left out
 */
export function comparisonsOf(
  period: ConversionPeriod,
  { whole, today, first }: { whole: Days; today: Temporal.PlainDate; first: Temporal.PlainDate },
): Compared[] {
  const isKnown = ({ from }: Days) => compare(from, first) >= 0;
  const requested = untilToday(whole, today);
  const earlier = (by: Temporal.Duration): Days => {
    const from = whole.from.subtract(by);
    const { to: end } = periodAround(from, period);
    if (compare(requested.to, whole.to) === 0) return { from, to: end };
    const to = from.add({ days: requested.from.until(requested.to).days });
    return { from, to: compare(to, end) < 0 ? to : end };
  };
  const durations: Record<ConversionPeriod, [Comparison['kind'], Temporal.Duration[]][]> = {
    day: [['weekdays', WEEKS]],
    week: [['weekdays', WEEKS]],
    month: [
      ['before', [Temporal.Duration.from({ months: 1 })]],
      ['year_before', [Temporal.Duration.from({ years: 1 })]],
    ],
    year: [['year_before', [Temporal.Duration.from({ years: 1 })]]],
  };
  return durations[period].flatMap(([kind, all]) => {
    const ranges = all.map(earlier).filter(isKnown);
    return ranges.length > 0 ? [{ kind, ranges }] : [];
  });
}

const WEEKS = Array.from({ length: WEEKS_COMPARED }, (_, index) => Temporal.Duration.from({ weeks: index + 1 }));

/** The parts of a period that a chart shows, in order; of a day, the same weekday of eight weeks. */
export function pointsOf(period: ConversionPeriod, requested: Days): Days[] {
  if (period === 'year') return periodsOf(requested, 'month');
  if (period !== 'day') return periodsOf(requested, 'day');
  return Array.from({ length: WEEKS_SHOWN }, (_, index) => {
    const day = requested.from.subtract({ weeks: WEEKS_SHOWN - 1 - index });
    return { from: day, to: day };
  });
}

/**
 * The part of an earlier range in the place of a point: the same day of the week or month, the same month of the year.
 *
 * @returns null where the earlier range has no such part
 */
export function placeIn(
  range: Days,
  point: Days,
  { period, whole }: { period: ConversionPeriod; whole: Days },
): Days | null {
  if (period === 'day') return null;
  if (period === 'year') {
    const from = range.from.add({ months: point.from.month - whole.from.month });
    const end = from.add({ months: 1 }).subtract({ days: 1 });
    return compare(from, range.to) > 0 ? null : { from, to: compare(end, range.to) < 0 ? end : range.to };
  }
  const day = range.from.add({ days: whole.from.until(point.from).days });
  return compare(day, range.to) > 0 ? null : { from: day, to: day };
}

/** Weeks by which a month is forecast. */
export const FORECAST_WEEKS = 8;

export type DayVisits = { day: string; visits: number };

export type Forecast = { month: string; expected: number; from: number; to: number };

/**
 * Forecasts the visits of a month: each weekday as it was on average in the 8 weeks before `asOf`.
 *
 * @param visits by day; a day without a row had none
 * @returns null where the first visit is later than those weeks
 */
export function expectedVisits(
  visits: readonly DayVisits[],
  { month, asOf }: { month: Temporal.PlainYearMonth; asOf: Temporal.PlainDate },
): number | null {
  const since = asOf.subtract({ weeks: FORECAST_WEEKS });
  const [first] = visits;
  if (!first || Temporal.PlainDate.compare(Temporal.PlainDate.from(first.day), since.add({ weeks: 1 })) > 0)
    return null;
  const sums = new Map<number, number>();
  for (const { day, visits: count } of visits) {
    const date = Temporal.PlainDate.from(day);
    if (Temporal.PlainDate.compare(date, since) < 0 || Temporal.PlainDate.compare(date, asOf) >= 0) continue;
    sums.set(date.dayOfWeek, (sums.get(date.dayOfWeek) ?? 0) + count);
  }
  let expected = 0;
  for (let day = 1; day <= month.daysInMonth; day += 1)
    expected += (sums.get(month.toPlainDate({ day }).dayOfWeek) ?? 0) / FORECAST_WEEKS;
  return Math.round(expected);
}

/**
 * Forecasts next month, with a range as wide as the largest error of the same method in past months.
 *
 * @param past what was forecast at the beginning of full months, and what came
 */
export function forecastOf(
  expected: number,
  month: Temporal.PlainYearMonth,
  past: readonly { expected: number; actual: number }[],
): Forecast {
  const error = Math.max(
    0,
    ...past.map((one) => (one.expected > 0 ? Math.abs(one.actual - one.expected) / one.expected : 0)),
  );
  return {
    month: month.toString(),
    expected,
    from: Math.max(0, Math.floor(expected * (1 - error))),
    to: Math.ceil(expected * (1 + error)),
  };
}

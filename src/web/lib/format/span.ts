const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Minutes in the largest unit they are whole in: 120 is two hours, 90 is ninety minutes. */
export function wholeUnit(minutes: number): { unit: 'days' | 'hours' | 'minutes'; count: number } {
  const size = Math.abs(minutes);
  // NOTE: a day is said as 24 hours, the way owners speak of this reminder
  if (size > DAY_MINUTES && size % DAY_MINUTES === 0) return { unit: 'days', count: size / DAY_MINUTES };
  if (size > 0 && size % HOUR_MINUTES === 0) return { unit: 'hours', count: size / HOUR_MINUTES };
  return { unit: 'minutes', count: size };
}

const MONTH_MINUTES = 30 * DAY_MINUTES;
const YEAR_MINUTES = 365 * DAY_MINUTES;

/** The same for spans of any length: from 60 days on whole months of 30 days and years of 365 are said as such. */
export function longUnit(minutes: number): {
  unit: 'years' | 'months' | ReturnType<typeof wholeUnit>['unit'];
  count: number;
} {
  const size = Math.abs(minutes);
  if (size >= YEAR_MINUTES && size % YEAR_MINUTES === 0) return { unit: 'years', count: size / YEAR_MINUTES };
  if (size > MONTH_MINUTES && size % MONTH_MINUTES === 0) return { unit: 'months', count: size / MONTH_MINUTES };
  return wholeUnit(minutes);
}

/** `9:00` of minutes since midnight. */
export function clockOf(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

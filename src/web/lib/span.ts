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

/** The first demo's salon is here. */
const ZONE = 'Europe/Moscow';
/** Hours between which a demo may begin, and the one at which it begins else: the salons of all four languages are open. */
const [EARLIEST, LATEST, USUAL] = [12, 18, 15];

/**
 * The moment at which a new demo begins: now, or at night the next afternoon, so that a part of the day's visits and
 * messages lies behind and a part ahead.
 */
export function demoStart(now: Temporal.Instant): Temporal.Instant {
  const here = now.toZonedDateTimeISO(ZONE);
  if (here.hour >= EARLIEST && here.hour < LATEST) return now;
  const afternoon = here.startOfDay().with({ hour: USUAL });
  return (here.hour < EARLIEST ? afternoon : afternoon.add({ days: 1 })).toInstant();
}

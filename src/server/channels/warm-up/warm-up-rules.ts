import type { WarmUp } from '#contract/channels/warm-up.ts';

/** First messages to contacts in the hours that count for the health, and those of them that failed. */
export type FirstMessages = { started: number; failed: number };

/** `halved` and `stopped`: too many first messages failed; contacts who are known are written to in any case. */
export type WarmUpHealth = 'good' | 'halved' | 'stopped';

/** The warm-up of a channel as it is now. */
export type WarmUpState = {
  plan: WarmUp;
  /** Days since the channel was connected; the day itself is 1. */
  day: number;
  health: WarmUpHealth;
};

/** Counts by the tenant's calendar. */
export function warmUpDay(since: Temporal.Instant, now: Temporal.Instant, timeZone: string): number {
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate();
  return Math.max(1, dayOf(since).until(dayOf(now)).days + 1);
}

export function judgeHealth({ health }: WarmUp, { started, failed }: FirstMessages): WarmUpHealth {
  if (started < health.least) return 'good';
  const share = failed / started;
  if (share >= health.stopsFrom) return 'stopped';
  return share >= health.halvesFrom ? 'halved' : 'good';
}

/**
 * Contacts who may be written to for the first time on a day. The health of a later day is not known: it counts as the
 * present one, unless it stops everything.
 *
 * @param daysAhead 0 is today
 */
export function newContactsOn({ plan, day, health }: WarmUpState, daysAhead = 0): number {
  const step = plan.steps.findLast(({ fromDay }) => fromDay <= day + daysAhead)?.perDay ?? 0;
  if (health === 'stopped' && daysAhead === 0) return 0;
  return health === 'good' ? step : Math.floor(step / 2);
}

/** The pause after a message of a mailing. @param random 0 to 1 */
export function pauseAfter({ pauseMs: { least, most } }: WarmUp, random: number): number {
  return Math.round(least + (most - least) * random);
}

/** The day is over for new contacts; they are written to at this hour of the next one. */
const NEXT_DAY_HOUR = 10;

export function nextDayOf(now: Temporal.Instant, timeZone: string): Temporal.Instant {
  const tomorrow = now.toZonedDateTimeISO(timeZone).add({ days: 1 });
  return tomorrow.startOfDay().with({ hour: NEXT_DAY_HOUR }).toInstant();
}

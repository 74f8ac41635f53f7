import type { MailingTiming } from '#contract/mailings/calls.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import type { z } from 'zod';
import { nextOpening } from '#server/policy/opening-rules.ts';
import { quietUntil } from '#server/policy/rules.ts';

export type Timing = z.infer<typeof MailingTiming>;
export type QuietHours = Pick<ContactPolicy, 'quietFromHour' | 'quietToHour'>;

/** The hours in which a mailing sends, and the zone of their clock. */
export type Hours = {
  timing: Pick<Timing, 'daysOfWeek' | 'dispatchHours'>;
  policy: QuietHours;
  /** IANA. */
  timeZone: string;
};

/** @property rule that moves the message from the moment asked for; null: none does */
export type Moment = { at: Temporal.Instant; rule: 'send_window' | 'weekday' | 'quiet_hours' | null };

/** Each attempt passes one night; after two weeks every weekday was tried. */
const MAX_ATTEMPTS = 15;

/**
 * The first moment at which a mailing may send: on its days, in its hours, and outside quiet hours. Null: there is none,
 * because all its hours are quiet.
 */
export function nextMoment(from: Temporal.Instant, { timing, policy, timeZone }: Hours): Moment | null {
  const open = { window: timing.dispatchHours, weekdays: timing.daysOfWeek };
  let moment: Moment = { at: from, rule: null };
  for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
    const opening = nextOpening(moment.at, open, timeZone);
    moment = { at: opening.at, rule: moment.rule ?? opening.rule };
    const quietEnd = quietUntil(policy, moment.at, timeZone);
    if (quietEnd === null) return moment;
    moment = { at: quietEnd, rule: moment.rule ?? 'quiet_hours' };
  }
  return null;
}

/** When the hours that are open at a moment end; at the latest at midnight. */
export function closingOf(open: Temporal.Instant, hours: Hours): Temporal.Instant {
  const from = open.toZonedDateTimeISO(hours.timeZone);
  const midnight = from.add({ days: 1 }).startOfDay();
  let at = from.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 });
  while (Temporal.ZonedDateTime.compare(at, midnight) < 0) {
    if (nextMoment(at.toInstant(), hours)?.rule !== null) return at.toInstant();
    at = at.add({ hours: 1 });
  }
  return midnight.toInstant();
}

/** The start of the next day of a zone. */
export function tomorrowOf(now: Temporal.Instant, timeZone: string): Temporal.Instant {
  return now.toZonedDateTimeISO(timeZone).add({ days: 1 }).startOfDay().toInstant();
}

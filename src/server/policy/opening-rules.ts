import type { Compared } from '#contract/delivery/compared.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { z } from 'zod';
import type { SendWindow } from '#contract/flows/calls.ts';

/** The rules by which a sender's own hours and weekdays hold a message. */
export type HoldRule = Extract<DecisionRule, 'send_window' | 'weekday'>;

/** The moment a message may leave, and the rule that moved it from the intended one; `rule` is null when none did. */
export type Opening = { at: Temporal.Instant; rule: HoldRule | null };

/** Hours and weekdays in which a sender sends. @property weekdays ISO weekdays; empty means any */
export type OpenTimes = { window: z.infer<typeof SendWindow>; weekdays: readonly number[] };

/**
 * When a message may leave within its sender's hours and weekdays, by the wall clock of one zone. A moment that is open is returned
 * unchanged.
 * @param timeZone IANA name of the contact's zone, or the branch's when the contact's is not known
 */
export function nextOpening(wanted: Temporal.Instant, open: OpenTimes, timeZone: string): Opening {
  const wall = wanted.toZonedDateTimeISO(timeZone);
  if (isOpen(wall, open)) return { at: wanted, rule: null };
  return { at: firstOpen(wall, open), rule: isOnDay(wall, open) ? 'send_window' : 'weekday' };
}

/**
 * The first open moment from a given one, across all clock changes of the zone. Between two clock changes a window opens only at its whole
 * hour, but a clock change can land inside one. The search therefore goes from opening to opening and checks every clock change on the way.
 */
function firstOpen(from: Temporal.ZonedDateTime, open: OpenTimes): Temporal.Instant {
  let at = from;
  while (!isOpen(at, open)) {
    const opening = nextWallOpening(at, open);
    const jump = at.getTimeZoneTransition('next');
    const isJumpFirst = jump !== null && Temporal.ZonedDateTime.compare(jump, opening) < 0;
    at = isJumpFirst ? jump : opening;
  }
  return at.toInstant();
}

function isOpen(at: Temporal.ZonedDateTime, open: OpenTimes): boolean {
  return isOnDay(at, open) && at.hour >= open.window.startHour && at.hour < open.window.endHour;
}

function isOnDay(at: Temporal.ZonedDateTime, { weekdays }: OpenTimes): boolean {
  return weekdays.length === 0 || weekdays.includes(at.dayOfWeek);
}

/** The next time the wall clock shows the window's first hour, on any weekday. */
function nextWallOpening(at: Temporal.ZonedDateTime, { window }: OpenTimes): Temporal.ZonedDateTime {
  const today = at.toPlainDate();
  const date = at.hour < window.startHour ? today : today.add({ days: 1 });
  const wall = date.toPlainDateTime({ hour: window.startHour });
  const opening = wall.toZonedDateTime(at.timeZoneId, { disambiguation: 'compatible' });
  // NOTE: when the clock shows an hour twice, the first of the two may have passed already.
  if (Temporal.ZonedDateTime.compare(opening, at) > 0) return opening;
  return wall.toZonedDateTime(at.timeZoneId, { disambiguation: 'later' });
}

/** The hours and weekdays of the window, as compared values of the verdict. */
export function windowValues(
  { window, weekdays }: OpenTimes,
  at: Temporal.Instant,
  timeZone: string,
): Compared<'send_window'> {
  const wall = at.toZonedDateTimeISO(timeZone);
  return {
    localTime: wall.toPlainTime().toString({ smallestUnit: 'minute' }),
    weekday: wall.dayOfWeek,
    startHour: window.startHour,
    endHour: window.endHour,
    ...(weekdays.length > 0 && { weekdays: weekdays.join(', ') }),
  };
}

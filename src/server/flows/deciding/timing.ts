import type { DecisionRule } from '#contract/delivery.ts';
import type { FlowTiming } from '#contract/flows.ts';

/** Why a flow's own hours and days hold a message. */
export type HoldRule = Extract<DecisionRule, 'send_window' | 'weekday'>;

/** The moment a message may leave, and what moved it from the one that was wanted; `rule` is null when nothing did. */
export type Opening = { at: Temporal.Instant; rule: HoldRule | null };

type OpenTimes = Pick<FlowTiming, 'window' | 'weekdays'>;

/**
 * When a message that is wanted at a moment may leave by its flow's window and days, which are of the wall clock of
 * one zone. What is open at once leaves at once.
 *
 * @param timeZone IANA name of the customer's zone, or the branch's when hers is not known
 */
export function nextOpening(wanted: Temporal.Instant, open: OpenTimes, timeZone: string): Opening {
  const wall = wanted.toZonedDateTimeISO(timeZone);
  if (isOpen(wall, open)) return { at: wanted, rule: null };
  return { at: firstOpen(wall, open), rule: isOnDay(wall, open) ? 'send_window' : 'weekday' };
}

/**
 * The first open moment after another, through all jumps of the zone's clock.
 *
 * Between two jumps a window opens at its whole hour alone, but a jump can land inside one. So the walk goes from
 * opening to opening and looks at every jump on its way.
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

/** The next time the wall clock shows the window's first hour, whatever the weekday. */
function nextWallOpening(at: Temporal.ZonedDateTime, { window }: OpenTimes): Temporal.ZonedDateTime {
  const today = at.toPlainDate();
  const date = at.hour < window.startHour ? today : today.add({ days: 1 });
  const wall = date.toPlainDateTime({ hour: window.startHour });
  const opening = wall.toZonedDateTime(at.timeZoneId, { disambiguation: 'compatible' });
  // NOTE: of an hour the clock shows twice the first may have passed already.
  if (Temporal.ZonedDateTime.compare(opening, at) > 0) return opening;
  return wall.toZonedDateTime(at.timeZoneId, { disambiguation: 'later' });
}

/** The hours and days a moment is compared with, for the verdict. */
export function windowValues(
  { window, weekdays }: OpenTimes,
  at: Temporal.Instant,
  timeZone: string,
): Record<string, unknown> {
  const wall = at.toZonedDateTimeISO(timeZone);
  return {
    localTime: wall.toPlainTime().toString({ smallestUnit: 'minute' }),
    weekday: wall.dayOfWeek,
    startHour: window.startHour,
    endHour: window.endHour,
    ...(weekdays.length > 0 && { weekdays: weekdays.join(', ') }),
  };
}

import type { WorkDay } from '#contract/assistants/settings.ts';
import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';

/** A closed time between work hours; both ends are instants, the second excluded. */
export type Night = { from: Temporal.Instant; until: Temporal.Instant };

type Span = { from: Temporal.Instant; until: Temporal.Instant };

/** A shorter time between work hours is a break of the same day. */
const MIN_NIGHT_HOURS = 4;
/** A summary of a night that ended longer ago is of no use: people have read the conversations themselves. */
const MAX_LATE_HOURS = 6;
/** Work hours repeat by the week, so that any night begins or ends within so many days. */
const SEEN_DAYS = 15;

/** The night that ended last, unless it ended long ago; null: none did, or the hours leave none. */
export function lastNight(days: readonly WorkDay[], now: Temporal.ZonedDateTime): Night | null {
  const night = nightsAround(days, now).findLast(({ until }) => isNotAfter(until, now.toInstant()));
  if (!night) return null;
  const isLate = isNotAfter(night.until.add({ hours: MAX_LATE_HOURS }), now.toInstant());
  return isLate ? null : night;
}

/** When the present or the next night ends; null where the hours leave none. */
export function nextMorning(days: readonly WorkDay[], now: Temporal.ZonedDateTime): Temporal.Instant | null {
  return nightsAround(days, now).find(({ until }) => !isNotAfter(until, now.toInstant()))?.until ?? null;
}

/** The next moment at which work hours begin or end; null where they are all time, or no time. */
export function nextChange(days: readonly WorkDay[], now: Temporal.ZonedDateTime): Temporal.Instant | null {
  const edges = workSpans(days, now).flatMap(({ from, until }) => [from, until]);
  return edges.find((edge) => !isNotAfter(edge, now.toInstant())) ?? null;
}

/** Whether the hours of a week leave a night. */
export function hasNight(days: readonly WorkDay[]): boolean {
  return nightsAround(days, A_MONDAY).length > 0;
}

const A_MONDAY = Temporal.ZonedDateTime.from('2026-01-05T00:00[UTC]');

function nightsAround(days: readonly WorkDay[], now: Temporal.ZonedDateTime): Night[] {
  const spans = workSpans(days, now);
  return spans
    .slice(1)
    .map(({ from: until }, index) => ({ from: spans[index]?.until ?? until, until }))
    .filter(({ from, until }) => isNotAfter(from.add({ hours: MIN_NIGHT_HOURS }), until));
}

/** Work hours of the days around a moment, in order; hours that touch or overlap, as at midnight, are one span. */
function workSpans(days: readonly WorkDay[], now: Temporal.ZonedDateTime): Span[] {
  const today = now.toPlainDate();
  const spans = Array.from({ length: 2 * SEEN_DAYS + 1 }, (_, index) => today.add({ days: index - SEEN_DAYS }))
    .flatMap((date) =>
      days
        .filter(({ weekday }) => weekday === date.dayOfWeek)
        .map(({ fromMinute, untilMinute }) => ({
          from: atMinute(date, fromMinute, now.timeZoneId),
          until: atMinute(date, untilMinute, now.timeZoneId),
        })),
    )
    .toSorted((one, other) => compareInstants(one.from, other.from));
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (!last || !isNotAfter(span.from, last.until)) joined.push({ ...span });
    else if (isNotAfter(last.until, span.until)) last.until = span.until;
  }
  return joined;
}

/** @param minute from midnight; 1440 is midnight of the next day */
function atMinute(date: Temporal.PlainDate, minute: number, timeZone: string): Temporal.Instant {
  const day = date.add({ days: Math.floor(minute / 1_440) });
  const plainTime = Temporal.PlainTime.from({ hour: Math.floor(minute / 60) % 24, minute: minute % 60 });
  return day.toZonedDateTime({ timeZone, plainTime }).toInstant();
}

const isNotAfter = (one: Temporal.Instant, other: Temporal.Instant) => !isAfter(one, other);

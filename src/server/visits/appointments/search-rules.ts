import type { Performer } from './bookable-rules.ts';

/** Calls to the booking system that run at once. */
const CALLS_A_ROUND = 6;
/** Rounds of calls, each only where those before found nothing. */
const MAX_ROUNDS = 2;
/** Masters of one round where several days are searched. */
const MASTERS_AT_ONCE = 2;

/** A master's day whose free times are requested. */
export type SearchedDay = Performer & { day: Temporal.PlainDate };

/**
 * Divides a search for free times into rounds of bounded calls. On one day more masters are searched; from a day on,
 * first the next days of a few masters.
 */
export function roundsOf(
  performers: readonly Performer[],
  when: { day: Temporal.PlainDate } | { from: Temporal.PlainDate },
): SearchedDay[][] {
  const isOneDay = 'day' in when;
  const width = isOneDay ? CALLS_A_ROUND : Math.max(1, Math.min(MASTERS_AT_ONCE, performers.length));
  const days = isOneDay ? [when.day] : daysFrom(when.from, Math.floor(CALLS_A_ROUND / width));
  const groups = Array.from({ length: Math.ceil(performers.length / width) }, (_, at) =>
    performers.slice(at * width, (at + 1) * width),
  );
  const rounds = groups.map((group) => crossOf(group, days));
  if (!isOneDay && rounds.length < MAX_ROUNDS && groups[0])
    rounds.push(crossOf(groups[0], daysFrom(when.from.add({ days: days.length }), days.length)));
  return rounds.slice(0, MAX_ROUNDS);
}

const crossOf = (group: readonly Performer[], days: readonly Temporal.PlainDate[]): SearchedDay[] =>
  days.flatMap((day) => group.map((performer) => ({ ...performer, day })));

const daysFrom = (from: Temporal.PlainDate, count: number): Temporal.PlainDate[] =>
  Array.from({ length: count }, (_, days) => from.add({ days }));

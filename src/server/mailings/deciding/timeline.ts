import { compareInstants, earlierOf, isAfter, isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import { closingOf, type Moment, nextMoment, type QuietHours, type Timing, tomorrowOf } from './moments.ts';
import { zoneOf } from './waves.ts';

export type TimelineQuestion = {
  /** When it would start. */
  from: Temporal.Instant;
  timing: Timing;
  policy: QuietHours;
  cabinetZone: string;
  /** Most messages a day, see `dayLimitOf`; null: any number. */
  perDay: number | null;
  /** The same for a day that differs, by its distance from the day it would start; absent: all are alike. */
  perDayOn?: (daysAhead: number) => number | null;
  /** Messages a second that its channels take. */
  perSecond: number;
};

/** Recipients whose turn has not come. */
export type Crowd = {
  left: () => number;
  /** Zones they live in; '' is the cabinet's. */
  zones: () => readonly string[];
  /** Sends to some of those who live in zones, at most as many as there is room for. @returns how many got it */
  send: (zones: readonly string[], at: Temporal.Instant, room: number) => number;
};

export type Timeline = {
  /** When the last message leaves; null: none does. */
  finishesAt: Temporal.Instant | null;
  /** Hours in which messages leave, each by its beginning or the start of the mailing. */
  hours: { at: Temporal.Instant; messages: number }[];
};

/** Two years of hours. */
const MAX_SLOTS = 17_520;

/** Plays a mailing hour by hour: its days and hours in each zone, quiet hours, the daily limit, its pace and its last moment. */
export function playTimeline(question: TimelineQuestion, crowd: Crowd): Timeline {
  const { timing, policy, cabinetZone, perSecond, perDayOn = () => question.perDay } = question;
  const firstDay = Temporal.PlainDate.from(dayOf(question.from, cabinetZone));
  const useBy = timing.useBy === null ? null : Temporal.Instant.from(timing.useBy);
  const hoursIn = (zone: string) => ({ timing, policy, timeZone: zoneOf(zone, timing, cabinetZone) });
  const sentOn = new Map<string, number>();
  const hours: Timeline['hours'] = [];
  let finishesAt: Temporal.Instant | null = null;
  let at = question.from;
  let closing = at;
  let pastRoom = 0;
  for (let slot = 0; slot < MAX_SLOTS && crowd.left() > 0; slot++) {
    const openings = crowd.zones().map((zone) => ({ zone, moment: nextMoment(at, hoursIn(zone)) }));
    const first = earliest(openings.map(({ moment }) => moment));
    if (first === null) break;
    const start = laterOf(at, first.at);
    if (useBy && !isBefore(start, useBy)) break;
    const date = dayOf(start, cabinetZone);
    const perDay = perDayOn(firstDay.until(date).days);
    const ofDay = perDay === null ? crowd.left() : Math.min(crowd.left(), perDay - (sentOn.get(date) ?? 0));
    if (ofDay <= 0) {
      at = tomorrowOf(start, cabinetZone);
      continue;
    }
    const open = openings.flatMap(({ zone, moment }) => (moment && !isAfter(moment.at, start) ? [zone] : []));
    if (!isAfter(closing, start)) closing = closingOf(start, hoursIn(open[0] ?? ''));
    const end = [nextHour(start, cabinetZone), closing, ...(useBy ? [useBy] : [])].reduce(earlierOf);
    const slotMs = millisecondsTo(start, end);
    const gapMs = timing.isSpread
      ? Math.max(1_000 / perSecond, millisecondsTo(start, useBy ? earlierOf(closing, useBy) : closing) / ofDay)
      : 1_000 / perSecond;
    const room = slotMs / gapMs + pastRoom;
    // NOTE: the first message of a slow channel leaves at once.
    const wanted = Math.min(ofDay, hours.length === 0 ? Math.max(1, Math.floor(room)) : Math.floor(room + ROUNDING));
    pastRoom = Math.max(0, room - Math.floor(room + ROUNDING));
    const messages = wanted > 0 ? crowd.send(open, start, wanted) : 0;
    if (messages > 0) {
      sentOn.set(date, (sentOn.get(date) ?? 0) + messages);
      hours.push({ at: start, messages });
      const takesMs = timing.isSpread ? gapMs * (messages - 1) : gapMs * messages;
      finishesAt = start.add({ milliseconds: Math.floor(Math.min(slotMs, takesMs)) });
    }
    at = end;
  }
  return { finishesAt, hours };
}

const ROUNDING = 1e-9;

const millisecondsTo = (from: Temporal.Instant, to: Temporal.Instant) => from.until(to).total('milliseconds');

function nextHour(at: Temporal.Instant, timeZone: string): Temporal.Instant {
  const zoned = at.toZonedDateTimeISO(timeZone);
  return zoned.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 }).toInstant();
}

/** The calendar day of a moment, e.g. `2026-11-23`. */
export function dayOf(at: Temporal.Instant, timeZone: string): string {
  return at.toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

function earliest(moments: readonly (Moment | null)[]): Moment | null {
  const known = moments.filter((moment) => moment !== null);
  return known.toSorted((one, other) => compareInstants(one.at, other.at))[0] ?? null;
}

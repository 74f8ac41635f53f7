import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';
import { closingOf, type Moment, nextMoment, type QuietHours, type Timing, tomorrowOf } from './moments.ts';

export type WaveQuestion = {
  now: Temporal.Instant;
  timing: Timing;
  policy: QuietHours;
  cabinetZone: string;
  /** Zones of the recipients who wait; '' is the cabinet's. */
  zones: readonly string[];
  /** Recipients who wait. */
  waiting: number;
  /** Messages that may be added to the ledger. */
  room: number;
  /** Most messages a day; null: any number. */
  perDay: number | null;
  /** Messages of this day that were sent or are planned. */
  usedToday: number;
};

/** The recipients whose messages are planned next, and when the next wave comes. */
export type Wave = {
  /** Zones in which it may send now. */
  zones: readonly string[];
  count: number;
  /** Milliseconds between two messages; 0: as fast as the channel takes them. */
  gapMs: number;
  /** Null: as soon as there is room. */
  nextAt: Temporal.Instant | null;
  /** The rule that makes them wait until then. */
  heldBy: Moment['rule'] | 'daily_limit';
};

/** Spread messages are planned this far ahead. */
const SPREAD_AHEAD_MS = 10 * 60_000;

/** Decides how many recipients get their message now, and in which zones. */
export function nextWave(question: WaveQuestion): Wave {
  const { now, timing, policy, cabinetZone, zones, waiting, room, perDay, usedToday } = question;
  const hoursIn = (zone: string) => ({ timing, policy, timeZone: zoneOf(zone, timing, cabinetZone) });
  const left = perDay === null ? waiting : Math.min(waiting, perDay - usedToday);
  const none = { zones: [], count: 0, gapMs: 0 };
  if (waiting > 0 && left <= 0) {
    const moments = zones.map((zone) => nextMoment(tomorrowOf(now, cabinetZone), hoursIn(zone)));
    return { ...none, nextAt: earliest(moments)?.at ?? null, heldBy: 'daily_limit' };
  }
  const moments = zones.map((zone) => ({ zone, moment: nextMoment(now, hoursIn(zone)) }));
  const open = moments.filter(({ moment }) => moment !== null && !isAfter(moment.at, now)).map(({ zone }) => zone);
  const [first] = open;
  if (first === undefined) {
    const next = earliest(moments.map(({ moment }) => moment));
    return { ...none, nextAt: next?.at ?? null, heldBy: next?.rule ?? null };
  }
  const count = Math.max(0, Math.min(left, room));
  if (!timing.isSpread) return { zones: open, count, gapMs: 0, nextAt: null, heldBy: null };
  const gapMs = now.until(closingOf(now, hoursIn(first))).total('milliseconds') / left;
  const spread = Math.min(count, Math.max(1, Math.floor(SPREAD_AHEAD_MS / gapMs)));
  const nextAt = spread === 0 ? null : now.add({ milliseconds: Math.ceil(gapMs * spread) });
  return { zones: open, count: spread, gapMs, nextAt, heldBy: null };
}

/** The zone by whose clock a recipient's hours are reckoned. */
export function zoneOf(
  zone: string,
  { isInContactZone }: Pick<Timing, 'isInContactZone'>,
  cabinetZone: string,
): string {
  return isInContactZone && zone !== '' ? zone : cabinetZone;
}

function earliest(moments: readonly (Moment | null)[]): Moment | null {
  const known = moments.filter((moment) => moment !== null);
  return known.toSorted((one, other) => compareInstants(one.at, other.at))[0] ?? null;
}

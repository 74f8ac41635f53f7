import { dateIn, timeOf } from '#server/texts/content/format-rules.ts';
import { expect, test, vi } from 'vitest';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { aDecidedFlow, aDecidedVisit, happened, OPEN_POLICY, theFacts } from '#server/testing/rows/decisions.ts';
import { momentOf } from './moment-rules.ts';
import { decide } from './rules.ts';

/**
 * Tests reminders and follow-ups at every clock change of every zone against an independent computation without Temporal: offsets are read
 * from Intl, and the window is searched in quarters of an hour.
 */
const HOUR = 3_600_000;
const QUARTER = 900_000;
const FROM = Date.UTC(2016, 0, 1);
const UNTIL = Date.UTC(2037, 0, 1);
const LEADS = [24, 2, 1];
/**
 * Offsets of visits from a clock change: just after it, in the morning, and a day later, so that 24 hours before lies before the change.
 */
const VISITS_AFTER = [0.25 * HOUR, 1.5 * HOUR, 9 * HOUR, 24.5 * HOUR];
/** The working day, and the hours in which most clock changes happen. */
const WINDOWS = [
  { startHour: 9, endHour: 21 },
  { startHour: 1, endHour: 3 },
];
type Window = (typeof WINDOWS)[number];
/** The send window of marketing messages. */
const DAY: Window = { startHour: 10, endHour: 20 };

/** `alike`: the zones whose clocks showed the same at every moment, this one included. */
type Zone = { name: string; wall: Intl.DateTimeFormat; dates: Intl.DateTimeFormat; alike: string[] };

const allZones: Zone[] = Intl.supportedValuesOf('timeZone').map((name) => ({
  name,
  wall: new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }),
  dates: new Intl.DateTimeFormat('ru-RU', { timeZone: name, day: 'numeric', month: 'long' }),
  alike: [name],
}));

/** One zone of each group whose clocks agree. */
const zones: Zone[] = [...Map.groupBy(allZones, clockOf).values()].flatMap(([first, ...others]) =>
  first ? [{ ...first, alike: [first, ...others].map(({ name }) => name) }] : [],
);

/** Runs hundreds of thousands of decisions, on machines with other load. */
vi.setConfig({ testTimeout: 120_000 });

test('zones whose clocks agree by Intl agree by Temporal', () => {
  const wrong: string[] = [];
  for (const zone of zones) {
    const moments = changesFor(zone)
      .flatMap((change) => [change - 1, change])
      .map((at) => Temporal.Instant.fromEpochMilliseconds(at));
    const offsetsIn = (name: string) => moments.map((at) => at.toZonedDateTimeISO(name).offset).join();
    const expected = offsetsIn(zone.name);
    wrong.push(...zone.alike.filter((name) => offsetsIn(name) !== expected));
  }
  expect(wrong).toEqual([]);
  expect(zones.flatMap(({ alike }) => alike)).toHaveLength(allZones.length);
});

test('a reminder leaves exactly 24, 2 and 1 hours before the visit, whatever the clock does meanwhile', () => {
  let count = 0;
  const wrong: string[] = [];
  for (const { zone, visit, lead } of reminders()) {
    count += zone.alike.length;
    const decided = decideReminder(zone.name, visit, lead, { startHour: 0, endHour: 24 });
    const expected = new Date(visit - lead * HOUR).toISOString();
    if (decided !== expected) wrong.push(`${zone.name} ${new Date(visit).toISOString()} ${lead} h: ${decided}`);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(50_000);
});

test.each(WINDOWS)(
  'a reminder outside %o waits for its opening, or is dropped when the visit comes first',
  (window) => {
    const wrong: string[] = [];
    for (const { zone, visit, lead } of reminders()) {
      const decided = decideReminder(zone.name, visit, lead, window);
      const expected = expectedInWindow(zone, visit - lead * HOUR, visit, window);
      if (decided !== expected) {
        wrong.push(`${zone.name} ${new Date(visit).toISOString()} ${lead} h: ${decided}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

test('the time and date a customer reads are those of the wall clock at the branch', () => {
  const wrong: string[] = [];
  for (const zone of zones) {
    for (const visit of visitsOf(zone)) {
      const wall = Temporal.Instant.fromEpochMilliseconds(visit).toZonedDateTimeISO(zone.name);
      const shown = `${dateIn(wall, 'ru')} ${timeOf(wall)}`;
      const expected = `${zone.dates.format(visit)} ${zone.wall.format(visit).slice(-5)}`;
      if (shown !== expected) wrong.push(`${zone.name}: ${shown}, not ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['review_request', 2 * HOUR, 'arrived'],
  ['no_show_retry', 24 * HOUR, 'no_show'],
  ['repeat_visit', 30 * 24 * HOUR, 'arrived'],
  ['lost_client', 90 * 24 * HOUR, 'arrived'],
  ['abandoned_cart', HOUR, 'open'],
  ['api_event', 2 * HOUR, ''],
] as const)('what %s says leaves so long after what it is about, by day', (kind, delay, status) => {
  const wrong: string[] = [];
  for (const zone of zones) {
    for (const change of changesFor(zone)) {
      // The intended moment falls just after the clock change; the visit was held `delay` earlier.
      const visit = change + 0.25 * HOUR - delay;
      const decided = decideAfter(zone.name, { kind, status, visit, delay });
      const expected = new Date(firstInWindow(zone, visit + delay, DAY)).toISOString();
      if (decided !== expected)
        wrong.push(`${zone.name} ${new Date(visit).toISOString()}: ${decided}, not ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['on the day', 0],
  ['two weeks before', -14],
  ['a week after', 7],
])('a birthday is greeted at ten by the clock of the zone, %s, also when that clock is changed', (_, days) => {
  const wrong: string[] = [];
  for (const zone of zones) {
    const changed = changesFor(zone).map((change) =>
      Temporal.Instant.fromEpochMilliseconds(change).toZonedDateTimeISO(zone.name).toPlainDate(),
    );
    for (const day of changed.flatMap((one) => [one, one.subtract({ days })])) {
      const decided = decideBirthday(zone.name, { day, delayMinutes: days * 1_440 + 600 });
      const [month, date, , hour, minute] = zone.wall.format(Date.parse(decided)).split(/\D+/).map(Number);
      const greeted = day.add({ days });
      const isRight = month === greeted.month && date === greeted.day && hour === 10 && minute === 0;
      if (!isRight) wrong.push(`${zone.name} ${day}: ${decided}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each(['daily_report', 'weekly_report'] as const)('a %s is due at nine by the clock of the zone', (kind) => {
  const wrong: string[] = [];
  const flow = aDecidedFlow(kind, { timing: { delayMinutes: 540 } });
  for (const zone of zones) {
    for (const change of changesFor(zone)) {
      const day = Temporal.Instant.fromEpochMilliseconds(change).toZonedDateTimeISO(zone.name).startOfDay();
      const due = momentOf({ startsAt: day.toInstant(), timeZone: zone.name }, flow);
      const shown = zone.wall.format(due.epochMilliseconds).slice(-5);
      if (shown !== '09:00') wrong.push(`${zone.name} ${day}: ${shown}`);
    }
  }
  expect(wrong).toEqual([]);
});

function* reminders(): Generator<{ zone: Zone; visit: number; lead: number }> {
  for (const zone of zones) {
    for (const visit of visitsOf(zone)) yield* LEADS.map((lead) => ({ zone, visit, lead }));
  }
}

/** @returns when the message leaves, or the rule against it */
function decideReminder(timeZone: string, visit: number, lead: number, window: Window): string {
  const startsAt = Temporal.Instant.fromEpochMilliseconds(visit);
  const flow = aDecidedFlow('visit_reminder', { timing: { delayMinutes: -lead * 60, window } });
  const facts = theFacts({ subject: aDecidedVisit({ timeZone, startsAt }) });
  return leavesAt(decide(facts, flow, startsAt.subtract({ hours: 100 }), OPEN_POLICY));
}

/** @returns when the message leaves, or the rule against it */
function decideAfter(
  timeZone: string,
  given: { kind: FlowKind; status: string; visit: number; delay: number },
): string {
  const { kind, status, visit, delay } = given;
  const startsAt = Temporal.Instant.fromEpochMilliseconds(visit);
  const flow = aDecidedFlow(kind, {
    lastStartedAt: startsAt.subtract({ hours: 1 }),
    timing: { delayMinutes: delay / 60_000, window: DAY },
  });
  const { subject, triggers } = flowKind(kind);
  const event = triggers[0] ? happened(triggers[0], { occurredAt: startsAt, statusTo: status }) : null;
  const facts = theFacts({ subject: aDecidedVisit({ kind: subject, timeZone, startsAt, status }), event });
  return leavesAt(decide(facts, flow, startsAt, OPEN_POLICY));
}

function decideBirthday(
  timeZone: string,
  { day, delayMinutes }: { day: Temporal.PlainDate; delayMinutes: number },
): string {
  const startsAt = day.toZonedDateTime(timeZone).toInstant();
  const subject = aDecidedVisit({ kind: 'contact', status: '', timeZone, startsAt, timeVersion: day.year });
  const now = startsAt.add({ minutes: delayMinutes }).subtract({ hours: 30 });
  const flow = aDecidedFlow('birthday', { lastStartedAt: now, timing: { delayMinutes } });
  return leavesAt(decide(theFacts({ subject }), flow, now, OPEN_POLICY));
}

function leavesAt([verdict]: ReturnType<typeof decide>): string {
  if (!verdict || verdict.outcome === 'skipped') return verdict?.rule ?? 'nothing';
  return new Date(verdict.at.epochMilliseconds).toISOString();
}

function firstInWindow(zone: Zone, wanted: number, window: Window): number {
  let at = wanted;
  while (!isInWindow(zone, at, window)) at += QUARTER;
  return at;
}

function expectedInWindow(zone: Zone, wanted: number, visit: number, window: Window): string {
  let at = wanted;
  while (at < visit && !isInWindow(zone, at, window)) at += QUARTER;
  return at >= visit ? 'too_late' : new Date(at).toISOString();
}

function isInWindow({ wall }: Zone, at: number, { startHour, endHour }: Window): boolean {
  const hour = Number(wall.format(at).slice(-5, -3));
  return hour >= startHour && hour < endHour;
}

const visitsByZone = new Map<Zone, number[]>();

function visitsOf(zone: Zone): number[] {
  const known = visitsByZone.get(zone);
  if (known) return known;
  const visits = changesFor(zone).flatMap((change) => VISITS_AFTER.map((after) => change + after));
  visitsByZone.set(zone, visits);
  return visits;
}

/** The offsets of a zone and when they begin. */
function clockOf(zone: Zone): string {
  return [FROM, ...changesOf(zone)].map((at) => `${at} ${offsetOf(zone, at)}`).join();
}

const changesByZone = new Map<Zone, number[]>();

/** Clock changes of a zone; an arbitrary day for a zone whose clock never changes. */
function changesFor(zone: Zone): number[] {
  const known = changesByZone.get(zone);
  if (known) return known;
  const found = changesOf(zone);
  const changes = found.length > 0 ? found : [Date.UTC(2026, 5, 1)];
  changesByZone.set(zone, changes);
  return changes;
}

/** Finds clock changes by comparing offsets week by week and bisecting where they differ. */
function changesOf(zone: Zone): number[] {
  const week = 7 * 24 * HOUR;
  const changes: number[] = [];
  let before = offsetOf(zone, FROM);
  for (let at = FROM; at < UNTIL; at += week) {
    const after = offsetOf(zone, at + week);
    if (after !== before) changes.push(changeBetween(zone, at, at + week));
    before = after;
  }
  return changes;
}

function changeBetween(zone: Zone, from: number, until: number): number {
  const old = offsetOf(zone, from);
  let [low, high] = [from, until];
  while (high - low > QUARTER) {
    const middle = low + Math.floor((high - low) / 2 / QUARTER) * QUARTER;
    if (offsetOf(zone, middle) === old) low = middle;
    else high = middle;
  }
  return high;
}

/** Milliseconds the wall clock is ahead of UTC. */
function offsetOf({ wall }: Zone, at: number): number {
  const [month, day, year, hour, minute] = wall.format(at).split(/\D+/).map(Number);
  return Date.UTC(year!, month! - 1, day, hour, minute) - at;
}

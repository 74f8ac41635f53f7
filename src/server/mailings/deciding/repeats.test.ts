import { expect, test } from 'vitest';
import type { MailingRepeat } from '#contract/mailings/repeat.ts';
import { nextRun } from './repeats.ts';

const MOSCOW = 'Europe/Moscow';
const BERLIN = 'Europe/Berlin';

const weekly = (daysOfWeek: number[], rest: Partial<MailingRepeat> = {}): MailingRepeat =>
  ({ every: 'week', daysOfWeek, time: '10:00', until: null, ...rest }) as MailingRepeat;
const monthly = (dayOfMonth: number, rest: Partial<MailingRepeat> = {}): MailingRepeat =>
  ({ every: 'month', dayOfMonth, time: '10:00', until: null, ...rest }) as MailingRepeat;

/** Local starts of the next runs, each after the one before. */
function runs(repeat: MailingRepeat, after: string, { zone = MOSCOW, count = 3 } = {}): string[] {
  const found: string[] = [];
  let at = Temporal.ZonedDateTime.from(`${after}[${zone}]`).toInstant();
  while (found.length < count) {
    const next = nextRun(repeat, at, zone);
    if (!next) return found;
    found.push(next.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' }));
    at = next;
  }
  return found;
}

test('a weekly mailing runs on each of its days, the same day included when its time is ahead', () => {
  // 30 November 2026 is a Monday.
  expect(runs(weekly([1, 4]), '2026-11-30T09:59')).toEqual([
    '2026-11-30T10:00',
    '2026-12-03T10:00',
    '2026-12-07T10:00',
  ]);
  expect(runs(weekly([1]), '2026-11-30T10:00')).toEqual(['2026-12-07T10:00', '2026-12-14T10:00', '2026-12-21T10:00']);
});

test('a monthly mailing runs on its day, or on the last day of a month that has no such day', () => {
  expect(runs(monthly(1), '2026-11-30T12:00')).toEqual(['2026-12-01T10:00', '2027-01-01T10:00', '2027-02-01T10:00']);
  expect(runs(monthly(31), '2027-01-31T12:00')).toEqual(['2027-02-28T10:00', '2027-03-31T10:00', '2027-04-30T10:00']);
  expect(runs(monthly(30), '2028-02-01T00:00', { count: 2 })).toEqual(['2028-02-29T10:00', '2028-03-30T10:00']);
  expect(runs(monthly(1), '2027-01-01T10:00', { count: 1 })).toEqual(['2027-02-01T10:00']);
});

test('the hour is the same on both sides of a change of the clock; a skipped time is moved forward', () => {
  expect(runs(weekly([7]), '2027-03-21T12:00', { zone: BERLIN, count: 2 })).toEqual([
    '2027-03-28T10:00',
    '2027-04-04T10:00',
  ]);
  expect(runs(weekly([7], { time: '02:30' }), '2027-03-27T12:00', { zone: BERLIN, count: 1 })).toEqual([
    '2027-03-28T03:30',
  ]);
});

test('there is no run after the last day, which itself still counts', () => {
  expect(runs(weekly([1], { until: '2026-12-07' }), '2026-11-30T12:00')).toEqual(['2026-12-07T10:00']);
  expect(runs(weekly([1], { until: '2026-12-06' }), '2026-11-30T12:00')).toEqual([]);
});

import { expect, test } from 'vitest';
import type { WorkDay } from '#contract/assistants/settings.ts';
import { hasNight, lastNight, nextChange, nextMorning } from './night-rules.ts';

const on = (weekdays: readonly number[], from: number, until: number): WorkDay[] =>
  weekdays.map((weekday) => ({ weekday, fromMinute: from * 60, untilMinute: until * 60 }));
const WORKDAYS = [1, 2, 3, 4, 5];
const EVERY_DAY = [...WORKDAYS, 6, 7];
/** 2 March 2026 is a Monday. */
const at = (time: string, zone = 'Europe/Moscow') => Temporal.ZonedDateTime.from(`2026-03-${time}[${zone}]`);
const shown = (instant: Temporal.Instant | null | undefined, zone = 'Europe/Moscow') =>
  instant?.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).slice(8);
const night = (days: readonly WorkDay[], now: Temporal.ZonedDateTime) => {
  const found = lastNight(days, now);
  return found && `${shown(found.from, now.timeZoneId)} – ${shown(found.until, now.timeZoneId)}`;
};

test.each([
  ['03T09:59', null],
  ['03T10:00', '02T20:00 – 03T10:00'],
  ['03T15:59', '02T20:00 – 03T10:00'],
  ['03T16:00', null],
])('at %s the night that ended is %s', (now, expected) => {
  expect(night(on(EVERY_DAY, 10, 20), at(now))).toBe(expected);
});

test('days off belong to one night, which ends on the next working morning', () => {
  const days = on(WORKDAYS, 9, 18);
  expect(night(days, at('07T12:00'))).toBeNull();
  expect(night(days, at('08T09:00'))).toBeNull();
  expect(night(days, at('09T09:05'))).toBe('06T18:00 – 09T09:00');
  expect(shown(nextMorning(days, at('06T19:00')))).toBe('09T09:00');
});

test('one working day a week has a night of six days', () => {
  expect(night(on([3], 10, 20), at('11T10:00'))).toBe('04T20:00 – 11T10:00');
});

test('hours past midnight go on until they end', () => {
  const bar = [...on(EVERY_DAY, 18, 24), ...on(EVERY_DAY, 0, 2)];
  expect(night(bar, at('03T00:30'))).toBeNull();
  expect(night(bar, at('03T02:00'))).toBeNull();
  expect(night(bar, at('03T18:00'))).toBe('03T02:00 – 03T18:00');
});

test('a break at noon is no night', () => {
  const days = [...on(EVERY_DAY, 10, 13), ...on(EVERY_DAY, 14, 20)];
  expect(night(days, at('03T14:00'))).toBe('02T20:00 – 03T10:00');
  expect(shown(nextMorning(days, at('03T13:30')))).toBe('04T10:00');
});

test('hours that leave no night have none', () => {
  const always = on(EVERY_DAY, 0, 24);
  expect(hasNight(always)).toBe(false);
  expect(hasNight([])).toBe(false);
  expect(hasNight(on(EVERY_DAY, 3, 24))).toBe(false);
  expect(hasNight(on(EVERY_DAY, 10, 20))).toBe(true);
  expect(night(always, at('03T10:00'))).toBeNull();
  expect(nextMorning(always, at('03T10:00'))).toBeNull();
  expect(nextChange([], at('03T10:00'))).toBeNull();
});

test('the hours are those of the zone, also when its clock is changed in the night', () => {
  const zone = 'Europe/Berlin';
  const found = lastNight(on(EVERY_DAY, 9, 18), at('29T09:00', zone));
  expect(String(found?.from)).toBe('2026-03-28T17:00:00Z');
  expect(String(found?.until)).toBe('2026-03-29T07:00:00Z');
});

test('the next change is the end of the work hours, or their beginning', () => {
  const days = on(EVERY_DAY, 10, 20);
  expect(shown(nextChange(days, at('03T12:00')))).toBe('03T20:00');
  expect(shown(nextChange(days, at('03T20:00')))).toBe('04T10:00');
});

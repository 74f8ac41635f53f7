import { expect, test } from 'vitest';
import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import { comparisonsOf, periodAround, placeIn, pointsOf, untilToday } from './comparison-rules.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const written = ({ from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate }) => `${from}..${to}`;

function compared(period: ConversionPeriod, on: string, today = '2030-01-01', first = '2000-01-01') {
  const whole = periodAround(day(on), period);
  return comparisonsOf(period, { whole, today: day(today), first: day(first) }).map(
    ({ kind, ranges }) => `${kind} ${ranges.map(written).join(' ')}`,
  );
}

test('a week begins on Monday, a month and a year on their first day', () => {
  expect(written(periodAround(day('2026-03-01'), 'day'))).toBe('2026-03-01..2026-03-01');
  expect(written(periodAround(day('2026-03-01'), 'week'))).toBe('2026-02-23..2026-03-01');
  expect(written(periodAround(day('2024-02-10'), 'month'))).toBe('2024-02-01..2024-02-29');
  expect(written(periodAround(day('2026-12-31'), 'year'))).toBe('2026-01-01..2026-12-31');
  expect(written(periodAround(day('2027-01-01'), 'week'))).toBe('2026-12-28..2027-01-03');
});

test('a day is compared with the same weekday of the four weeks before, across the new year', () => {
  expect(compared('day', '2027-01-11')).toEqual([
    'weekdays 2027-01-04..2027-01-04 2026-12-28..2026-12-28 2026-12-21..2026-12-21 2026-12-14..2026-12-14',
  ]);
});

test('a week that is not over is compared with the same weekdays of the weeks before', () => {
  expect(compared('week', '2026-03-04', '2026-03-04')).toEqual([
    'weekdays 2026-02-23..2026-02-25 2026-02-16..2026-02-18 2026-02-09..2026-02-11 2026-02-02..2026-02-04',
  ]);
});

test('a month is compared with the one before and that of the year before, in as many days', () => {
  expect(compared('month', '2026-03-10')).toEqual([
    'before 2026-02-01..2026-02-28',
    'year_before 2025-03-01..2025-03-31',
  ]);
  expect(compared('month', '2026-03-10', '2026-03-30')).toEqual([
    'before 2026-02-01..2026-02-28',
    'year_before 2025-03-01..2025-03-30',
  ]);
  expect(compared('month', '2026-01-05', '2026-01-05')).toEqual([
    'before 2025-12-01..2025-12-05',
    'year_before 2025-01-01..2025-01-05',
  ]);
});

test('a year is compared with the one before, also on the last day of February of a leap year', () => {
  expect(compared('year', '2025-06-01')).toEqual(['year_before 2024-01-01..2024-12-31']);
  expect(compared('year', '2024-02-29', '2024-02-29')).toEqual(['year_before 2023-01-01..2023-03-01']);
  expect(compared('year', '2024-12-30', '2024-12-31')).toEqual(['year_before 2023-01-01..2023-12-31']);
});

test('weeks before anything is known are left out, and a comparison without any', () => {
  expect(compared('day', '2026-03-02', '2026-03-02', '2026-02-10')).toEqual([
    'weekdays 2026-02-23..2026-02-23 2026-02-16..2026-02-16',
  ]);
  expect(compared('month', '2026-03-02', '2026-03-02', '2026-02-02')).toEqual([]);
});

test('a chart shows the days of a week and month, the months of a year, and of a day its weekday of eight weeks', () => {
  const whole = periodAround(day('2026-03-04'), 'week');
  expect(pointsOf('week', untilToday(whole, day('2026-03-04'))).map(written)).toHaveLength(3);
  const year = untilToday(periodAround(day('2026-03-04'), 'year'), day('2026-03-04'));
  expect(pointsOf('year', year).map(written)).toEqual([
    '2026-01-01..2026-01-31',
    '2026-02-01..2026-02-28',
    '2026-03-01..2026-03-04',
  ]);
  const weekday = pointsOf('day', { from: day('2026-03-02'), to: day('2026-03-02') });
  expect([weekday[0], weekday.at(-1)].map((one) => one && written(one))).toEqual([
    '2026-01-12..2026-01-12',
    '2026-03-02..2026-03-02',
  ]);
});

test('a point stands beside the same day of the month before, or the same month of the year before', () => {
  const month = periodAround(day('2026-03-10'), 'month');
  const february = periodAround(day('2026-02-10'), 'month');
  const at = (text: string) => ({ from: day(text), to: day(text) });
  const inMonth = (text: string) => placeIn(february, at(text), { period: 'month', whole: month });
  expect(inMonth('2026-03-28')).toMatchObject(at('2026-02-28'));
  expect(inMonth('2026-03-29')).toBeNull();
  const [year, before] = [periodAround(day('2026-01-01'), 'year'), { from: day('2025-01-01'), to: day('2025-03-04') }];
  const march = { from: day('2026-03-01'), to: day('2026-03-04') };
  expect(placeIn(before, march, { period: 'year', whole: year })).toMatchObject({ to: day('2025-03-04') });
});

import { expect, test } from 'vitest';
import { expectedVisits, forecastOf } from './return-rules.ts';

const from = Temporal.PlainDate.from('2026-01-01');
/** Two visits on each Monday, one on each other day. */
const days = Array.from({ length: 120 }, (_, index) => {
  const day = from.add({ days: index });
  return { day: day.toString(), visits: day.dayOfWeek === 1 ? 2 : 1 };
});
const month = Temporal.PlainYearMonth.from('2026-05');

test('a month is expected to be like its weekdays were in the last 8 weeks', () => {
  const mondays = 4;
  expect(expectedVisits(days, { month, asOf: Temporal.PlainDate.from('2026-05-01') })).toBe(31 + mondays);
});

test('nothing is expected of a business that is known for fewer than 8 weeks', () => {
  expect(expectedVisits(days, { month, asOf: Temporal.PlainDate.from('2026-02-01') })).toBe(null);
  expect(expectedVisits([], { month, asOf: Temporal.PlainDate.from('2026-05-01') })).toBe(null);
});

test('the range is as wide as the largest error of past months', () => {
  const past = [
    { expected: 100, actual: 90 },
    { expected: 50, actual: 60 },
  ];
  expect(forecastOf(40, month, past)).toEqual({ month: '2026-05', expected: 40, from: 32, to: 48 });
});

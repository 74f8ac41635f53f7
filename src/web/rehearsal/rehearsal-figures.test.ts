import { expect, test } from 'vitest';
import { about, barsOf, daysLeft, paceOf, reasonsOf } from './rehearsal-figures.ts';

const STARTED_AT = '2026-11-21T10:00:00Z';
const after = (seconds: number) => Date.parse(STARTED_AT) + seconds * 1_000;

test('the pace is what was done so far, and what is left takes as long at it', () => {
  const progress = { startedAt: STARTED_AT, done: 400, total: 1_000 };
  expect(paceOf(progress, after(4))).toEqual({ perSecond: 100, secondsLeft: 6 });
});

test('no time is estimated before progress was made, or with a clock that is behind', () => {
  expect(paceOf({ startedAt: STARTED_AT, done: 0, total: 1_000 }, after(4))).toBeNull();
  expect(paceOf({ startedAt: STARTED_AT, done: 10, total: 1_000 }, after(-1))).toBeNull();
});

test.each([
  [40, { count: 40, unit: 'second' }],
  [61, { count: 2, unit: 'minute' }],
  [90 * 60, { count: 90, unit: 'minute' }],
  [7 * 3_600 + 60, { count: 7, unit: 'hour' }],
])('%i seconds that are left are said in a unit they are easily read in', (seconds, expected) => {
  expect(about(seconds)).toEqual(expected);
});

test('the balance lasts as long as the rehearsed days cost', () => {
  expect(daysLeft(500, 150, 30)).toBe(100);
  expect(daysLeft(4, 150, 30)).toBe(0);
  expect(daysLeft(500, 0, 30)).toBeNull();
});

test('reasons come by how often, and what is no reason we know is left out', () => {
  const skippedByRule = { opted_out: 2, no_channel: 7, from_the_future: 9, too_late: 2 };
  expect(reasonsOf({ skippedByRule })).toEqual([
    { rule: 'no_channel', count: 7 },
    { rule: 'opted_out', count: 2 },
    { rule: 'too_late', count: 2 },
  ]);
});

test('days on which nothing would have left have an empty bar, over the end of a month too', () => {
  const byDay = [{ day: '2026-11-30', sent: 2, skipped: 1 }];
  expect(barsOf({ byDay }, '2026-11-29', '2026-12-01')).toEqual([
    { day: '2026-11-29', sent: 0, skipped: 0 },
    { day: '2026-11-30', sent: 2, skipped: 1 },
    { day: '2026-12-01', sent: 0, skipped: 0 },
  ]);
});

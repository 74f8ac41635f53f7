import { expect, test } from 'vitest';
import { UNOFFICIAL_WARM_UP } from '#contract/channels/warm-up.ts';
import { judgeHealth, newContactsOn, nextDayOf, pauseAfter, warmUpDay } from './warm-up-rules.ts';

const plan = UNOFFICIAL_WARM_UP;
const at = (text: string) => Temporal.Instant.from(text);

test('the age of a number counts by days of the cabinet, and the day it was connected is the first', () => {
  const since = at('2026-03-02T20:30:00Z');
  expect(warmUpDay(since, at('2026-03-02T20:59:00Z'), 'Europe/Moscow')).toBe(1);
  expect(warmUpDay(since, at('2026-03-02T21:00:00Z'), 'Europe/Moscow')).toBe(2);
  expect(warmUpDay(since, at('2026-03-02T21:00:00Z'), 'UTC')).toBe(1);
});

test.each([
  [1, 20],
  [3, 20],
  [4, 50],
  [8, 100],
  [15, 300],
  [400, 300],
])('on day %i a number writes to %i new contacts', (day, limit) => {
  expect(newContactsOn({ plan, day, health: 'good' })).toBe(limit);
});

test('many failed first messages halve the step, and more of them stop it; too few prove nothing', () => {
  const health = (started: number, failed: number) => judgeHealth(plan, { started, failed });
  expect([health(9, 9), health(10, 1), health(10, 2), health(10, 4), health(10, 5)]).toEqual([
    'good',
    'good',
    'halved',
    'halved',
    'stopped',
  ]);
  expect(newContactsOn({ plan, day: 4, health: 'halved' })).toBe(25);
  expect(newContactsOn({ plan, day: 4, health: 'stopped' })).toBe(0);
  expect(newContactsOn({ plan, day: 4, health: 'stopped' }, 1)).toBe(25);
});

test('pauses differ, within their bounds; new contacts go on in the morning of the next day', () => {
  expect([0, 0.5, 1].map((random) => pauseAfter(plan, random))).toEqual([5_000, 12_500, 20_000]);
  expect(nextDayOf(at('2026-03-02T20:30:00Z'), 'Europe/Moscow')).toEqual(at('2026-03-03T07:00:00Z'));
});

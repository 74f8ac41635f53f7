import { expect, test } from 'vitest';
import { partOf, readDay, readMoment, spread } from './result-rules.ts';

test.each([
  ['2026-03-08 15:00', '2026-03-08T12:00:00Z'],
  ['2026-03-08T15:00', '2026-03-08T12:00:00Z'],
  ['2026-03-08 9:30', '2026-03-08T06:30:00Z'],
  ['2026-03-08', undefined],
  ['2026-13-08 15:00', undefined],
  ['2026-03-08 25:00', undefined],
  ['tomorrow at three', undefined],
])('a time is read in the branch’s zone: "%s"', (text, expected) => {
  expect(readMoment(text, 'Europe/Moscow')?.toString()).toBe(expected);
});

test('a day that the calendar does not have is none', () => {
  expect(String(readDay('2026-02-28'))).toBe('2026-02-28');
  expect(readDay('2026-02-30')).toBeNull();
  expect(readDay('28.02.2026')).toBeNull();
});

test('the parts of a day begin at midnight, noon and five', () => {
  expect([0, 11, 12, 16, 17, 23].map((hour) => partOf({ hour }))).toEqual([
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ]);
});

test('of several days some times of each are listed, spread over it, and the others are counted', () => {
  const times = ['08', '09', '10'].flatMap((date) =>
    Array.from({ length: 20 }, (_, at) => ({ day: `2026-03-${date}`, at })),
  );
  const { shown, more } = spread(times);
  expect(shown.map(({ at }) => at)).toEqual([0, 5, 10, 15, 0, 5, 10, 15, 0, 5, 10, 15]);
  expect(more).toBe(48);
  expect(spread(times.slice(0, 20))).toEqual({ shown: times.slice(0, 20), more: 0 });
});

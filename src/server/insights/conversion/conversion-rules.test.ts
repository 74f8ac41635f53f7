import { expect, test } from 'vitest';
import { daysBefore, daysOf, KINDS_OF_VISIT_AHEAD, periodsOf } from './conversion-rules.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

test('a reminder is about the visit it reminds of, an offer about the next one', () => {
  expect(KINDS_OF_VISIT_AHEAD).toEqual(['visit_created', 'visit_changed', 'visit_reminder']);
});

test('periods are whole weeks, months and years, cut to the request, and none is left out', () => {
  const days = { from: day('2025-12-30'), to: day('2026-01-13') };
  const periods = (by: 'week' | 'month' | 'year') => periodsOf(days, by).map(({ from, to }) => `${from} ${to}`);
  expect(periods('week')).toEqual(['2025-12-30 2026-01-04', '2026-01-05 2026-01-11', '2026-01-12 2026-01-13']);
  expect(periods('month')).toEqual(['2025-12-30 2025-12-31', '2026-01-01 2026-01-13']);
  expect(periods('year')).toEqual(periods('month'));
  expect(periodsOf(days, 'day')).toHaveLength(15);
});

test('a requested period is neither reversed nor endless, and is compared with as many days before', () => {
  const today = day('2026-03-02');
  expect(daysOf({ by: 'week' }, today)).toEqual({ from: day('2025-12-03'), to: today });
  expect(daysOf({ from: '2026-04-01', to: '2026-03-01', by: 'week' }, today)).toBeNull();
  expect(daysOf({ from: '2026-03-01', to: '2026-03-01', by: 'week' }, today)).toEqual({
    from: day('2026-03-01'),
    to: day('2026-03-01'),
  });
  expect(String(daysOf({ from: '2000-01-01', by: 'year' }, today)?.from)).toBe('2021-02-27');
  expect(String(daysOf({ from: '2000-01-01', by: 'day' }, today)?.from)).toBe('2025-01-27');
  expect(daysBefore({ from: day('2026-03-01'), to: today })).toEqual({
    from: day('2026-02-27'),
    to: day('2026-02-28'),
  });
});

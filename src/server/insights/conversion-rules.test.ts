import { expect, test } from 'vitest';
import {
  daysBefore,
  daysOf,
  differenceOf,
  effectOf,
  KINDS_OF_VISIT_AHEAD,
  periodsOf,
  stillNeeded,
  wilson,
} from './conversion-rules.ts';

const group = (visited: number, count: number) => ({ visited, count });
const day = (text: string) => Temporal.PlainDate.from(text);

test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("the interval of %i of %i is Wilson's, as Newcombe prints it", (visited, count, low, high) => {
  const found = wilson(group(visited, count));
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test.each([
  [group(56, 70), group(48, 80), { low: 0.0524, high: 0.3339 }],
  [group(9, 10), group(3, 10), { low: 0.1705, high: 0.809 }],
  [group(6, 7), group(2, 7), { low: 0.0582, high: 0.8062 }],
  [group(5, 56), group(0, 29), { low: -0.0381, high: 0.1926 }],
  [group(0, 10), group(0, 20), { low: -0.1611, high: 0.2775 }],
  [group(10, 10), group(0, 20), { low: 0.6791, high: 1 }],
])('the interval of %o against %o is that of method 10, as Newcombe prints it', (one, other, printed) => {
  const found = differenceOf(one, other);
  expect(found.low).toBeCloseTo(printed.low, 4);
  expect(found.high).toBeCloseTo(printed.high, 4);
});

test('the effect of a flow is measured in visits, with its certainty', () => {
  expect(effectOf(group(800, 1000), group(60, 100), true)).toEqual({
    state: 'measured',
    sent: 1000,
    sentVisited: 800,
    held: 100,
    heldVisited: 60,
    visits: 200,
    low: 106,
    high: 301,
    isSure: true,
  });
  expect(effectOf(group(5000, 10_000), group(500, 1000), true)).toMatchObject({ visits: 0, isSure: false });
  expect(effectOf(group(100, 1000), group(60, 100), true)).toMatchObject({ state: 'measured', isSure: true });
});

test('numbers that are too small are marked, with how many are still needed', () => {
  expect(effectOf(group(10, 100), group(0, 0), false)).toEqual({ state: 'off' });
  expect(effectOf(group(10, 100), group(0, 0), true)).toMatchObject({ state: 'gathering', held: 0 });
  expect(effectOf(group(800, 1000), group(3, 5), true)).toMatchObject({ state: 'gathering', heldVisited: 3 });
  expect(effectOf(group(5, 10), group(50, 100), true)).toMatchObject({ state: 'gathering', needed: null });
  // The interval is narrow enough once this many more are held out with the same rate.
  const [sent, control] = [group(800, 1000), group(36, 48)];
  const needed = stillNeeded(sent, control) ?? 0;
  expect(effectOf(sent, control, true).state).toBe('gathering');
  expect(needed).toBeGreaterThan(0);
  expect(effectOf(sent, group(Math.round((48 + needed) * 0.75), 48 + needed), true).state).toBe('measured');
});

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

import { expect, test } from 'vitest';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { barsOf, countReasons, retainedSince, reasonsOf } from './skip-chart-data.ts';

const RULES = ['too_late', 'opted_out', 'no_channel', 'no_contact', 'visit_past', 'flow_paused', 'weekday'] as const;
const count = (day: string, rule: DecisionRule, times: number) => ({ day, rule, count: times });

test('a period has a bar for every day, the empty ones too', () => {
  const counted = { from: '2026-02-27', to: '2026-03-02', counts: [count('2026-03-01', 'too_late', 2)] };
  expect(barsOf(counted, reasonsOf(counted))).toEqual([
    { from: '2026-02-27', to: '2026-02-27', counts: {} },
    { from: '2026-02-28', to: '2026-02-28', counts: {} },
    { from: '2026-03-01', to: '2026-03-01', counts: { too_late: 2 } },
    { from: '2026-03-02', to: '2026-03-02', counts: {} },
  ]);
});

test('a year is shown by weeks that end today, and no day is lost or counted twice', () => {
  const counted = {
    from: '2025-03-03',
    to: '2026-03-02',
    counts: [count('2025-03-03', 'too_late', 1), count('2026-03-02', 'too_late', 4)],
  };
  const bars = barsOf(counted, reasonsOf(counted));
  expect(bars).toHaveLength(53);
  expect(bars.at(-1)).toEqual({ from: '2026-02-24', to: '2026-03-02', counts: { too_late: 4 } });
  expect(bars[0]).toEqual({ from: '2025-03-03', to: '2025-03-03', counts: { too_late: 1 } });
});

test('the five most frequent reasons have a colour each, the rest are one', () => {
  const counts = RULES.map((rule, index) => count('2026-03-02', rule, 10 - index));
  const reasons = reasonsOf({ counts });
  expect(reasons.map(({ key, count: times }) => [key, times])).toEqual([
    ['too_late', 10],
    ['opted_out', 9],
    ['no_channel', 8],
    ['no_contact', 7],
    ['visit_past', 6],
    ['other', 9],
  ]);
  expect(reasons.at(-1)?.rules).toEqual(['flow_paused', 'weekday']);
  const [bar] = barsOf({ from: '2026-03-02', to: '2026-03-02', counts }, reasons);
  expect(bar?.counts['other']).toBe(9);
  expect(countReasons({ counts })).toHaveLength(RULES.length);
});

test('decisions are retained from the first of a month', () => {
  expect(retainedSince('2026-03-31', 13)).toBe('2025-02-01');
  expect(retainedSince('2026-03-01', 3)).toBe('2025-12-01');
});

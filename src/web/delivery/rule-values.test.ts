import { expect, test } from 'vitest';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import { readByRule } from './rule-values.ts';

test('numbers have the unit of their rule, and an open end is omitted', () => {
  expect(readByRule('visits_count_differs', { is: 2, from: 3, to: 100_000_000 })).toEqual({
    facts: [
      { name: 'is', kind: 'measure', unit: 'visits', value: 2 },
      { name: 'from', kind: 'measure', unit: 'visits', value: 3 },
    ],
    rest: { to: 100_000_000 },
  });
  expect(readByRule('hour_differs', { is: 20, from: 9, to: 12 }).facts).toMatchObject([
    { name: 'is', unit: 'hour' },
    { name: 'from', unit: 'hour' },
    { name: 'to', unit: 'hour', value: 12 },
  ]);
});

test('words are read one by one, wanted and unwanted ones', () => {
  expect(readByRule('visit_weekday_differs', { is: '6', unwanted: '6, 7' }).facts).toEqual([
    { name: 'is', kind: 'words', field: 'weekday', values: ['6'] },
    { name: 'unwanted', kind: 'words', field: 'weekday', values: ['6', '7'] },
  ]);
});

test('of several conditions, the failed rules are listed', () => {
  expect(readByRule('conditions_differ', { none: 'service_differs, hour_differs' }).facts).toEqual([
    { name: 'none', kind: 'rules', rules: ['service_differs', 'hour_differs'] },
  ]);
});

test('a milestone, a late status, an interval, a last day and a control group are described', () => {
  expect(readByRule('threshold_not_crossed', { visitsCount: 4, spent: 9_000, wantedSpent: 10_000 }).facts).toHaveLength(
    3,
  );
  expect(readByRule('too_late', { lateDays: 3, wantedAt: '2026-03-01T10:00:00Z' })).toEqual({
    facts: [{ name: 'lateDays', kind: 'measure', unit: 'days', value: 3 }],
    rest: { wantedAt: '2026-03-01T10:00:00Z' },
  });
  const lately = { lastAt: '2026-03-01T10:00:00Z', intervalMinutes: 10_080 };
  expect(readByRule('written_lately', lately).facts.map(({ name }) => name)).toEqual(['lastAt', 'intervalMinutes']);
  expect(readByRule('flow_ended', { endsOn: '2026-03-01' }).facts).toMatchObject([{ day: '2026-03-01' }]);
  expect(readByRule('control_group', { controlPercent: 5 }).facts).toMatchObject([{ unit: 'percent', value: 5 }]);
});

test('what a rule does not read is left to be read by its name', () => {
  for (const rule of DECISION_RULES)
    expect(readByRule(rule, { channel: 'WhatsApp' }).rest).toEqual({ channel: 'WhatsApp' });
  expect(readByRule(null, { from: '2026-03-01T10:00:00Z' }).facts).toEqual([]);
});

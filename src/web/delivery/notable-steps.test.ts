import { expect, test } from 'vitest';
import type { TraceStep } from '#contract/delivery/calls.ts';
import { notableSteps } from './notable-steps.ts';

const verdict = (at: string, name: string, rule: TraceStep['rule']): TraceStep => ({
  kind: 'verdict',
  at: `2026-03-02T${at}Z`,
  name,
  rule,
  compared: {},
  text: null,
});
const planned = verdict('08:00:00', 'planned', 'due');
const checking = verdict('12:00:00', 'deferred', 'visit_checking');

test('a look of seconds at the booking system is left out, with the plan that it left as it was', () => {
  expect(notableSteps([planned, checking, verdict('12:00:04', 'planned', 'due')])).toEqual([planned]);
});

test('a wait of minutes for the booking system is shown', () => {
  const steps = [planned, checking, verdict('12:03:00', 'planned', 'due')];
  expect(notableSteps(steps)).toEqual(steps);
});

test('a change found by re-reading the booking system is shown', () => {
  const steps = [planned, checking, verdict('12:00:04', 'skipped', 'visit_cancelled')];
  expect(notableSteps(steps)).toEqual(steps);
  expect(notableSteps([planned, checking])).toEqual([planned, checking]);
});

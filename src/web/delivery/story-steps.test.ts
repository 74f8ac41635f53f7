import { expect, test } from 'vitest';
import type { TraceStep } from '#contract/delivery.ts';
import { toldSteps } from './story-steps.ts';

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
  expect(toldSteps([planned, checking, verdict('12:00:04', 'planned', 'due')])).toEqual([planned]);
});

test('a wait of minutes for the booking system is told', () => {
  const steps = [planned, checking, verdict('12:03:00', 'planned', 'due')];
  expect(toldSteps(steps)).toEqual(steps);
});

test('what a look at the booking system changed is told', () => {
  const steps = [planned, checking, verdict('12:00:04', 'skipped', 'visit_cancelled')];
  expect(toldSteps(steps)).toEqual(steps);
  expect(toldSteps([planned, checking])).toEqual([planned, checking]);
});

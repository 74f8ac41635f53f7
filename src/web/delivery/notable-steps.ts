import type { TraceStep } from '#contract/delivery/calls.ts';

/** A look at the booking system that took no longer is no part of the story. */
const PASSING_MS = 60_000;

/** Returns the steps to show: re-checks after seconds that confirmed the plan are omitted. */
export function notableSteps(steps: readonly TraceStep[]): TraceStep[] {
  const passing = new Set<TraceStep>();
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'verdict' || step.rule !== 'visit_checking') continue;
    const next = steps.slice(index + 1).find(({ kind }) => kind === 'verdict');
    if (next?.name !== 'planned' || Date.parse(next.at) - Date.parse(step.at) >= PASSING_MS) continue;
    passing.add(step).add(next);
  }
  return steps.filter((step) => !passing.has(step));
}

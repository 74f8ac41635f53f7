import type { TraceStep } from '#contract/delivery.ts';

/** A look at the booking system that took no longer is no part of the story. */
const PASSING_MS = 60_000;

/** The steps worth telling: a wait of seconds in which the visit was only looked at, and turned out as planned, is not. */
export function toldSteps(steps: readonly TraceStep[]): TraceStep[] {
  const passing = new Set<TraceStep>();
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'verdict' || step.rule !== 'visit_checking') continue;
    const next = steps.slice(index + 1).find(({ kind }) => kind === 'verdict');
    if (next?.name !== 'planned' || Date.parse(next.at) - Date.parse(step.at) >= PASSING_MS) continue;
    passing.add(step).add(next);
  }
  return steps.filter((step) => !passing.has(step));
}

import type { BulkChange, FlowOutcome } from '#contract/flows/bulk.ts';

/** Returns flows that were not changed, except those in that state already. */
export function refusedIn(
  outcomes: readonly FlowOutcome[],
  { action }: { action: BulkChange['action'] },
): FlowOutcome[] {
  return outcomes.filter((outcome) => !outcome.isDone && !isSoAlready(outcome, action));
}

const WANTED: Partial<Record<BulkChange['action'], string>> = { pause: 'pause', continue: 'working' };

function isSoAlready({ problem }: FlowOutcome, action: BulkChange['action']): boolean {
  return problem?.code === 'flow.wrong_status' && problem.details['status'] === WANTED[action];
}

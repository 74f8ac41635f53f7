import type { Outcome } from '#web/senders/sender.ts';

/** The status that an action leads to. */
const WANTED: Readonly<Record<string, string>> = { pause: 'pause', continue: 'working' };

/** Returns senders that were not changed, except those in that state already. */
export function refusedIn(outcomes: readonly Outcome[], { action }: { action: string }): Outcome[] {
  return outcomes.filter((outcome) => !outcome.isDone && !isSoAlready(outcome, action));
}

function isSoAlready({ problem }: Outcome, action: string): boolean {
  return problem?.code.endsWith('.wrong_status') === true && problem.details['status'] === WANTED[action];
}

import type { FaultKind } from './kinds.ts';

/**
 * A fault in force.
 *
 * @property match text that the request must contain; null is every request
 * @property left how many more requests it hits; null = until it is removed
 */
export type ModelFault = { id: number; kind: FaultKind; match: string | null; left: number | null; delayMs: number };

export type NewModelFault = { kind: FaultKind; match?: string; times?: number; delayMs?: number };

export type FaultState = { faults: ModelFault[]; lastFaultId: number };

const DELAY_MS = 5000;

export function addFault(state: FaultState, { kind, match, times = 1, delayMs = DELAY_MS }: NewModelFault): ModelFault {
  const fault = { id: ++state.lastFaultId, kind, match: match ?? null, left: times === 0 ? null : times, delayMs };
  state.faults.push(fault);
  return fault;
}

/** Takes the first fault that fits a request and counts it down. */
export function takeFault(state: FaultState, kinds: readonly FaultKind[], text: string): ModelFault | undefined {
  const fault = state.faults.find(
    ({ kind, match }) => kinds.includes(kind) && (match === null || text.includes(match)),
  );
  if (fault?.left != null && --fault.left <= 0) state.faults = state.faults.filter((one) => one !== fault);
  return fault;
}

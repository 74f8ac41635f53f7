import type { BranchId } from '#contract/connections.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { FlowConditions } from '#contract/flows.ts';
import type { MasterId, ServiceId, VisitStatus } from '#contract/visits.ts';

/** What conditions look at. */
export type ConditionFacts = {
  branchId: BranchId;
  branchTitle: string;
  masterId: MasterId | null;
  masterName: string | null;
  serviceIds: readonly ServiceId[];
  serviceTitles: readonly string[];
  status: VisitStatus;
  isFirst: boolean;
  /** Between the old start and the new one, of a visit that moved. */
  shiftMinutes: number | null;
};

/** Why not, and the values that were compared. */
export type Refusal = { rule: DecisionRule; compared: Record<string, unknown> };

/** The first condition that is not met, in the order an owner reads them; null when all are. */
export function unmetCondition(conditions: FlowConditions, facts: ConditionFacts): Refusal | null {
  for (const check of CHECKS) {
    const refusal = check(conditions, facts);
    if (refusal) return refusal;
  }
  return null;
}

const CHECKS: readonly ((conditions: FlowConditions, facts: ConditionFacts) => Refusal | null)[] = [
  ({ branchIds }, { branchId, branchTitle }) =>
    isAmong(branchIds, [branchId]) ? null : { rule: 'branch_differs', compared: { branch: branchTitle } },
  ({ serviceIds: wanted }, { serviceIds, serviceTitles }) =>
    isAmong(wanted, serviceIds) ? null : { rule: 'service_differs', compared: { services: serviceTitles.join(', ') } },
  ({ masterIds }, { masterId, masterName }) =>
    isAmong(masterIds, masterId ? [masterId] : [])
      ? null
      : { rule: 'master_differs', compared: { master: masterName ?? '' } },
  ({ statuses }, { status }) =>
    isAmong(statuses, [status]) ? null : { rule: 'status_differs', compared: { status, wanted: statuses.join(', ') } },
  ({ firstVisit }, { isFirst }) =>
    firstVisit === 'only_first' && !isFirst ? { rule: 'first_visit_only', compared: { isFirst } } : null,
  ({ firstVisit }, { isFirst }) =>
    firstVisit === 'only_repeated' && isFirst ? { rule: 'repeated_visit_only', compared: { isFirst } } : null,
  ({ minShiftMinutes }, { shiftMinutes }) =>
    shiftMinutes !== null && shiftMinutes < minShiftMinutes
      ? { rule: 'shift_too_small', compared: { shiftMinutes, minShiftMinutes } }
      : null,
];

/** An empty list means any. */
function isAmong<Value>(wanted: readonly Value[], present: readonly Value[]): boolean {
  return wanted.length === 0 || present.some((value) => wanted.includes(value));
}

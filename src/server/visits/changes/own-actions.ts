import type { ActionScope } from '#server/platform/context/context.ts';
import { isPolled } from '#contract/connections/kinds.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { linkOf } from '#server/contacts/crm/program-actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { listFactsById } from '#server/visits/storage/facts-queries.ts';
import { findVisitToChange } from '#server/visits/storage/queries.ts';
import { hadVisitBefore, listRecordedVisits, type RecordedVisit } from '#server/visits/recording/recorded-queries.ts';
import { recordVisits } from '#server/visits/recording/recording-actions.ts';
import { hasMoved, changeBlocker, mayCancel, type VisitChange } from '#server/visits/storage/rules.ts';

/**
 * Returns whether a branch's visits are stored here alone: there is no system to call, and a contact's answer applies
 * at once.
 */
export async function isOwnBranch(scope: TenantScope, branchId: BranchId): Promise<boolean> {
  const { connectionKind } = await getBranch(scope, branchId);
  return !isPolled(connectionKind);
}

/**
 * Stores a contact's answer about a visit that an API client sent. The API client reads it back.
 *
 * @param change.askedFor the start the contact answers about: a visit at another start is not changed
 */
export async function changeOwnVisit(
  scope: ActionScope,
  visitId: VisitId,
  {
    status,
    expectedStart,
  }: { status: 'confirmed' | 'cancelled' | 'no_show'; expectedStart: Temporal.Instant | undefined },
): Promise<VisitChange> {
  const { branch, recorded } = await getRecorded(scope, visitId);
  const now = scope.clock.now();
  const { facts } = recorded;
  const [before] = await listFactsById(scope, [visitId]);
  if (!before) throw new Problem('visit.not_found');
  const blocker = changeBlocker(facts, now);
  if (blocker === 'gone' && status !== 'confirmed') return { kind: 'already', visit: before };
  if (blocker) return { kind: blocker };
  if (hasMoved(facts, expectedStart)) return { kind: 'moved', visit: before };
  if (facts.status === status) return { kind: 'already', visit: before };
  if (status !== 'confirmed' && !mayCancel(facts.startsAt, branch.cancelClosesMinutes, now))
    return { kind: 'failed', trouble: 'cancel_closed', text: null, isTemporary: false };

  const client = await clientOf(scope, branch, recorded);
  const changed = { ...facts, client, status, changedAt: now };
  await recordVisits(scope, branch, { facts: [changed], readAt: now });
  const [after = before] = await listFactsById(scope, [visitId]);
  return { kind: 'done', visit: after };
}

/** @throws when there is no such visit */
async function getRecorded(
  scope: TenantScope,
  visitId: VisitId,
): Promise<{ branch: KnownBranch; recorded: RecordedVisit }> {
  const visit = await findVisitToChange(scope, visitId);
  if (!visit) throw new Problem('visit.not_found');
  const branch = await getBranch(scope, visit.branchId);
  const [recorded] = await listRecordedVisits(scope, branch.connectionId, [visit.externalId]);
  if (!recorded) throw new Problem('visit.not_found');
  return { branch, recorded };
}

/** Returns the contact of a visit in the shape of the booking port. */
async function clientOf(scope: TenantScope, branch: KnownBranch, { contactId, facts }: RecordedVisit) {
  if (!contactId) return null;
  const externalId = await linkOf(scope, branch.id, contactId);
  const isNew = !(await hadVisitBefore(scope, contactId, facts));
  return { externalId, name: '', phone: null, email: null, isNew, visitsCount: null };
}

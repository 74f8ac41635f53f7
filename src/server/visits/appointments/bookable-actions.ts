import type { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import { listFactsById, listFactsOfContact } from '#server/visits/storage/facts-queries.ts';
import { isOpen, type VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { listBranches, listCatalogue } from './bookable-queries.ts';
import type { Bookable } from './bookable-rules.ts';

/**
 * Lists what contacts can book in active branches of a booking system, as it was last read.
 *
 * @param branchIds null: of every branch
 */
export async function listBookable(
  scope: TenantScope,
  wanted: { branchIds: readonly BranchId[] | null; kind: ConnectionKind },
): Promise<Bookable> {
  const branches = await listBranches(scope, wanted);
  const branchIds = branches.map(({ id }) => id);
  return { branches, ...(await listCatalogue(scope, branchIds)) };
}

/** Visits further ahead are left out. */
const DAYS_AHEAD = 400;

/** Lists a contact's open visits that lie ahead in active branches, by their start; cancelled ones with `withCancelled`. */
export async function ownVisits(
  scope: ActionScope,
  contactId: ContactId,
  { withCancelled = false }: { withCancelled?: boolean } = {},
): Promise<VisitFactsForFlow[]> {
  const from = scope.clock.now();
  const visits = await listFactsOfContact(scope, contactId, { from, to: from.add({ hours: 24 * DAYS_AHEAD }) });
  return visits.filter(({ status, isBranchActive }) => isBranchActive && (withCancelled || isOpen(status)));
}

/** Lists those of given visits that are open and lie ahead in active branches, by their start. */
export async function openVisitsAmong(
  scope: ActionScope,
  ids: readonly VisitId[],
  { withCancelled = false }: { withCancelled?: boolean } = {},
): Promise<VisitFactsForFlow[]> {
  if (ids.length === 0) return [];
  const now = scope.clock.now();
  const visits = await listFactsById(scope, ids);
  return visits
    .filter(({ status, isBranchActive }) => isBranchActive && (withCancelled || isOpen(status)))
    .filter(({ startsAt }) => isAfter(startsAt, now))
    .toSorted((one, other) => compareInstants(one.startsAt, other.startsAt));
}

import type { BranchId, ConnectionKind, ConnectionTrouble } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { MasterId, ServiceId, VisitId, VisitStatus } from '#contract/visits/calls.ts';
import { isAfter, isBefore } from '#server/platform/values/instant-rules.ts';

/** Visits of a contact that rules consider: the latest ones. */
export const VISITS_CONSIDERED = 500;

/** The stored fields of a visit whose changes are noticed. */
export type VisitState = {
  branchId: BranchId;
  contactId: ContactId | null;
  masterId: MasterId | null;
  serviceIds: readonly ServiceId[];
  startsAt: Temporal.Instant;
  status: VisitStatus;
  /** The booking system's text of an unknown status; empty for the others. */
  statusText: string;
};

/** Parts of a visit, beside time and status, whose change the contact would notice. */
export type VisitPart = 'master' | 'services' | 'contact' | 'branch';

export type VisitDifference =
  | { kind: 'none' }
  | { kind: 'cancelled'; from: VisitStatus }
  | {
      kind: 'changed';
      isMoved: boolean;
      parts: VisitPart[];
      /** The status before, if it changed. */
      statusFrom: VisitStatus | null;
    };

/** Compares two readings of one visit by what the contact would notice. A cancellation hides all other changes. */
export function differenceOf(before: VisitState, after: VisitState): VisitDifference {
  if (after.status === 'cancelled')
    return before.status === 'cancelled' ? { kind: 'none' } : { kind: 'cancelled', from: before.status };
  const isMoved = !before.startsAt.equals(after.startsAt);
  const parts = changedParts(before, after);
  const isSameStatus = before.status === after.status && before.statusText === after.statusText;
  const statusFrom = isSameStatus ? null : before.status;
  if (!isMoved && parts.length === 0 && statusFrom === null) return { kind: 'none' };
  return { kind: 'changed', isMoved, parts, statusFrom };
}

/** The fields of a visit that the contact's figures depend on. */
export type PurchaseState = Pick<VisitState, 'contactId' | 'status' | 'startsAt'> & { totalMinor: number };

/**
 * Returns the contacts whose attended visits a change of one visit adds, removes or alters.
 *
 * @param before null: the visit is new
 */
export function buyersAffected(before: PurchaseState | null, after: PurchaseState): ContactId[] {
  const isAttended = after.status === 'arrived';
  if (before?.status !== 'arrived' && !isAttended) return [];
  const isSame =
    before !== null &&
    (before.status === 'arrived') === isAttended &&
    before.startsAt.equals(after.startsAt) &&
    before.totalMinor === after.totalMinor &&
    before.contactId === after.contactId;
  if (isSame) return [];
  return [...new Set([before?.contactId ?? null, after.contactId])].filter((id) => id !== null);
}

function changedParts(before: VisitState, after: VisitState): VisitPart[] {
  const parts: VisitPart[] = [];
  if (before.masterId !== after.masterId) parts.push('master');
  if (before.serviceIds.toSorted().join() !== after.serviceIds.toSorted().join()) parts.push('services');
  if (before.contactId !== after.contactId) parts.push('contact');
  if (before.branchId !== after.branchId) parts.push('branch');
  return parts;
}

/**
 * Returns whether something happened before we began to read the branch. The vendor's times are whole seconds.
 *
 * @param at null where the vendor does not send it: then it counts as current once the branch has been read to the end
 */
export function isHistory(
  at: Temporal.Instant | null,
  branch: { readingSince: Temporal.Instant | null; changedUntil: Temporal.Instant | null },
): boolean {
  if (at === null || branch.readingSince === null) return branch.changedUntil === null;
  const since = branch.readingSince.round({ smallestUnit: 'second', roundingMode: 'floor' });
  return isBefore(at, since);
}

/**
 * Returns whether an unknown record was booked before we began to read the branch. Where the vendor sends no time,
 * records that began before that, or days before the branch was last read, count as past; walk-ins are recorded on the
 * same day.
 */
export function isBookedBefore(
  { createdAt, startsAt }: { createdAt: Temporal.Instant | null; startsAt: Temporal.Instant },
  branch: Parameters<typeof isHistory>[1],
): boolean {
  const { readingSince, changedUntil } = branch;
  if (createdAt !== null || changedUntil === null) return isHistory(createdAt, branch);
  const isLongPast = isBefore(startsAt, changedUntil.subtract({ hours: 24 }));
  return isLongPast || (readingSince !== null && isBefore(startsAt, readingSince));
}

/**
 * Returns whether an answer is older than the stored state: it was requested earlier, or the record had not yet been
 * changed to the stored state. Answers may arrive out of order.
 */
export function isStale(
  read: { readAt: Temporal.Instant; changedAt: Temporal.Instant | null },
  stored: { readAt: Temporal.Instant | null; changedAt: Temporal.Instant | null },
): boolean {
  if (stored.readAt && isBefore(read.readAt, stored.readAt)) return true;
  return Boolean(read.changedAt && stored.changedAt && isBefore(read.changedAt, stored.changedAt));
}

type Costing = {
  status: VisitStatus;
  totalMinor: number;
  readAt: Temporal.Instant;
  changedAt: Temporal.Instant | null;
};

/**
 * Returns minor units a change adds to the contact's spending; negative when the visit was missed after all, or cost
 * less.
 */
export function spentBetween(
  before: (Omit<Costing, 'readAt'> & { readAt: Temporal.Instant | null }) | undefined,
  now: Costing,
): number {
  if (before && isStale(now, before)) return 0;
  return costOf(now) - (before ? costOf(before) : 0);
}

function costOf({ status, totalMinor }: Pick<Costing, 'status' | 'totalMinor'>): number {
  return status === 'arrived' ? totalMinor : 0;
}

/** The next visit of a contact, with the booking system's own page of it. */
export type ComingVisit = { id: VisitId; manageUrl: string | null };

/** Returns whether the status is one of a visit that has not taken place. */
export function isOpen(status: VisitStatus): boolean {
  return status === 'waiting' || status === 'confirmed' || status === 'unknown';
}

/** Returns whether a visit counts in the sums of its contact: one that lies ahead does not. */
export function countsInSums(
  { status, startsAt }: Pick<VisitState, 'status' | 'startsAt'>,
  now: Temporal.Instant,
): boolean {
  return status === 'arrived' || status === 'no_show' || (isOpen(status) && !isAfter(startsAt, now));
}

/** Whether the client will not come: a visit that is marked as missed before it begins was cancelled by them. */
export function isDeclined(
  { status, startsAt }: Pick<VisitState, 'status' | 'startsAt'>,
  now: Temporal.Instant,
): boolean {
  return status === 'cancelled' || (status === 'no_show' && isAfter(startsAt, now));
}

/** Returns why a contact's answer comes too late; null when it does not. */
export function changeBlocker(
  { status, startsAt }: Pick<VisitState, 'status' | 'startsAt'>,
  now: Temporal.Instant,
): 'gone' | 'past' | null {
  if (isDeclined({ status, startsAt }, now)) return 'gone';
  return !isOpen(status) || !isAfter(startsAt, now) ? 'past' : null;
}

/** Returns whether a visit is at another time than the contact answers about. */
export function hasMoved(
  { startsAt }: Pick<VisitState, 'startsAt'>,
  expectedStart: Temporal.Instant | undefined,
): boolean {
  return expectedStart !== undefined && !startsAt.equals(expectedStart);
}

/** Returns whether a contact may still cancel by themselves. @param closesMinutes null: never */
export function mayCancel(startsAt: Temporal.Instant, closesMinutes: number | null, now: Temporal.Instant): boolean {
  if (closesMinutes === null) return false;
  return !isAfter(now, startsAt.subtract({ minutes: closesMinutes }));
}

/** The facts of a visit that flows use. */
export type VisitFactsForFlow = {
  id: VisitId;
  branchId: BranchId;
  branchTitle: string;
  branchAddress: string | null;
  branchPhone: string | null;
  /** IANA, of the branch. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** Chosen by the owner, and connected. */
  isBranchActive: boolean;
  contactId: ContactId | null;
  masterId: MasterId | null;
  masterName: string | null;
  serviceIds: ServiceId[];
  /** Titles at the time of the booking. */
  serviceTitles: string[];
  startsAt: Temporal.Instant;
  durationMinutes: number;
  status: VisitStatus;
  totalMinor: number;
  /** The contact's own page to manage the visit. */
  manageUrl: string | null;
  isFirst: boolean;
  /** Grows with each change of the start. */
  timeVersion: number;
  /** Booked online by the contact. */
  isOnline: boolean;
  serviceCategories: string[];
  source: ConnectionKind;
};

/** Titles of masters and categories of services, active or not. */
export type CatalogueWords = {
  masterNames: ReadonlyMap<MasterId, string>;
  serviceCategories: ReadonlyMap<ServiceId, string>;
};

/** The fields of a visit that the contact's history uses. */
export type PastVisit = {
  id: VisitId;
  startsAt: Temporal.Instant;
  status: VisitStatus;
  serviceIds: ServiceId[];
  totalMinor: number;
};

/**
 * Result of a requested change of a visit in the booking system.
 * - `gone`: it was cancelled meanwhile. `past`: it has begun, or is over.
 * - `failed`: nothing was changed, as far as we know; with `isTemporary` it may be retried, which is safe.
 *   `cancel_closed`: the branch does not let customers cancel, or not so late.
 */
export type VisitChange =
  | { kind: 'done' | 'already' | 'moved'; visit: VisitFactsForFlow }
  | { kind: 'gone' | 'past' }
  | { kind: 'failed'; trouble: ConnectionTrouble | 'cancel_closed'; text: string | null; isTemporary: boolean };

import type { BranchId, ConnectionKind, ConnectionTrouble } from '#contract/connections.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { MasterId, ServiceId, VisitId, VisitStatus } from '#contract/visits.ts';
import { isAfter, isBefore } from '#server/platform/instant-rules.ts';

/** Of every customer at most so many of her visits are looked at: the latest. */
export const VISITS_LOOKED_AT = 500;

/** A visit as it is stored, as far as anybody would notice a change. */
export type VisitState = {
  branchId: BranchId;
  contactId: ContactId | null;
  masterId: MasterId | null;
  serviceIds: readonly ServiceId[];
  startsAt: Temporal.Instant;
  status: VisitStatus;
  /** The booking system's word for a status that is unknown; empty for the others. */
  statusText: string;
};

/** What a customer would notice, beside the time and the status. */
export type VisitPart = 'master' | 'services' | 'contact' | 'branch';

export type VisitDifference =
  | { kind: 'none' }
  | { kind: 'cancelled'; from: VisitStatus }
  | {
      kind: 'changed';
      isMoved: boolean;
      parts: VisitPart[];
      /** The status before, when it is another now. */
      statusFrom: VisitStatus | null;
    };

/** What the customer would notice between two readings of one visit. A cancellation outshines everything else. */
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

/** A visit, as far as the figures of its contact depend on it. */
export type PurchaseState = Pick<VisitState, 'contactId' | 'status' | 'startsAt'> & { totalMinor: number };

/**
 * Contacts whose attended visits a change of one visit adds, removes or alters.
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
 * Whether something happened before we began to read the branch. The vendor's times are whole seconds.
 *
 * @param at null where the vendor does not tell: then it is news once the branch has been read from end to end
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
 * Whether a record that was not known was booked before we began to read the branch. Where the vendor does not tell when,
 * what began before that, or days before the branch was last read, is found where the past is read; who walks in is
 * written down on the same day.
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
 * Whether an answer is older news than what is stored: it was asked for earlier, or the record had not yet been
 * changed as it is known to be. Answers overtake each other.
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

/** Minor units a visit adds to what its customer has spent; less than nothing when she did not come after all, or it cost less. */
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

/** Statuses that still lie before the customer. */
export function isOpen(status: VisitStatus): boolean {
  return status === 'waiting' || status === 'confirmed' || status === 'unknown';
}

/** Why a customer's answer comes too late; null when it does not. */
export function changeBlocker(
  { status, startsAt }: Pick<VisitState, 'status' | 'startsAt'>,
  now: Temporal.Instant,
): 'gone' | 'past' | null {
  if (status === 'cancelled') return 'gone';
  return !isOpen(status) || !isAfter(startsAt, now) ? 'past' : null;
}

/** Whether a visit is at another time than a customer answers about. */
export function hasMoved({ startsAt }: Pick<VisitState, 'startsAt'>, askedFor: Temporal.Instant | undefined): boolean {
  return askedFor !== undefined && !startsAt.equals(askedFor);
}

/** Whether a customer may still cancel by herself. @param closesMinutes null: never */
export function mayCancel(startsAt: Temporal.Instant, closesMinutes: number | null, now: Temporal.Instant): boolean {
  if (closesMinutes === null) return false;
  return !isAfter(now, startsAt.subtract({ minutes: closesMinutes }));
}

/** Everything a flow asks of a visit. */
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
  /** As they were booked. */
  serviceTitles: string[];
  startsAt: Temporal.Instant;
  durationMinutes: number;
  status: VisitStatus;
  totalMinor: number;
  /** The customer's own page to manage the visit. */
  manageUrl: string | null;
  isFirst: boolean;
  /** Grows each time the start is moved. */
  timeVersion: number;
  /** Booked by the customer herself. */
  isOnline: boolean;
  serviceCategories: string[];
  source: ConnectionKind;
};

/** What masters are called, and of which category services are, whether they are active or not. */
export type CatalogueWords = {
  masterNames: ReadonlyMap<MasterId, string>;
  serviceCategories: ReadonlyMap<ServiceId, string>;
};

/** A visit as far as the customer's history matters. */
export type PastVisit = {
  id: VisitId;
  startsAt: Temporal.Instant;
  status: VisitStatus;
  serviceIds: ServiceId[];
  totalMinor: number;
};

/**
 * What became of a wish to change a visit in the booking system.
 * - `gone`: it was cancelled meanwhile. `past`: it has begun, or is over.
 * - `failed`: nothing was changed, as far as we know; with `isTemporary` it may be tried again, which is safe.
 *   `cancel_closed`: the branch does not let customers cancel, or not so late.
 */
export type VisitChange =
  | { kind: 'done' | 'already' | 'moved'; visit: VisitFactsForFlow }
  | { kind: 'gone' | 'past' }
  | { kind: 'failed'; trouble: ConnectionTrouble | 'cancel_closed'; text: string | null; isTemporary: boolean };

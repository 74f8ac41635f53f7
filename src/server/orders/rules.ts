import type { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DeliveryKind, OrderId, OrderLine, OrderStatus } from '#contract/orders/calls.ts';
import { ORDER_STATUSES } from '#contract/orders/values.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { isStale } from '#server/visits/storage/rules.ts';

/** The stored fields of an order whose changes are noticed. */
export type OrderState = {
  status: OrderStatus;
  statusText: string;
  totalMinor: number;
  completeBefore: Temporal.Instant | null;
};

/** Parts of an order, beside the status, whose change the contact would notice. */
export type OrderPart = 'total' | 'time';

export type OrderDifference = {
  /** The status before, if it changed. */
  statusFrom: OrderStatus | null;
  parts: OrderPart[];
};

/**
 * Compares two readings of one order by what the contact would notice. The total of an order that is over is ignored.
 */
export function differenceOf(before: OrderState, after: OrderState): OrderDifference {
  const statusFrom = wordOf(before) === wordOf(after) ? null : before.status;
  if (isOver(before.status) || isOver(after.status)) return { statusFrom, parts: [] };
  const parts: OrderPart[] = [];
  if (before.totalMinor !== after.totalMinor) parts.push('total');
  if (!isSameTime(before.completeBefore, after.completeBefore)) parts.push('time');
  return { statusFrom, parts };
}

/** The fields of an order that the contact's figures depend on. */
export type PurchaseState = {
  contactId: ContactId | null;
  status: OrderStatus;
  placedAt: Temporal.Instant;
  totalMinor: number;
};

/**
 * Returns the contacts whose purchases a change of one order adds, removes or alters.
 *
 * @param before null: the order is new
 */
export function buyersAffected(before: PurchaseState | null, after: PurchaseState): ContactId[] {
  const isSame =
    before !== null &&
    (before.status === 'Cancelled') === (after.status === 'Cancelled') &&
    before.placedAt.equals(after.placedAt) &&
    before.totalMinor === after.totalMinor &&
    before.contactId === after.contactId;
  if (isSame) return [];
  return [...new Set([before?.contactId ?? null, after.contactId])].filter((id) => id !== null);
}

/** Returns whether the status is final for the contact. */
export function isOver(status: OrderStatus): boolean {
  return status === 'Delivered' || status === 'Closed' || status === 'Cancelled';
}

/** Returns the identity of a status: its text where it is unknown. */
export function wordOf({ status, statusText }: Pick<OrderState, 'status' | 'statusText'>): string {
  return status === 'unknown' ? `unknown:${statusText}` : status;
}

type Moment = { readAt: Temporal.Instant; changedAt: Temporal.Instant | null };

/**
 * Returns whether an answer or a payload is older than the stored state. Payloads may arrive out of order, and a vendor's
 * times may be whole seconds: of two changes within one second, the later status is used. An unknown status has no place
 * on an order's way, so what was read later is used.
 */
export function isOutdated(
  read: Moment & Pick<OrderState, 'status'>,
  stored: Moment & Pick<OrderState, 'status'>,
): boolean {
  if (read.changedAt && stored.changedAt) {
    if (!read.changedAt.equals(stored.changedAt)) return isBefore(read.changedAt, stored.changedAt);
    const [here, there] = [placeOf(read.status), placeOf(stored.status)];
    if (here !== there && here !== null && there !== null) return here < there;
  }
  return isStale(read, stored);
}

/** No cloud service took restaurant orders before. */
const EARLIEST = Temporal.Instant.from('2010-01-01T00:00:00Z');
/** Tolerance for wrong clocks of restaurants, and for a wrong time zone. */
const CLOCKS_DIFFER_HOURS = 24;

/**
 * Returns when an order was changed, or null. A source's sort key of changes need not be a time: a value before the
 * order's creation is not one.
 */
export function changeTimeOf({
  changedAt,
  createdAt,
}: {
  changedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant | null;
}): Temporal.Instant | null {
  const earliest = createdAt?.subtract({ hours: CLOCKS_DIFFER_HOURS }) ?? EARLIEST;
  return changedAt && !isBefore(changedAt, earliest) ? changedAt : null;
}

const placeOf = (status: OrderStatus) => (status === 'unknown' ? null : ORDER_STATUSES.indexOf(status));

/** The facts of an order that flows use. */
export type OrderFactsForFlow = {
  id: OrderId;
  branchId: BranchId;
  branchTitle: string;
  branchAddress: string | null;
  branchPhone: string | null;
  /** IANA, of the branch. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  source: ConnectionKind;
  /** Chosen by the owner, and connected. */
  isBranchActive: boolean;
  contactId: ContactId | null;
  /** The number people use for the order. */
  number: string | null;
  /** Null: neither delivery nor pickup. */
  deliveryKind: DeliveryKind | null;
  status: OrderStatus;
  /** The status text as received. */
  statusText: string;
  /** Grows with each status. */
  statusVersion: number;
  totalMinor: number;
  items: OrderLine[];
  placedAt: Temporal.Instant;
  completeBefore: Temporal.Instant | null;
  deliveredAt: Temporal.Instant | null;
  courier: { name: string; phone: string | null } | null;
  cancelCause: string | null;
  comment: string;
  /** The contact's first stored order, cancelled ones aside. */
  isFirst: boolean;
};

function isSameTime(a: Temporal.Instant | null, b: Temporal.Instant | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

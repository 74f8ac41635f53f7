import type { BranchId, ConnectionKind } from '#contract/connections.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DeliveryKind, OrderId, OrderLine, OrderStatus } from '#contract/orders.ts';
import { ORDER_STATUSES } from '#contract/values.ts';
import { isBefore } from '#server/platform/instant-rules.ts';
import { isStale } from '#server/visits/rules.ts';

/** An order as it is stored, as far as anybody would notice a change. */
export type OrderState = {
  status: OrderStatus;
  statusText: string;
  totalMinor: number;
  completeBefore: Temporal.Instant | null;
};

/** What a customer would notice, beside the status. */
export type OrderPart = 'total' | 'time';

export type OrderDifference = {
  /** The status before, when it is another now. */
  statusFrom: OrderStatus | null;
  parts: OrderPart[];
};

/** What the customer would notice between two readings of one order. What an order that is over costs is the books' business. */
export function differenceOf(before: OrderState, after: OrderState): OrderDifference {
  const statusFrom = wordOf(before) === wordOf(after) ? null : before.status;
  if (isOver(before.status) || isOver(after.status)) return { statusFrom, parts: [] };
  const parts: OrderPart[] = [];
  if (before.totalMinor !== after.totalMinor) parts.push('total');
  if (!isSameTime(before.completeBefore, after.completeBefore)) parts.push('time');
  return { statusFrom, parts };
}

/** An order, as far as the figures of its contact depend on it. */
export type PurchaseState = {
  contactId: ContactId | null;
  status: OrderStatus;
  placedAt: Temporal.Instant;
  totalMinor: number;
};

/**
 * Contacts whose purchases a change of one order adds, removes or alters.
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

/** Statuses after which nothing of an order changes for the customer. */
export function isOver(status: OrderStatus): boolean {
  return status === 'Delivered' || status === 'Closed' || status === 'Cancelled';
}

/** What tells one status from another: those nobody knows, by the word they came with. */
export function wordOf({ status, statusText }: Pick<OrderState, 'status' | 'statusText'>): string {
  return status === 'unknown' ? `unknown:${statusText}` : status;
}

type Moment = { readAt: Temporal.Instant; changedAt: Temporal.Instant | null };

/**
 * Whether an answer or a post is older news than what is stored. Posts overtake each other, and a vendor's times may be
 * whole seconds: of two changes within one, the one further on the way holds.
 */
export function isOlderNews(
  read: Moment & Pick<OrderState, 'status'>,
  stored: Moment & Pick<OrderState, 'status'>,
): boolean {
  if (read.changedAt && stored.changedAt) {
    if (!read.changedAt.equals(stored.changedAt)) return isBefore(read.changedAt, stored.changedAt);
    if (read.status !== stored.status) return placeOf(read.status) < placeOf(stored.status);
  }
  return isStale(read, stored);
}

/** Nobody took orders by a cloud before. */
const EARLIEST = Temporal.Instant.from('2010-01-01T00:00:00Z');
/** Restaurants' clocks, and the zone their times are read in, may be wrong by less. */
const CLOCKS_DIFFER_HOURS = 24;

/**
 * When an order was changed, or null. What a source tells older news from newer by need not be a time: one that lies
 * before the order was made is none.
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

const placeOf = (status: OrderStatus) => (status === 'unknown' ? -1 : ORDER_STATUSES.indexOf(status));

/** Everything a flow asks of an order. */
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
  /** What people call it by. */
  number: string | null;
  /** Null: neither brought nor fetched. */
  deliveryKind: DeliveryKind | null;
  status: OrderStatus;
  /** The word the status came with. */
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
  /** The customer's first order that we know of, cancelled ones aside. */
  isFirst: boolean;
};

function isSameTime(a: Temporal.Instant | null, b: Temporal.Instant | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

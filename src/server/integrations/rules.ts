import type { ApiEventId, CartId, CartStatus } from '#contract/integrations/events.ts';
import type { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import type { CartItem, CartLine } from '#contract/integrations/items.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { earlierOf } from '#server/platform/values/instant-rules.ts';

/** The API tariff of the specification, section 3. */
export const API_TARIFF = 15;

/** The facts of a cart that flows use. */
export type CartFacts = {
  id: CartId;
  externalId: string;
  /** Null: the visitor is not identified yet. */
  contactId: ContactId | null;
  items: CartLine[];
  totalMinor: number;
  /** ISO 4217. */
  currency: string;
  /** Page where the contact continues with it. */
  url: string | null;
  status: CartStatus;
  updatedAt: Temporal.Instant;
  /** Grows with each change. */
  version: number;
  /** The shop that sent it; null: an API client. */
  branchId: BranchId | null;
  source: ConnectionKind;
  shopTitle: string | null;
  /** Whether its shop is connected and switched on; true for API clients. */
  isShopActive: boolean;
  /** IANA, of the cabinet. */
  timeZone: string;
};

/** The facts of a custom event that flows use. */
export type ApiEventFacts = {
  id: ApiEventId;
  name: string;
  contactId: ContactId | null;
  properties: Record<string, string | number>;
  occurredAt: Temporal.Instant;
  /** IANA, of the cabinet. */
  timeZone: string;
};

/** The state of a cart as sent, with defaults for absent fields. */
export type CartState = Pick<CartFacts, 'contactId' | 'items' | 'totalMinor' | 'currency' | 'url' | 'status'>;

/**
 * Computes the state of a cart. Without lines it is empty, unless it was bought; a bought one stays bought until it is
 * reported open; an anonymous cart with an identified visitor keeps the contact.
 *
 * @param currency of the cabinet
 */
export function cartStateOf(
  item: CartItem,
  { contactId, before, currency }: { contactId: ContactId | null; before: CartState | undefined; currency: string },
): CartState {
  const isEmpty = item.items.length === 0;
  const status = item.status ?? (before?.status === 'ordered' ? 'ordered' : 'open');
  return {
    contactId: contactId ?? before?.contactId ?? null,
    items: isEmpty && status === 'ordered' && before ? before.items : item.items,
    totalMinor:
      item.total?.amountMinor ?? (isEmpty && status === 'ordered' && before ? before.totalMinor : sumOfLines(item)),
    currency: item.total?.currency ?? before?.currency ?? currency,
    url: item.url ?? before?.url ?? null,
    status: isEmpty && status !== 'ordered' ? 'emptied' : status,
  };
}

/** Sums the lines of a cart. */
export function sumOfLines({ items }: Pick<CartItem, 'items'>): number {
  return items.reduce((sum, { quantity, priceMinor }) => sum + Math.round(quantity * (priceMinor ?? 0)), 0);
}

/** Returns whether two states are equal to people. */
export function isSameCart(one: CartState, other: CartState): boolean {
  return signOf(one) === signOf(other);
}

function signOf({ contactId, items, totalMinor, currency, url, status }: CartState): string {
  const lines = items.map(({ title, quantity, priceMinor }) => [title, quantity, priceMinor]);
  return JSON.stringify([contactId, lines, totalMinor, currency, url, status]);
}

/**
 * Parses an instant written with its offset, or as a wall clock.
 *
 * @param timeZone IANA, of the wall clock
 * @returns null when there is no such day or hour, e.g. February 30
 */
export function instantOf(text: string, timeZone: string): Temporal.Instant | null {
  try {
    if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return Temporal.Instant.from(text);
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(timeZone).toInstant();
  } catch {
    return null;
  }
}

/** Limits a time to now: clocks of API clients may be ahead of ours. */
export function notLaterThan(now: Temporal.Instant, text: string | undefined): Temporal.Instant {
  const stated = text === undefined ? now : Temporal.Instant.from(text);
  return earlierOf(stated, now);
}

/**
 * Splits items so that each part contains a key once, in the given order: two changes of one thing in a call are
 * applied
 * one after the other.
 */
export function inDistinctBatches<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const batches: Item[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const position = seen.get(keyOf(item)) ?? 0;
    seen.set(keyOf(item), position + 1);
    (batches[position] ??= []).push(item);
  }
  return batches;
}

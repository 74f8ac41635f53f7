import type { Subject } from '#server/subjects/rules.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import type { DishLine, Menu } from './menu.ts';
import type { Random } from './random.ts';
import { DAYS, MESSAGES_SINCE, outcomeBy, outcomeFor, type PastClient, type PastMessage } from './year.ts';

/** A restaurant as it was imported. */
export type PastRestaurant = { id: string; timeZone: string };

export type PastOrder = {
  id: string;
  branchId: string;
  placedAt: Temporal.Instant;
  kind: 'DeliveryByCourier' | 'DeliveryByClient';
  status: 'Closed' | 'Cancelled';
  lines: readonly DishLine[];
};

export type PastCart = { id: string; updatedAt: Temporal.Instant; lines: readonly DishLine[]; isOrdered: boolean };

/** Points of the loyalty programme that are about to expire, as the restaurant's own program posts it. */
export type PastApiEvent = { id: string; occurredAt: Temporal.Instant; points: number };

/** A message about an order, a cart or an event of the restaurant's program. */
export type OrderMessage = Pick<PastMessage, 'id' | 'kind' | 'at' | 'outcome'> & {
  subject: Subject;
  occurrence: number;
  decidedAt: Temporal.Instant;
  /** The status of the order that the message names. */
  status: 'OnWay' | 'Delivered' | 'Cancelled' | null;
};

/** One guest's year. */
export type GuestHistory = {
  client: PastClient;
  orders: PastOrder[];
  carts: PastCart[];
  apiEvents: PastApiEvent[];
  messages: OrderMessage[];
};

export type OrdersOptions = {
  random: Random;
  now: Temporal.Instant;
  restaurants: readonly PastRestaurant[];
  guests: number;
  menu: Menu;
  /** Whether the contact belongs to the control group of the messages about carts. */
  isHeldOut(contactId: string): boolean;
};

/** Days between two orders. */
const PAUSE = { least: 6, most: 24 };
const LEFT_CART = 0.35;
/** Shares of those who left a cart and order it after all: reminded, and by themselves. */
const ORDERED = { reminded: 0.55, alone: 0.25 };
const EXPIRING = 0.12;
const CANCELLED = 0.06;
const BY_COURIER = 0.75;

/** Makes up the orders of a year, guest by guest, with the carts they left. The same for the same seed. */
export function* makeOrders(options: OrdersOptions): Generator<GuestHistory> {
  for (let nth = 0; nth < options.guests; nth++) yield liveOneGuest(options, nth);
}

function liveOneGuest(options: OrdersOptions, nth: number): GuestHistory {
  const { random, now, restaurants } = options;
  const restaurant = restaurants[nth % 4 === 3 ? 1 : 0] ?? random.pick(restaurants);
  const today = now.toZonedDateTimeISO(restaurant.timeZone).startOfDay();
  let day = today.subtract({ days: DAYS - random.below(DAYS - 30) });
  const firstSeen = day.toInstant();
  const client: PastClient = {
    id: random.id(firstSeen),
    branchId: restaurant.id,
    firstSeen,
    hasPhone: true,
    optedOutAt: random.chance(0.04) ? now.subtract({ hours: 24 * (5 + random.below(MESSAGES_SINCE)) }) : null,
    visits: [],
  };
  const guest: GuestHistory = { client, orders: [], carts: [], apiEvents: [], messages: [] };

  while (Temporal.ZonedDateTime.compare(day, today) < 0) {
    order(options, guest, day);
    day = day.add({ days: PAUSE.least + random.below(PAUSE.most - PAUSE.least) });
    const at = day.with({ hour: 12 + random.below(8), minute: random.below(60) }).toInstant();
    if (!isBefore(at.add({ hours: 2 }), now)) break;
    if (random.chance(LEFT_CART)) {
      const isOrdered = leaveCart(options, guest, at);
      if (isOrdered) day = day.add({ days: 1 });
      else day = day.add({ days: 20 + random.below(15) });
    } else if (random.chance(EXPIRING)) expire(options, guest, at);
  }
  return guest;
}

function order(options: OrdersOptions, guest: GuestHistory, day: Temporal.ZonedDateTime): void {
  const { random, now, menu } = options;
  const placedAt = day.with({ hour: 11 + random.below(10), minute: random.below(60) }).toInstant();
  if (!isBefore(placedAt.add({ hours: 2 }), now)) return;
  const id = random.id(placedAt);
  const isCancelled = random.chance(CANCELLED);
  const kind = random.chance(BY_COURIER) ? 'DeliveryByCourier' : 'DeliveryByClient';
  const lines = pickLines(random, menu);
  const status = isCancelled ? 'Cancelled' : 'Closed';
  guest.orders.push({ id, branchId: guest.client.branchId, placedAt, kind, status, lines });
  const report = (named: OrderMessage['status'], minutes: number, occurrence: number) =>
    void write(options, guest, {
      kind: 'order_status',
      subject: { kind: 'order', id },
      occurrence,
      status: named,
      at: placedAt.add({ minutes }),
      decidedAt: placedAt.add({ minutes }),
    });
  if (isCancelled) return report('Cancelled', 15, 2);
  if (kind === 'DeliveryByClient') return;
  report('OnWay', 45, 5);
  report('Delivered', 75, 6);
}

/** @returns whether the cart was ordered after all */
function leaveCart(options: OrdersOptions, guest: GuestHistory, updatedAt: Temporal.Instant): boolean {
  const { random, menu } = options;
  const id = random.id(updatedAt);
  const message = write(options, guest, {
    kind: 'abandoned_cart',
    subject: { kind: 'cart', id },
    occurrence: 1,
    status: null,
    at: updatedAt.add({ minutes: 60 }),
    decidedAt: updatedAt,
  });
  const isReminded = message !== null && (message.outcome === 'read' || message.outcome === 'delivered');
  const isOrdered = random.chance(isReminded ? ORDERED.reminded : ORDERED.alone);
  guest.carts.push({ id, updatedAt, lines: pickLines(random, menu), isOrdered });
  return isOrdered;
}

function expire(options: OrdersOptions, guest: GuestHistory, occurredAt: Temporal.Instant): void {
  const { random } = options;
  const id = random.id(occurredAt);
  guest.apiEvents.push({ id, occurredAt, points: 50 * (2 + random.below(9)) });
  write(options, guest, {
    kind: 'api_event',
    subject: { kind: 'api_event', id },
    occurrence: 1,
    status: null,
    at: occurredAt.add({ seconds: 5 }),
    decidedAt: occurredAt.add({ seconds: 5 }),
  });
}

/** @returns null for the time before the restaurant sent messages */
function write(
  { random, now, isHeldOut }: OrdersOptions,
  { client, messages }: GuestHistory,
  about: Omit<OrderMessage, 'id' | 'outcome'>,
): OrderMessage | null {
  if (isBefore(about.at, now.subtract({ hours: 24 * MESSAGES_SINCE }))) return null;
  if (!isBefore(about.at, now)) return null;
  const outcome = outcomeBy(now, about.at, outcomeFor(random, client, about.at));
  const isControl = about.kind === 'abandoned_cart' && outcome !== 'opted_out' && isHeldOut(client.id);
  const message = { ...about, id: random.id(about.at), outcome: isControl ? ('control_group' as const) : outcome };
  messages.push(message);
  return message;
}

function pickLines(random: Random, menu: Menu): DishLine[] {
  const first = random.below(menu.length);
  const count = 1 + random.below(3);
  return Array.from({ length: count }, (_, nth) => menu[(first + nth * 3) % menu.length]).flatMap((dish) =>
    dish ? [{ ...dish, amount: random.chance(0.25) ? 2 : 1 }] : [],
  );
}

export const sumOf = (lines: readonly DishLine[]) =>
  lines.reduce((sum, { priceMinor, amount }) => sum + priceMinor * amount, 0);

import { orderStatusText } from '#server/subjects/text-rules.ts';
import type { SubjectWords } from '#server/subjects/value-rules.ts';
import type { Random } from './random.ts';
import { bodyOf, flowOf, isAgainst, messageRow, verdictRow } from './message-rows.ts';
import { type GuestHistory, type OrderMessage, type PastOrder, sumOf } from './orders-year.ts';
import { addressRow, contactRow, linkRow, optOutRow, type Person } from './people-rows.ts';
import { PAST_PREFIX, type Row, type Setting, type SettingPlace } from './setting.ts';

const FIRST_NUMBER = 1001;
const STATUSES_OF_ORDER = 8;

/** Rows of one guest of the restaurants. */
export function rowsOfGuest(
  guest: GuestHistory,
  person: Person,
  { setting, random }: { setting: Setting; random: Random },
) {
  const restaurant = setting.restaurants.find(({ id }) => id === guest.client.branchId);
  const decided = guest.messages.flatMap((message) => {
    const flow = flowOf({ ...message, delayMinutes: null }, setting);
    return flow ? [{ message, flow }] : [];
  });
  const sent = decided.filter(({ message }) => !isAgainst(message));
  const occasionOf = ({ subject, occurrence, decidedAt, status, at }: OrderMessage) => ({
    subject,
    occurrence,
    contactId: guest.client.id,
    decidedAt,
    compared: status ? { statuses: [status], status, wantedAt: at } : { wantedAt: at },
  });
  return {
    contacts: [contactRow(person)],
    contact_links: [linkRow(person)],
    contact_addresses: addressRow(person, null),
    opt_outs: optOutRow(person, random),
    orders: guest.orders.map((order, nth) => orderRow(order, person, nth, setting)),
    carts: guest.carts.map((cart) => ({
      id: cart.id,
      external_id: `${PAST_PREFIX}${cart.id}`,
      contact_id: guest.client.id,
      items: cart.lines.map(({ title, amount, priceMinor }) => ({ title, quantity: amount, priceMinor })),
      total_minor: sumOf(cart.lines),
      currency: restaurant?.currency ?? '',
      url: null,
      status: cart.isOrdered ? 'ordered' : 'abandoned',
      updated_at: cart.updatedAt,
      version: 1,
    })),
    api_events: guest.apiEvents.map(({ id, occurredAt, points }) => ({
      id,
      external_id: `${PAST_PREFIX}${id}`,
      name: 'points_expire',
      contact_id: guest.client.id,
      properties: { points },
      occurred_at: occurredAt,
      recorded_at: occurredAt,
    })),
    messages: sent.map(({ message, flow }) =>
      messageRow(
        { ...message, reply: null },
        {
          ...occasionOf(message),
          body: bodyOf(wordsOf(message, guest, restaurant, setting), flow, person, setting),
          answers: [],
        },
        flow,
        person,
      ),
    ),
    verdicts: decided.map(({ message, flow }) => verdictRow(message, occasionOf(message), flow, random.id(message.at))),
  };
}

function orderRow(order: PastOrder, { client }: Person, nth: number, { language }: Setting): Row {
  const { placedAt, status, kind } = order;
  const isClosed = status === 'Closed';
  const changedAt = placedAt.add({ minutes: isClosed ? 90 : 15 });
  return {
    id: order.id,
    branch_id: order.branchId,
    external_id: `${PAST_PREFIX}${order.id}`,
    number: numberOf(order, nth),
    contact_id: client.id,
    delivery_kind: kind,
    status,
    status_text: orderStatusText(status, language),
    status_version: isClosed ? STATUSES_OF_ORDER : 2,
    total_minor: sumOf(order.lines),
    items: order.lines.map(({ title, amount }) => ({ title, amount })),
    placed_at: placedAt,
    complete_before: placedAt.add({ minutes: 80 }),
    delivered_at: isClosed ? placedAt.add({ minutes: 75 }) : null,
    source_changed_at: changedAt,
    read_at: changedAt,
    recorded_at: placedAt,
  };
}

/** Numbers grow through the day; people name an order by them. */
const numberOf = ({ placedAt }: PastOrder, nth: number) =>
  String(FIRST_NUMBER + ((Math.floor(placedAt.epochMilliseconds / 60_000) + nth) % 8_999));

function wordsOf(
  { subject, status }: OrderMessage,
  { client, orders, carts, apiEvents }: GuestHistory,
  restaurant: SettingPlace | undefined,
  setting: Setting,
): SubjectWords {
  const nth = orders.findIndex(({ id }) => id === subject.id);
  const order = orders[nth];
  const cart = carts.find(({ id }) => id === subject.id);
  const event = apiEvents.find(({ id }) => id === subject.id);
  return {
    startsAt: order?.placedAt ?? cart?.updatedAt ?? event?.occurredAt ?? client.firstSeen,
    timeZone: restaurant?.timeZone ?? setting.timeZone,
    masterName: null,
    serviceTitles: [],
    totalMinor: sumOf(order?.lines ?? cart?.lines ?? []),
    currency: restaurant?.currency ?? '',
    branchTitle: restaurant?.title ?? '',
    branchAddress: restaurant?.address ?? null,
    branchPhone: restaurant?.phone ?? null,
    manageUrl: null,
    ...(order && {
      order: {
        number: numberOf(order, nth),
        status: status ?? order.status,
        items: order.lines,
        deliveryKind: order.kind,
        readyAt: order.placedAt.add({ minutes: 80 }),
        courierName: null,
        courierPhone: null,
        cancelCause: null,
      },
    }),
    ...(cart && { cart: { items: cart.lines, url: null } }),
    ...(event && { eventName: 'points_expire', properties: { points: event.points } }),
  };
}

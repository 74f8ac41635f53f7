import { z } from 'zod';
import { type DeliveryKind, OrderStatus } from '#contract/orders/calls.ts';
import type { BranchPlace, ClientFacts, OrderFacts, OrderPage, UnreadableRecord } from '#server/connections/port.ts';
import { isNearby } from '#server/platform/values/outside-numbers.ts';
import { whereOf } from './answers.ts';
import { unknownFields } from './known-fields.ts';
import { AmountOrNone, dayOf, instantOf, listOrNone, minorOf, NumberOrNone, TextOrNone } from './shapes.ts';

const Named = z.object({ name: TextOrNone }).nullish();

const Item = z.object({
  product: Named,
  service: Named,
  /** Main product of a compound dish. */
  primaryComponent: z.object({ product: Named }).nullish(),
  amount: AmountOrNone,
  deleted: z.unknown().optional(),
});

const Customer = z.object({
  type: TextOrNone,
  id: TextOrNone,
  name: TextOrNone,
  surname: TextOrNone,
  birthdate: TextOrNone,
});

const OrderShape = z.object({
  phone: TextOrNone,
  status: z.string().min(1),
  customer: Customer.nullish(),
  orderType: z.object({ orderServiceType: TextOrNone }).nullish(),
  number: TextOrNone,
  sum: AmountOrNone,
  whenCreated: TextOrNone,
  whenDelivered: TextOrNone,
  completeBefore: TextOrNone,
  courierInfo: z.object({ courier: z.object({ name: TextOrNone, phone: TextOrNone }).nullish() }).nullish(),
  cancelInfo: z.object({ cause: Named, comment: TextOrNone }).nullish(),
  comment: TextOrNone,
  items: listOrNone(Item),
  isDeleted: z.boolean().nullish().catch(null),
});
type OrderShape = z.output<typeof OrderShape>;

/** An order with the vendor's metadata, the same in answers and payloads. */
const OrderInfo = z.object({
  id: z.string().min(1),
  /** Unit unknown: only used for comparing. */
  timestamp: NumberOrNone,
  creationStatus: TextOrNone,
  order: z.unknown().optional(),
});

const KINDS: Readonly<Record<string, DeliveryKind>> = {
  DeliveryByCourier: 'DeliveryByCourier',
  DeliveryByClient: 'DeliveryByClient',
  // NOTE: the dictionary of order types spells it differently than orders.
  DeliveryPickUp: 'DeliveryByClient',
};

/**
 * Separates orders from unreadable items. Orders the restaurant has not created yet, or could not create, are omitted.
 */
export function sortOrders(infos: readonly unknown[], place: BranchPlace): Omit<OrderPage, 'revision'> {
  const read = infos.map((info) => readOrder(info, place)).filter((one) => one !== null);
  return {
    orders: read.flatMap((one) => ('order' in one ? [one.order] : [])),
    unreadable: read.flatMap((one) => ('problem' in one ? [one] : [])),
    unknownFields: infos.flatMap(unknownFields),
  };
}

function readOrder(info: unknown, place: BranchPlace): { order: OrderFacts } | UnreadableRecord | null {
  const read = OrderInfo.safeParse(info);
  if (!read.success) return unreadable(info, read.error);
  const { id, timestamp, creationStatus, order } = read.data;
  if ((creationStatus !== null && creationStatus !== 'Success') || order === null || order === undefined) return null;
  const shape = OrderShape.safeParse(order);
  if (!shape.success) return unreadable(info, shape.error);
  return { order: toFacts({ id, timestamp, order: shape.data }, place) };
}

function toFacts(
  { id, timestamp, order }: { id: string; timestamp: number | null; order: OrderShape },
  { timeZone, currency }: BranchPlace,
): OrderFacts {
  const courier = order.courierInfo?.courier;
  const { cancelInfo } = order;
  return {
    externalId: id,
    number: order.number,
    client: clientOf(order),
    deliveryKind: KINDS[order.orderType?.orderServiceType ?? ''] ?? null,
    status: statusOf(order),
    statusText: order.status,
    totalMinor: minorOf(order.sum ?? 0, currency),
    items: order.items.flatMap((item) => {
      const title = item.product?.name ?? item.primaryComponent?.product?.name ?? item.service?.name;
      return title && !item.deleted ? [{ title, amount: item.amount ?? 1 }] : [];
    }),
    createdAt: instantOf(order.whenCreated, timeZone),
    completeBefore: instantOf(order.completeBefore, timeZone),
    deliveredAt: instantOf(order.whenDelivered, timeZone),
    changedAt: momentOf(timestamp),
    courier: courier?.name ? { name: courier.name, phone: courier.phone } : null,
    cancelCause: cancelInfo ? (cancelInfo.cause?.name ?? cancelInfo.comment) : null,
    comment: order.comment ?? '',
  };
}

/** A deleted order keeps its former status in the data. Deletion of a delivered one is accounting and ignored. */
function statusOf({ status, isDeleted }: OrderShape): OrderStatus {
  const known = OrderStatus.safeParse(status).data ?? 'unknown';
  return isDeleted && known !== 'Delivered' && known !== 'Closed' ? 'Cancelled' : known;
}

/** A regular customer has a card; any other is identified by the phone of the order, or not at all. */
function clientOf({ customer, phone }: OrderShape): ClientFacts | null {
  const id = customer?.type === 'one-time' ? null : (customer?.id ?? null);
  if (id === null && phone === null) return null;
  const birthDate = dayOf(customer?.birthdate ?? null);
  return {
    externalId: id ?? `phone:${phone?.replaceAll(/\D/g, '')}`,
    name: [customer?.name, customer?.surname].filter(Boolean).join(' '),
    ...(customer?.surname && { givenName: customer.name }),
    phone,
    email: null,
    isNew: false,
    visitsCount: null,
    ...(birthDate && { birthDate }),
  };
}

/**
 * Seconds, or 10⁻³, 10⁻⁶ or 10⁻⁹ of them: the vendor does not document the unit, so the size decides. It may be no time
 * at all: then the result is only good for comparing.
 */
function momentOf(timestamp: number | null): Temporal.Instant | null {
  if (timestamp === null || timestamp <= 0 || timestamp >= 1e20) return null;
  let ms = timestamp;
  if (timestamp < 1e11) ms = timestamp * 1_000;
  if (timestamp >= 1e14) ms = timestamp / 1_000;
  if (timestamp >= 1e17) ms = timestamp / 1_000_000;
  const at = Temporal.Instant.fromEpochMilliseconds(Math.round(ms));
  return isNearby(at) ? at : null;
}

function unreadable(body: unknown, error: z.ZodError): UnreadableRecord {
  return { body: JSON.stringify(body) ?? '', problem: whereOf(error) };
}

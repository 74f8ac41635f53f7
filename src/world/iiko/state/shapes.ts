import type { Guest, IikoState, Order, Reserve } from './state.ts';
import type { Status } from './statuses.ts';
import { wallTime, zoneOf } from './times.ts';

/** An order as reads and webhooks show it: `order` only when it was created, `errorInfo` only when it failed. */
export function toOrderInfo(state: IikoState, order: Order) {
  const { id, posId, externalNumber, organizationId, creation, error } = order;
  return {
    id,
    posId,
    externalNumber,
    organizationId,
    // Its unit is not stated by the vendor; good for comparing only.
    timestamp: Math.floor(order.changedAt / 1000),
    creationStatus: creation,
    errorInfo: creation === 'Error' ? { ...error, additionalData: null } : null,
    order: creation === 'Success' ? toOrder(state, order) : null,
  };
}

function toOrder(state: IikoState, order: Order) {
  const zone = zoneOf(state, order.organizationId);
  const type = state.orderTypes.find(({ kind }) => kind === order.kind);
  const courier = state.couriers.find(({ id }) => id === order.courierId);
  const cause = state.cancelCauses.find(({ id }) => id === order.cancel?.causeId);
  return {
    parentDeliveryId: null,
    customer: toCustomer(state, order),
    phone: order.phone,
    deliveryPoint: order.address && toDeliveryPoint(order.address),
    status: order.status,
    cancelInfo: order.cancel && {
      whenCancelled: wallTime(order.cancel.at, zone),
      cause: cause && { id: cause.id, name: cause.name },
      comment: order.cancel.comment,
    },
    courierInfo: courier
      ? {
          courier: { id: courier.id, name: courier.name, phone: courier.phone },
          isCourierSelectedManually: true,
        }
      : null,
    completeBefore: wallTime(order.completeBefore, zone),
    whenCreated: wallTime(order.createdAt, zone),
    whenConfirmed: wallTime(order.confirmedAt, zone),
    whenPrinted: wallTime(order.confirmedAt, zone),
    whenCookingCompleted: wallTime(order.cookingCompletedAt, zone),
    whenSended: wallTime(order.sentAt, zone),
    whenDelivered: wallTime(order.deliveredAt, zone),
    whenClosed: wallTime(order.closedAt, zone),
    comment: order.comment,
    problem: { hasProblem: order.problem !== null, description: order.problem },
    operator: null,
    marketingSource: null,
    deliveryDuration: 60,
    terminalGroupId: order.terminalGroupId,
    number: order.number,
    sum: order.sum,
    sourceKey: order.sourceKey,
    processedPaymentsSum: order.closedAt === null ? 0 : order.sum,
    orderType: type && { id: type.id, name: type.name, orderServiceType: order.kind },
    guestsInfo: { count: 1, splitBetweenPersons: false },
    items: order.lines.map((line) => ({
      type: 'Product',
      product: { id: line.productId, name: line.name },
      price: line.price,
      cost: line.price * line.amount,
      amount: line.amount,
      status: itemStatusOf(order.status),
      modifiers: [],
      comment: null,
      deleted: null,
    })),
    combos: [],
    payments: [],
    tips: [],
    discounts: [],
    isDeleted: order.isDeleted,
  };
}

function toCustomer(state: IikoState, order: Order) {
  const guest = state.guests.find(({ id }) => id === order.guestId);
  if (!guest) return { type: 'one-time', name: order.guestName };
  const { id, surname, birthday, sex, isInBlacklist } = guest;
  return {
    type: 'regular',
    id,
    name: order.guestName,
    surname: surname || null,
    comment: null,
    gender: GENDERS[sex],
    inBlacklist: isInBlacklist,
    blacklistReason: null,
    birthdate: birthday === '' ? null : `${birthday} 00:00:00.000`,
  };
}

const GENDERS: Record<Guest['sex'], string> = { 0: 'NotSpecified', 1: 'Male', 2: 'Female' };

const toDeliveryPoint = ({ city, street, house, flat }: NonNullable<Order['address']>) => ({
  coordinates: null,
  address: {
    street: { id: null, name: street, city: { id: null, name: city } },
    house,
    flat,
    entrance: null,
    floor: null,
  },
  comment: null,
});

function itemStatusOf(status: Status): string {
  if (status === 'CookingStarted') return 'CookingStarted';
  if (status === 'CookingCompleted' || status === 'Waiting' || status === 'OnWay') return 'CookingCompleted';
  return status === 'Delivered' || status === 'Closed' ? 'Served' : 'Added';
}

/** A table reserve as reads and webhooks show it. */
export function toReserveInfo(state: IikoState, one: Reserve) {
  const zone = zoneOf(state, one.organizationId);
  const reserve = {
    customer: one.guestId
      ? { type: 'regular', id: one.guestId, name: one.guestName }
      : { type: 'one-time', name: one.guestName },
    phone: one.phone,
    guestsCount: one.guestsCount,
    comment: one.comment,
    durationInMinutes: one.durationInMinutes,
    shouldRemind: one.shouldRemind,
    status: one.status,
    cancelReason: one.cancelReason,
    tableIds: one.tableIds,
    estimatedStartTime: wallTime(one.startsAt, zone),
    guestsComingTime: wallTime(one.guestsCameAt, zone),
    eventType: null,
    order: null,
  };
  return {
    id: one.id,
    externalNumber: null,
    organizationId: one.organizationId,
    timestamp: Math.floor(one.changedAt / 1000),
    creationStatus: one.creation,
    errorInfo: one.creation === 'Error' ? { ...one.error, additionalData: null } : null,
    isDeleted: one.isDeleted,
    reserve: one.creation === 'Success' ? reserve : null,
  };
}

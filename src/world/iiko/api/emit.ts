import type { Sim } from '../../sim/sim.ts';
import { toOrderInfo, toReserveInfo } from '../state/shapes.ts';
import type { Webhook, WebhookFilter, Order, Reserve, OrderEvent } from '../state/state.ts';
import { wallTime } from '../state/times.ts';
import { nextUuid } from '../state/uuids.ts';

/** Sends an order event to the webhooks; a failed creation is an event of its own type. */
export function emitOrder(sim: Sim, order: Order): void {
  const isError = order.creation === 'Error';
  const info = toOrderInfo(sim.state.iiko, order);
  const event = anEvent(sim, isError ? 'DeliveryOrderError' : 'DeliveryOrderUpdate', info);
  const { id: orderId, organizationId, status } = order;
  const orderEvent: OrderEvent = { organizationId, orderId, status, isError, event };
  order.events.push(orderEvent);
  if (order.events.length > MAX_STORED) order.events.shift();
  emitInOrder(sim, orderEvent);
}

/** Resends an event as a delivery of its own: only the correlation id differs. */
export function repeatEvent(sim: Sim, orderEvent: OrderEvent): void {
  emit(sim, { ...orderEvent, event: { ...orderEvent.event, correlationId: nextUuid(sim.ids) } });
}

export function emitReserve(sim: Sim, reserve: Reserve): void {
  const isError = reserve.creation === 'Error';
  const event = anEvent(sim, isError ? 'ReserveError' : 'ReserveUpdate', toReserveInfo(sim.state.iiko, reserve));
  forEachWebhook(sim, reserve.organizationId, (webhook) => {
    const { reserveFilter } = webhook.filter;
    if (isError ? reserveFilter?.errors : reserveFilter?.updates) send(sim, webhook, [event]);
  });
}

/** Sends what was held back, all events of an organization in one array. */
export function releaseHeld(sim: Sim): void {
  const { heldEvents } = sim.state.iiko;
  sim.state.iiko.heldEvents = [];
  for (const organizationId of new Set(heldEvents.map((one) => one.organizationId))) {
    const own = heldEvents.filter((one) => one.organizationId === organizationId);
    forEachWebhook(sim, organizationId, (webhook) => {
      const wanted = own.filter((orderEvent) => isWanted(webhook.filter, orderEvent)).map(({ event }) => event);
      if (wanted.length > 0) send(sim, webhook, wanted);
    });
  }
}

const MAX_STORED = 12;

const anEvent = (sim: Sim, eventType: string, eventInfo: { organizationId: string }) => ({
  eventType,
  eventTime: wallTime(sim.clock.now(), 'UTC'),
  organizationId: eventInfo.organizationId,
  correlationId: nextUuid(sim.ids),
  eventInfo,
});

/** Reversed, a change waits for the next one of its order and leaves when that one has arrived. */
function emitInOrder(sim: Sim, orderEvent: OrderEvent): void {
  const { heldEvents, switches } = sim.state.iiko;
  const overtakes = heldEvents.some((one) => one.orderId === orderEvent.orderId);
  if (switches.held || (switches.order === 'reversed' && !overtakes)) return void heldEvents.push(orderEvent);
  emit(sim, orderEvent, overtakes ? orderEvent.orderId : '');
}

/** Lets what was overtaken follow. */
export function runOvertaken(sim: Sim): void {
  sim.webhooks.onDelivered('iiko', (orderId) => {
    const { heldEvents } = sim.state.iiko;
    const at = heldEvents.findIndex((one) => one.orderId === orderId);
    if (at >= 0) heldEvents.splice(at, 1).forEach((one) => emit(sim, one));
  });
}

function emit(sim: Sim, orderEvent: OrderEvent, tag = ''): void {
  forEachWebhook(sim, orderEvent.organizationId, (webhook) => {
    if (isWanted(webhook.filter, orderEvent)) send(sim, webhook, [orderEvent.event], tag);
  });
}

function isWanted({ deliveryOrderFilter: filter }: WebhookFilter, { status, isError }: OrderEvent): boolean {
  return isError ? filter?.errors === true : filter?.orderStatuses.includes(status) === true;
}

function forEachWebhook(sim: Sim, organizationId: string, work: (webhook: Webhook) => void): void {
  const { webhooks, switches } = sim.state.iiko;
  if (switches.webhooks === 'off') return;
  webhooks
    .filter((webhook) => webhook.organizationId === organizationId && !webhook.isForeign && webhook.uri !== '')
    .forEach(work);
}

function send(sim: Sim, { uri, authToken }: Webhook, events: unknown[], tag = ''): void {
  const { bearer, body } = sim.state.iiko.switches;
  const headers: Record<string, string> =
    authToken === '' ? {} : { Authorization: `${bearer ? 'Bearer ' : ''}${authToken}` };
  const bodies = body === 'array' ? [events] : events;
  for (const one of bodies) sim.webhooks.send({ channel: 'iiko', tag, url: uri, headers, body: JSON.stringify(one) });
}

import type { Sim } from '../sim.ts';
import { toOrderInfo, toReserveInfo } from './shapes.ts';
import type { Hook, HookFilter, Order, Reserve, Told } from './state.ts';
import { wallTime } from './times.ts';
import { nextUuid } from './uuids.ts';

/** Sends an order event to the webhooks; a failed creation is an event of its own type. */
export function emitOrder(sim: Sim, order: Order): void {
  const isError = order.creation === 'Error';
  const info = toOrderInfo(sim.state.iiko, order);
  const event = anEvent(sim, isError ? 'DeliveryOrderError' : 'DeliveryOrderUpdate', info);
  const { id: orderId, organizationId, status } = order;
  const told: Told = { organizationId, orderId, status, isError, event };
  order.events.push(told);
  if (order.events.length > KEPT) order.events.shift();
  tellInOrder(sim, told);
}

/** Resends an event as a delivery of its own: only the correlation id differs. */
export function repeatEvent(sim: Sim, told: Told): void {
  tell(sim, { ...told, event: { ...told.event, correlationId: nextUuid(sim.ids) } });
}

export function emitReserve(sim: Sim, reserve: Reserve): void {
  const isError = reserve.creation === 'Error';
  const event = anEvent(sim, isError ? 'ReserveError' : 'ReserveUpdate', toReserveInfo(sim.state.iiko, reserve));
  forEachHook(sim, reserve.organizationId, (hook) => {
    const { reserveFilter } = hook.filter;
    if (isError ? reserveFilter?.errors : reserveFilter?.updates) send(sim, hook, [event]);
  });
}

/** Sends what was held back, all events of an organization in one array. */
export function releaseHeld(sim: Sim): void {
  const { heldEvents } = sim.state.iiko;
  sim.state.iiko.heldEvents = [];
  for (const organizationId of new Set(heldEvents.map((one) => one.organizationId))) {
    const mine = heldEvents.filter((one) => one.organizationId === organizationId);
    forEachHook(sim, organizationId, (hook) => {
      const wanted = mine.filter((told) => isWanted(hook.filter, told)).map(({ event }) => event);
      if (wanted.length > 0) send(sim, hook, wanted);
    });
  }
}

const KEPT = 12;

const anEvent = (sim: Sim, eventType: string, eventInfo: { organizationId: string }) => ({
  eventType,
  eventTime: wallTime(sim.clock.now(), 'UTC'),
  organizationId: eventInfo.organizationId,
  correlationId: nextUuid(sim.ids),
  eventInfo,
});

/** Reversed, a change waits for the next one of its order and leaves when that one has arrived. */
function tellInOrder(sim: Sim, told: Told): void {
  const { heldEvents, switches } = sim.state.iiko;
  const overtakes = heldEvents.some((one) => one.orderId === told.orderId);
  if (switches.held || (switches.order === 'reversed' && !overtakes)) return void heldEvents.push(told);
  tell(sim, told, overtakes ? told.orderId : '');
}

/** Lets what was overtaken follow. */
export function runOvertaken(sim: Sim): void {
  sim.webhooks.onDelivered('iiko', (orderId) => {
    const { heldEvents } = sim.state.iiko;
    const at = heldEvents.findIndex((one) => one.orderId === orderId);
    if (at >= 0) heldEvents.splice(at, 1).forEach((one) => tell(sim, one));
  });
}

function tell(sim: Sim, told: Told, tag = ''): void {
  forEachHook(sim, told.organizationId, (hook) => {
    if (isWanted(hook.filter, told)) send(sim, hook, [told.event], tag);
  });
}

function isWanted({ deliveryOrderFilter: filter }: HookFilter, { status, isError }: Told): boolean {
  return isError ? filter?.errors === true : filter?.orderStatuses.includes(status) === true;
}

function forEachHook(sim: Sim, organizationId: string, work: (hook: Hook) => void): void {
  const { hooks, switches } = sim.state.iiko;
  if (switches.webhooks === 'off') return;
  hooks.filter((hook) => hook.organizationId === organizationId && !hook.isForeign && hook.uri !== '').forEach(work);
}

function send(sim: Sim, { uri, authToken }: Hook, events: unknown[], tag = ''): void {
  const { bearer, body } = sim.state.iiko.switches;
  const headers: Record<string, string> =
    authToken === '' ? {} : { Authorization: `${bearer ? 'Bearer ' : ''}${authToken}` };
  const bodies = body === 'array' ? [events] : events;
  for (const one of bodies) sim.webhooks.send({ channel: 'iiko', tag, url: uri, headers, body: JSON.stringify(one) });
}

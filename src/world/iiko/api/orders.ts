import { stableNumber } from '../../values/ids.ts';
import type { Sim } from '../../sim/sim.ts';
import { emitOrder } from './emit.ts';
import { addressOf } from '../state/past.ts';
import type { Guest, Line, Order, Organization } from '../state/state.ts';
import type { Creation, Kind, Status } from '../state/statuses.ts';
import { nextUuid } from '../state/uuids.ts';

export type NewOrder = {
  organization: Organization;
  /** Null for a guest who is not stored; name and phone are in the order alone. */
  guest: Guest | null;
  guestName: string;
  /** With a plus. */
  phone: string;
  kind: Kind;
  lines: Line[];
  /** The lines' when absent. */
  sum?: number | undefined;
  completeBefore: number;
  comment?: string | undefined;
  externalNumber?: string | undefined;
  sourceKey?: string | undefined;
  status?: Status | undefined;
  creation?: Creation | undefined;
  error?: Order['error'] | undefined;
};
/** `isSilent`: no webhook. */
export type How = { isSilent?: boolean | undefined };

export function placeOrder(sim: Sim, order: NewOrder, { isSilent }: How = {}): Order {
  const state = sim.state.iiko;
  const now = sim.clock.now();
  const number = ++state.lastNumber;
  const terminal = state.terminalGroups.find((one) => one.organizationId === order.organization.id);
  const isDelivered = order.kind === 'DeliveryByCourier';
  const placed: Order = {
    id: nextUuid(sim.ids),
    posId: nextUuid(sim.ids),
    organizationId: order.organization.id,
    terminalGroupId: terminal?.id ?? '',
    externalNumber: order.externalNumber ?? null,
    number,
    kind: order.kind,
    guestId: order.guest?.id ?? null,
    guestName: order.guestName,
    phone: order.phone,
    lines: order.lines,
    sum: order.sum ?? order.lines.reduce((sum, line) => sum + line.price * line.amount, 0),
    comment: order.comment ?? null,
    sourceKey: order.sourceKey ?? null,
    address: isDelivered ? addressOf(order.organization, stableNumber(String(number), 1000)) : null,
    status: 'Unconfirmed',
    creation: order.creation ?? 'Success',
    error: order.error ?? null,
    courierId: null,
    problem: null,
    cancel: null,
    isDeleted: false,
    completeBefore: order.completeBefore,
    createdAt: now,
    confirmedAt: null,
    cookingCompletedAt: null,
    sentAt: null,
    deliveredAt: null,
    closedAt: null,
    changedAt: now - 1000,
    revision: 0,
    events: [],
  };
  if (order.status) setStatus(placed, order.status, now);
  state.orders.push(placed);
  if (order.phone !== '') sim.people.byPhone(order.phone, order.guestName);
  return announced(sim, placed, { isSilent });
}

/** Moves an order to any status from any other; what it skipped leaves no time behind. */
export function moveOrder(sim: Sim, order: Order, status: Status, { isSilent }: How = {}): Order {
  if (status !== 'Cancelled') order.cancel = null;
  setStatus(order, status, sim.clock.now());
  return announced(sim, order, { isSilent });
}

type Cancellation = { causeId: string; comment: string | null };

export function cancelOrder(sim: Sim, order: Order, { causeId, comment }: Cancellation, { isSilent }: How = {}): Order {
  order.status = 'Cancelled';
  order.cancel = { at: sim.clock.now(), causeId, comment };
  return announced(sim, order, { isSilent });
}

type Change = Partial<
  Pick<Order, 'courierId' | 'completeBefore' | 'comment' | 'problem' | 'phone' | 'sum' | 'isDeleted'>
> &
  Partial<Pick<Order, 'creation' | 'error' | 'externalNumber'>>;

export function changeOrder(sim: Sim, order: Order, change: Change, { isSilent }: How = {}): Order {
  Object.assign(order, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));
  return announced(sim, order, { isSilent });
}

/** Changes of one order get different seconds, so that their sequence is known. */
function announced(sim: Sim, order: Order, { isSilent }: How): Order {
  const state = sim.state.iiko;
  order.changedAt = Math.max(sim.clock.now(), order.changedAt + 1000);
  state.lastRevision = Math.max(Math.floor(sim.clock.now()), state.lastRevision + 1);
  order.revision = state.lastRevision;
  if (!isSilent) emitOrder(sim, order);
  sim.changed('iiko');
  return order;
}

function setStatus(order: Order, status: Status, now: number): void {
  order.status = status;
  if (status !== 'Unconfirmed' && status !== 'Cancelled') order.confirmedAt ??= now;
  if (status === 'CookingCompleted') order.cookingCompletedAt = now;
  if (status === 'OnWay') order.sentAt = now;
  if (status === 'Delivered') order.deliveredAt = now;
  if (status === 'Closed') order.closedAt = now;
}

import type { TextKey } from '../texts.ru.ts';
import { type Kind, type Order, STATUSES, type Status } from './types.ts';

/** The columns of the board, each with the statuses it gathers. */
export const ORDER_STEPS = [
  { key: 'new', title: 'stageNew', statuses: ['Unconfirmed'] },
  { key: 'kitchen', title: 'stageKitchen', statuses: ['WaitCooking', 'ReadyForCooking', 'CookingStarted'] },
  { key: 'ready', title: 'stageReady', statuses: ['CookingCompleted', 'Waiting'] },
  { key: 'way', title: 'stageWay', statuses: ['OnWay'] },
  { key: 'done', title: 'stageDone', statuses: ['Delivered', 'Closed', 'Cancelled'] },
] as const satisfies { key: string; title: TextKey; statuses: Status[] }[];
export type OrderStep = (typeof ORDER_STEPS)[number];

/** The life of an order; one that is fetched needs no courier, one eaten at the table is not handed over. */
const PATHS: Record<Kind, readonly Status[]> = {
  DeliveryByCourier: STATUSES.slice(0, 9),
  DeliveryByClient: STATUSES.slice(0, 9).filter((status) => status !== 'OnWay'),
  Common: STATUSES.slice(0, 9).filter((status) => status !== 'OnWay' && status !== 'Delivered'),
};

/** The usual status `steps` further on; undefined at the end of the path. */
export function nextStatus({ kind, status }: Pick<Order, 'kind' | 'status'>, steps = 1): Status | undefined {
  const path = PATHS[kind];
  const here = path.indexOf(status);
  return here < 0 ? undefined : path[here + steps];
}

export const isOver = ({ status }: Pick<Order, 'status'>) => status === 'Closed' || status === 'Cancelled';

const DONE_SHOWN = 6;
const DONE_FOR_MS = 12 * 3_600_000;

/** The orders of one status on the board: the most urgent first, of those that are over the latest of half a day. */
export function ordersOf(orders: Order[], status: Status, now: Date): Order[] {
  const own = orders.filter((order) => order.status === status);
  if (status !== 'Closed' && status !== 'Cancelled')
    return own.toSorted((a, b) => a.completeBefore.localeCompare(b.completeBefore));
  const since = new Date(now.getTime() - DONE_FOR_MS).toISOString();
  const recent = own.filter((order) => order.changedAt >= since);
  return recent.toSorted((a, b) => b.changedAt.localeCompare(a.changedAt)).slice(0, DONE_SHOWN);
}

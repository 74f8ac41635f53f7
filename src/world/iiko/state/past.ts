import type { Role } from '../../cast/cast.ts';
import { stableNumber } from '../../values/ids.ts';
import { streetsOf, requestOf } from './menu.ts';
import type { Guest, IikoState, Order, Organization } from './state.ts';
import { type Kind, PATHS, type Status } from './statuses.ts';
import { uuidOf } from './uuids.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAYS_BACK = 28;

/** The board on the first day: status, kind, minutes until the planned time. */
const LIVE: readonly (readonly [Status, Kind, number])[] = [
  ['Unconfirmed', 'DeliveryByCourier', 65],
  ['Unconfirmed', 'DeliveryByClient', 50],
  ['WaitCooking', 'DeliveryByCourier', 75],
  ['CookingStarted', 'DeliveryByCourier', 40],
  ['CookingStarted', 'DeliveryByClient', 20],
  ['Waiting', 'DeliveryByClient', -4],
  ['OnWay', 'DeliveryByCourier', 12],
  ['Delivered', 'DeliveryByCourier', -9],
  ['Closed', 'DeliveryByClient', -35],
  ['Cancelled', 'DeliveryByCourier', -50],
];

/** Orders of the four weeks before, about three a day with twelve guests, and those on the board now. */
export function seedOrders(state: IikoState, now: number, organization: Organization, roles: readonly Role[]): void {
  const phones = new Set(roles.map(({ phone }) => phone));
  const guests = state.guests.filter((one) => one.network === organization.network && phones.has(one.phone));
  const pick = (text: string) => guests[stableNumber(`${organization.name}:${text}`, guests.length)];
  for (let day = DAYS_BACK; day >= 1; day--) {
    const count = stableNumber(`${organization.name}:${day}`, guests.length > 6 ? 4 : 2) + 1;
    for (let nth = 0; nth < count; nth++) {
      const expectedAt = now - day * DAY_MS + stableNumber(`${organization.name}:${day}:${nth}`, 600) * MINUTE_MS;
      const isCancelled = stableNumber(`${day}:${nth}:${organization.name}`, 12) === 0;
      const kind = (day + nth) % 3 === 0 ? 'DeliveryByClient' : 'DeliveryByCourier';
      const status = isCancelled ? 'Cancelled' : 'Closed';
      addOrder(state, organization, { now, guest: pick(`${day}:${nth}`), status, kind, expectedAt });
    }
  }
  LIVE.slice(0, guests.length > 6 ? LIVE.length : 6).forEach(([status, kind, minutes], nth) => {
    const guest = guests[nth % guests.length];
    addOrder(state, organization, { now, guest, status, kind, expectedAt: now + minutes * MINUTE_MS });
  });
}

type Past = { now: number; guest: Guest | undefined; status: Status; kind: Kind; expectedAt: number };

function addOrder(state: IikoState, organization: Organization, past: Past): void {
  const { guest, status, kind, expectedAt } = past;
  const number = ++state.lastNumber;
  const products = state.products.filter((one) => one.network === organization.network);
  const chance = stableNumber(`${organization.name}:${number}`, 1000);
  const chosen = [products[chance % products.length], products[(chance + 3) % products.length]];
  const lines = chosen.slice(0, (chance % 2) + 1).flatMap((product, nth) => {
    if (!product) return [];
    return {
      productId: product.id,
      name: product.name,
      price: product.price,
      amount: nth === 0 ? (chance % 2) + 1 : 1,
    };
  });
  const terminal = state.terminalGroups.find((one) => one.organizationId === organization.id);
  const courier = state.couriers.filter((one) => one.organizationId === organization.id)[chance % 3];
  const createdAt = expectedAt - (80 + (chance % 30)) * MINUTE_MS;
  const stamps = stampsOf(past, createdAt);
  const isTaken = kind === 'DeliveryByCourier' && PATHS[kind].indexOf(status) >= PATHS[kind].indexOf('OnWay');
  const order: Order = {
    id: uuidOf(`order:${organization.name}:${number}`),
    posId: uuidOf(`pos:${organization.name}:${number}`),
    organizationId: organization.id,
    terminalGroupId: terminal?.id ?? '',
    externalNumber: null,
    number,
    kind,
    guestId: guest?.id ?? null,
    guestName: guest?.name ?? '',
    phone: `+${guest?.phone ?? ''}`,
    lines,
    sum: lines.reduce((sum, line) => sum + line.price * line.amount, 0),
    comment: chance % 9 === 0 ? requestOf(organization.currency) : null,
    sourceKey: chance % 4 === 0 ? 'site' : null,
    address: kind === 'DeliveryByCourier' ? addressOf(organization, chance) : null,
    status,
    creation: 'Success',
    error: null,
    courierId: isTaken ? (courier?.id ?? null) : null,
    problem: null,
    cancel:
      status === 'Cancelled' ? { at: stamps.changedAt, causeId: state.cancelCauses[0]?.id ?? '', comment: null } : null,
    isDeleted: false,
    completeBefore: expectedAt,
    createdAt,
    ...stamps,
    revision: Math.floor(stamps.changedAt),
    events: [],
  };
  state.orders.push(order);
}

/** When each step was passed; an order on the board has passed those before its status. */
function stampsOf({ now, status, kind, expectedAt }: Past, createdAt: number) {
  const path = PATHS[kind];
  const reached = path.indexOf(status);
  const span = (expectedAt - createdAt) / path.length;
  const passed = (step: Status) => {
    const index = path.indexOf(step);
    return index >= 0 && reached >= index ? Math.min(now, createdAt + index * span) : null;
  };
  const changedAt = status === 'Cancelled' ? createdAt + span : (passed(status) ?? createdAt);
  return {
    confirmedAt: passed('WaitCooking'),
    cookingCompletedAt: passed('CookingCompleted'),
    sentAt: passed('OnWay'),
    deliveredAt: passed('Delivered'),
    closedAt: passed('Closed'),
    changedAt,
  };
}

export function addressOf({ city }: Pick<Organization, 'city'>, chance: number): NonNullable<Order['address']> {
  const streets = streetsOf(city);
  const street = streets[chance % streets.length] ?? '';
  return { city, street, house: String((chance % 40) + 1), flat: String((chance % 90) + 1) };
}

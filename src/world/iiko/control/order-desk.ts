import { z } from 'zod';
import { ControlError, found } from '../../values/control-error.ts';
import { digits } from '../../cast/people.ts';
import type { Sim } from '../../sim/sim.ts';
import { addGuest } from '../api/loyalty.ts';
import { placeOrder } from '../api/orders.ts';
import type { Guest, Line, Order, Organization } from '../state/state.ts';
import { KINDS, STATUSES } from '../state/statuses.ts';
import { instantOf, zoneOf } from '../state/times.ts';

export const when = {
  /** Wall time of the restaurant. */
  completeBefore: z.string().optional(),
  at: z.union([z.string(), z.number()]).optional(),
  inMinutes: z.number().optional(),
};
export const silence = { webhook: z.boolean().default(true) };
export const failure = { code: z.string().optional(), message: z.string().optional() };
export const NewOrder = z.strictObject({
  ...when,
  ...silence,
  ...failure,
  organizationId: z.string().optional(),
  guestId: z.string().optional(),
  guest: z.strictObject({ name: z.string().min(1), surname: z.string().optional(), phone: z.string() }).optional(),
  isKept: z.boolean().default(true),
  kind: z.enum(KINDS).default('DeliveryByCourier'),
  items: z
    .array(
      z.strictObject({
        productId: z.string().optional(),
        name: z.string().optional(),
        price: z.number().nonnegative().optional(),
        amount: z.number().positive().default(1),
      }),
    )
    .optional(),
  sum: z.number().nonnegative().optional(),
  comment: z.string().optional(),
  externalNumber: z.string().optional(),
  sourceKey: z.string().optional(),
  status: z.enum(STATUSES).optional(),
  creation: z.enum(['Success', 'InProgress', 'Error']).optional(),
});
/** Places an order as staff takes it: what is not named is the first of its kind. */
export function place(sim: Sim, order: z.infer<typeof NewOrder>): Order {
  const organization = organizationNamed(sim, order.organizationId);
  const guest = guestOf(sim, organization, order);
  const name = order.guest?.name ?? guest?.name ?? '';
  const completeBefore = expectedAt(sim, organization.id, order) ?? sim.clock.now() + 3_600_000;
  return placeOrder(
    sim,
    {
      organization,
      guest,
      guestName: name,
      phone: guest ? `+${guest.phone}` : `+${digits(order.guest?.phone ?? '')}`,
      kind: order.kind,
      lines: linesOf(sim, organization, order.items),
      sum: order.sum,
      completeBefore,
      comment: order.comment,
      externalNumber: order.externalNumber,
      sourceKey: order.sourceKey,
      status: order.status,
      creation: order.creation,
      error: order.creation === 'Error' ? anError(order) : null,
    },
    { isSilent: !order.webhook },
  );
}

const FAILED = { code: 'OrderCreationFailed', message: 'Terminal has rejected the order' };

/** Why an order was not created. */
export const anError = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => ({
  code: code ?? FAILED.code,
  message: message ?? FAILED.message,
  description: null,
});

/** The restaurant that is meant; the first one when none is. */
export function organizationNamed(sim: Sim, id: string | undefined): Organization {
  const { organizations } = sim.state.iiko;
  return found(id === undefined ? organizations[0] : organizations.find((one) => one.id === id), 'organization');
}

function guestOf(
  sim: Sim,
  { network }: Organization,
  { guestId, guest, isKept }: z.infer<typeof NewOrder>,
): Guest | null {
  const own = sim.state.iiko.guests.filter((one) => one.network === network);
  if (!guest) return found(guestId === undefined ? own[0] : own.find((one) => one.id === guestId), 'guest');
  if (!isKept) return null;
  const phone = digits(guest.phone);
  return own.find((one) => one.phone === phone) ?? addGuest(sim, network, { ...guest, phone });
}

function linesOf(sim: Sim, { network }: Organization, items: z.infer<typeof NewOrder>['items']): Line[] {
  const menu = sim.state.iiko.products.filter((one) => one.network === network);
  const [first] = menu;
  if (!items) return first ? [{ productId: first.id, name: first.name, price: first.price, amount: 1 }] : [];
  return items.map(({ productId, name, price, amount }) => {
    const product = menu.find((one) => one.id === productId || one.name === name);
    if (productId !== undefined && !product) throw new ControlError(404, 'product not found');
    const chosen = product ?? first;
    return {
      productId: chosen?.id ?? '',
      name: name ?? chosen?.name ?? '',
      price: price ?? chosen?.price ?? 0,
      amount,
    };
  });
}

type When = { completeBefore?: string | undefined; at?: string | number | undefined; inMinutes?: number | undefined };

/** The moment that an order names in one of three ways; undefined when in none. */
export function expectedAt(
  sim: Sim,
  organizationId: string,
  { completeBefore, at, inMinutes }: When,
): number | undefined {
  if (inMinutes !== undefined) return sim.clock.now() + inMinutes * 60_000;
  if (at !== undefined) return new Date(at).getTime();
  if (completeBefore === undefined) return undefined;
  const moment = instantOf(completeBefore, zoneOf(sim.state.iiko, organizationId));
  if (moment === undefined) throw new ControlError(400, 'completeBefore is no wall time');
  return moment;
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** An order as the board shows it: moments are instants. */
export function toBoard({ events: _events, ...order }: Order) {
  return {
    ...order,
    completeBefore: iso(order.completeBefore),
    createdAt: iso(order.createdAt),
    confirmedAt: iso(order.confirmedAt),
    cookingCompletedAt: iso(order.cookingCompletedAt),
    sentAt: iso(order.sentAt),
    deliveredAt: iso(order.deliveredAt),
    closedAt: iso(order.closedAt),
    changedAt: iso(order.changedAt),
    cancel: order.cancel && { ...order.cancel, at: iso(order.cancel.at) },
  };
}

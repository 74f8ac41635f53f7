import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, found, readOrder } from '../control-error.ts';
import { digits } from '../people.ts';
import type { Sim } from '../sim.ts';
import { repeatEvent } from './emit.ts';
import { addGuest } from './loyalty.ts';
import { type How, cancelOrder, changeOrder, moveOrder, placeOrder } from './orders.ts';
import { type Guest, KINDS, type Line, type Order, type Organization, STATUSES } from './state.ts';
import { instantOf, zoneOf } from './times.ts';

const when = {
  /** Wall time of the restaurant. */
  completeBefore: z.string().optional(),
  at: z.union([z.string(), z.number()]).optional(),
  inMinutes: z.number().optional(),
};
const silence = { webhook: z.boolean().default(true) };
const failure = { code: z.string().optional(), message: z.string().optional() };
const NewOrder = z.strictObject({
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
const Change = z.strictObject({
  ...when,
  ...silence,
  comment: z.string().optional(),
  problem: z.string().nullable().optional(),
  phone: z.string().optional(),
  sum: z.number().optional(),
  isDeleted: z.boolean().optional(),
});
const Move = z.strictObject({ ...silence, status: z.enum(STATUSES) });
const Cancel = z.strictObject({
  ...silence,
  causeId: z.string().optional(),
  comment: z.string().optional(),
});
const SetCourier = z.strictObject({ ...silence, courierId: z.string().nullable().optional() });
const Creation = z.strictObject({ ...silence, ...failure, creation: z.enum(['Success', 'InProgress', 'Error']) });
const Repeat = z.strictObject({ status: z.enum(STATUSES).optional(), times: z.int().min(1).max(50).default(1) });
const Listed = z.strictObject({ organizationId: z.string().optional(), status: z.enum(STATUSES).optional() });

const ORDER = '/_sim/iiko/orders/:id';
const FAILED = { code: 'OrderCreationFailed', message: 'Terminal has rejected the order' };

/** What the restaurant's staff does with orders. */
export function controlOrders(app: FastifyInstance, sim: Sim): void {
  const orderOf = (id: string) =>
    found(
      sim.state.iiko.orders.find((one) => one.id === id || String(one.number) === id),
      'order',
    );
  /** Binds what is done with one order. */
  const bind = <Body extends { webhook: boolean }>(
    path: string,
    schema: z.ZodType<Body>,
    work: (order: Order, body: Body, how: How) => Order,
  ) =>
    app.post<{ Params: { id: string } }>(`${ORDER}${path}`, async (request) => {
      const order = orderOf(request.params.id);
      const body = readOrder(schema, request.body);
      return toBoard(work(order, body, { isSilent: !body.webhook }));
    });

  app.get('/_sim/iiko/orders', async (request) => {
    const { organizationId, status } = readOrder(Listed, request.query);
    const orders = sim.state.iiko.orders
      .filter((one) => organizationId === undefined || one.organizationId === organizationId)
      .filter((one) => status === undefined || one.status === status);
    return { orders: orders.map(toBoard) };
  });
  app.get<{ Params: { id: string } }>(ORDER, async (request) => toBoard(orderOf(request.params.id)));
  app.post('/_sim/iiko/orders', async (request, reply) => {
    const placed = place(sim, readOrder(NewOrder, request.body));
    return reply.code(201).send(toBoard(placed));
  });
  app.put<{ Params: { id: string } }>(ORDER, async (request) => {
    const order = orderOf(request.params.id);
    const { webhook, completeBefore: _wall, at: _at, inMinutes: _in, ...change } = readOrder(Change, request.body);
    const promise = promisedAt(sim, order.organizationId, readOrder(Change, request.body));
    const told = { ...change, ...(promise !== undefined && { completeBefore: promise }) };
    return toBoard(changeOrder(sim, order, told, { isSilent: !webhook }));
  });
  bind('/status', Move, (order, { status }, how) => moveOrder(sim, order, status, how));
  bind('/cancel', Cancel, (order, { causeId, comment }, how) => {
    const { cancelCauses } = sim.state.iiko;
    const wanted = causeId === undefined ? cancelCauses[0] : cancelCauses.find((one) => one.id === causeId);
    return cancelOrder(sim, order, { causeId: found(wanted, 'cause').id, comment: comment ?? null }, how);
  });
  bind('/courier', SetCourier, (order, { courierId }, how) => {
    const mine = sim.state.iiko.couriers.filter((one) => one.organizationId === order.organizationId);
    const wanted = courierId === undefined ? mine[0] : mine.find((one) => one.id === courierId);
    return changeOrder(sim, order, { courierId: courierId === null ? null : found(wanted, 'courier').id }, how);
  });
  bind('/creation', Creation, (order, { creation, code, message }, how) =>
    changeOrder(sim, order, { creation, error: creation === 'Error' ? anError({ code, message }) : null }, how),
  );
  app.post<{ Params: { id: string } }>(`${ORDER}/repeat`, async (request) => {
    const order = orderOf(request.params.id);
    const { status, times } = readOrder(Repeat, request.body);
    const told = order.events.findLast((one) => status === undefined || one.status === status);
    for (let nth = 0; nth < times; nth++) repeatEvent(sim, found(told, 'event of this status'));
    return toBoard(order);
  });
}

function place(sim: Sim, order: z.infer<typeof NewOrder>): Order {
  const organization = organizationNamed(sim, order.organizationId);
  const guest = guestOf(sim, organization, order);
  const name = order.guest?.name ?? guest?.name ?? '';
  const completeBefore = promisedAt(sim, organization.id, order) ?? sim.clock.now() + 3_600_000;
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

const anError = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => ({
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
  const mine = sim.state.iiko.guests.filter((one) => one.network === network);
  if (!guest) return found(guestId === undefined ? mine[0] : mine.find((one) => one.id === guestId), 'guest');
  if (!isKept) return null;
  const phone = digits(guest.phone);
  return mine.find((one) => one.phone === phone) ?? addGuest(sim, network, { ...guest, phone });
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
export function promisedAt(
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

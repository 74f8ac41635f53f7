import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../../values/control-error.ts';
import type { Sim } from '../../sim/sim.ts';
import { repeatEvent } from '../api/emit.ts';
import { NewOrder, anError, failure, place, expectedAt, silence, toBoard, when } from './order-desk.ts';
import { type How, cancelOrder, changeOrder, moveOrder } from '../api/orders.ts';
import type { Order } from '../state/state.ts';
import { STATUSES } from '../state/statuses.ts';

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

/** Calls of the restaurant's staff on orders. */
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
    const promise = expectedAt(sim, order.organizationId, readOrder(Change, request.body));
    const given = { ...change, ...(promise !== undefined && { completeBefore: promise }) };
    return toBoard(changeOrder(sim, order, given, { isSilent: !webhook }));
  });
  bind('/status', Move, (order, { status }, how) => moveOrder(sim, order, status, how));
  bind('/cancel', Cancel, (order, { causeId, comment }, how) => {
    const { cancelCauses } = sim.state.iiko;
    const wanted = causeId === undefined ? cancelCauses[0] : cancelCauses.find((one) => one.id === causeId);
    return cancelOrder(sim, order, { causeId: found(wanted, 'cause').id, comment: comment ?? null }, how);
  });
  bind('/courier', SetCourier, (order, { courierId }, how) => {
    const own = sim.state.iiko.couriers.filter((one) => one.organizationId === order.organizationId);
    const wanted = courierId === undefined ? own[0] : own.find((one) => one.id === courierId);
    return changeOrder(sim, order, { courierId: courierId === null ? null : found(wanted, 'courier').id }, how);
  });
  bind('/creation', Creation, (order, { creation, code, message }, how) =>
    changeOrder(sim, order, { creation, error: creation === 'Error' ? anError({ code, message }) : null }, how),
  );
  app.post<{ Params: { id: string } }>(`${ORDER}/repeat`, async (request) => {
    const order = orderOf(request.params.id);
    const { status, times } = readOrder(Repeat, request.body);
    const given = order.events.findLast((one) => status === undefined || one.status === status);
    for (let nth = 0; nth < times; nth++) repeatEvent(sim, found(given, 'event of this status'));
    return toBoard(order);
  });
}

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../../values/control-error.ts';
import { digits } from '../../cast/people.ts';
import type { Sim } from '../../sim/sim.ts';
import { addGuest } from '../api/loyalty.ts';
import { organizationNamed, expectedAt } from './order-desk.ts';
import { changeReserve } from '../api/reserves.ts';
import { RESERVE_STATUSES, type Reserve } from '../state/state.ts';
import { nextUuid } from '../state/uuids.ts';

const organization = { organizationId: z.string().optional() };
const person = {
  email: z.string().optional(),
  birthday: z.string().optional(),
  consentStatus: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
  promo: z.boolean().nullable().optional(),
  isInBlacklist: z.boolean().optional(),
};
const NewGuest = z.strictObject({
  ...organization,
  ...person,
  name: z.string().min(1),
  surname: z.string().optional(),
  phone: z.string(),
});
const GuestChange = z.strictObject({ ...person, name: z.string().optional(), phone: z.string().optional() });
const reserve = {
  status: z.enum(RESERVE_STATUSES).optional(),
  cancelReason: z.enum(['ClientNotAppeared', 'ClientRefused', 'Other']).nullable().optional(),
  at: z.union([z.string(), z.number()]).optional(),
  inMinutes: z.number().optional(),
  comment: z.string().optional(),
  guestsCount: z.int().positive().optional(),
  durationInMinutes: z.int().positive().optional(),
  shouldRemind: z.boolean().optional(),
  isDeleted: z.boolean().optional(),
  webhook: z.boolean().default(true),
};
const NewReserve = z.strictObject({ ...reserve, ...organization, name: z.string().min(1), phone: z.string() });
const ReserveChange = z.strictObject({
  ...reserve,
  guestsCame: z.boolean().optional(),
  creation: z.enum(['Success', 'InProgress', 'Error']).optional(),
});

/** Calls of the staff on guests and table reserves. */
export function controlPeople(app: FastifyInstance, sim: Sim): void {
  controlGuests(app, sim);
  controlReserves(app, sim);
}

function controlGuests(app: FastifyInstance, sim: Sim): void {
  app.post('/_sim/iiko/guests', async (request, reply) => {
    const { organizationId, name, surname, phone, ...rest } = readOrder(NewGuest, request.body);
    const { network } = organizationNamed(sim, organizationId);
    const guest = addGuest(sim, network, { name, phone: digits(phone), ...(surname !== undefined && { surname }) });
    Object.assign(guest, rest);
    sim.changed('iiko');
    return reply.code(201).send(guest);
  });
  app.put<{ Params: { id: string } }>('/_sim/iiko/guests/:id', async (request) => {
    const guest = found(
      sim.state.iiko.guests.find((one) => one.id === request.params.id),
      'guest',
    );
    const { phone, ...rest } = readOrder(GuestChange, request.body);
    Object.assign(guest, rest, phone !== undefined && { phone: digits(phone) });
    sim.changed('iiko');
    return guest;
  });
}

function controlReserves(app: FastifyInstance, sim: Sim): void {
  app.post('/_sim/iiko/reserves', async (request, reply) => {
    const order = readOrder(NewReserve, request.body);
    const { id: organizationId, network } = organizationNamed(sim, order.organizationId);
    const state = sim.state.iiko;
    const phone = digits(order.phone);
    const added: Reserve = {
      id: nextUuid(sim.ids),
      organizationId,
      terminalGroupId: state.terminalGroups.find((one) => one.organizationId === organizationId)?.id ?? '',
      guestId: state.guests.find((one) => one.network === network && one.phone === phone)?.id ?? null,
      guestName: order.name,
      phone: `+${phone}`,
      guestsCount: order.guestsCount ?? 2,
      comment: order.comment ?? null,
      durationInMinutes: order.durationInMinutes ?? 120,
      shouldRemind: order.shouldRemind ?? true,
      status: order.status ?? 'New',
      cancelReason: order.cancelReason ?? null,
      tableIds: [nextUuid(sim.ids)],
      startsAt: expectedAt(sim, organizationId, order) ?? sim.clock.now() + 86_400_000,
      guestsCameAt: null,
      isDeleted: false,
      creation: 'Success',
      error: null,
      changedAt: sim.clock.now() - 1000,
    };
    state.reserves.push(added);
    return reply.code(201).send(changeReserve(sim, added, {}, !order.webhook));
  });
  app.put<{ Params: { id: string } }>('/_sim/iiko/reserves/:id', async (request) => {
    const one = found(
      sim.state.iiko.reserves.find(({ id }) => id === request.params.id),
      'reserve',
    );
    const { webhook, at, inMinutes, guestsCame, ...change } = readOrder(ReserveChange, request.body);
    const startsAt = expectedAt(sim, one.organizationId, { at, inMinutes });
    const came = guestsCame === true && {
      guestsCameAt: sim.clock.now(),
      status: change.status ?? ('Started' as const),
    };
    return changeReserve(sim, one, { ...change, startsAt, ...came }, !webhook);
  });
}

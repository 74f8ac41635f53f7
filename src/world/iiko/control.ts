import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CAST } from '../cast.ts';
import { ControlError, found, readOrder } from '../control-error.ts';
import { digits } from '../people.ts';
import type { Sim } from '../sim.ts';
import { controlOrders, organizationNamed, promisedAt, toBoard } from './control-orders.ts';
import { releaseHeld } from './emit.ts';
import { aLogin, addOrganization } from './fixtures.ts';
import { setHook } from './hooks.ts';
import { addGuest } from './loyalty.ts';
import { PIZZERIA } from './menu.ts';
import { changeReserve } from './reserves.ts';
import { type Login, RESERVE_STATUSES, type Reserve } from './state.ts';
import { nextUuid } from './uuids.ts';

const FOREIGN = 'https://other-service.example/hooks/iiko';
const organization = { organizationId: z.string().optional() };
const NewOrganization = z.strictObject({
  name: z.string().optional(),
  network: z.string().optional(),
  city: z.string().default('Москва'),
  timeZone: z.string().default('Europe/Moscow'),
  loyalty: z.boolean().default(true),
  apiLogin: z.string().optional(),
  apiKey: z.string().optional(),
  empty: z.boolean().default(false),
});
const Switches = z.strictObject({
  webhooks: z.enum(['on', 'off']).optional(),
  body: z.enum(['array', 'object']).optional(),
  bearer: z.boolean().optional(),
  order: z.enum(['kept', 'reversed']).optional(),
  held: z.boolean().optional(),
  commands: z.enum(['work', 'fail', 'hang']).optional(),
});
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
const ReserveChange = z.strictObject({ ...reserve, guestsCame: z.boolean().optional() });

/** What the restaurant's staff does in iiko, and the switches of the service. */
export function controlIiko(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/iiko', async () => snapshot(sim));
  app.post('/_sim/iiko/organizations', async (request, reply) =>
    reply.code(201).send(openOrganization(sim, readOrder(NewOrganization, request.body))),
  );
  controlOrders(app, sim);
  controlGuests(app, sim);
  controlReserves(app, sim);
  controlSwitches(app, sim);
  controlLogins(app, sim);
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
      startsAt: promisedAt(sim, organizationId, order) ?? sim.clock.now() + 86_400_000,
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
    const startsAt = promisedAt(sim, one.organizationId, { at, inMinutes });
    const came = guestsCame === true && {
      guestsCameAt: sim.clock.now(),
      status: change.status ?? ('Started' as const),
    };
    return changeReserve(sim, one, { ...change, startsAt, ...came }, !webhook);
  });
}

function controlSwitches(app: FastifyInstance, sim: Sim): void {
  app.post('/_sim/iiko/switches', async (request) => {
    const { switches } = sim.state.iiko;
    const told = Object.entries(readOrder(Switches, request.body)).filter(([, value]) => value !== undefined);
    Object.assign(switches, Object.fromEntries(told));
    if (!switches.held && switches.order === 'kept') releaseHeld(sim);
    sim.changed('engineer');
    return switches;
  });
  app.post('/_sim/iiko/foreign-webhook', async (request) => {
    const Foreign = z.strictObject({ ...organization, login: z.string().optional(), url: z.string().default(FOREIGN) });
    const { organizationId, login, url } = readOrder(Foreign, request.body);
    const { id } = organizationNamed(sim, organizationId);
    const filter = {
      deliveryOrderFilter: { orderStatuses: ['Closed'], itemStatuses: [], errors: false },
      tableOrderFilter: null,
      reserveFilter: null,
      stopListUpdateFilter: null,
      personalShiftFilter: null,
    };
    for (const one of loginsOf(sim, login).filter(({ organizationIds }) => organizationIds.includes(id)))
      setHook(sim.state.iiko, {
        organizationId: id,
        loginKey: one.key,
        uri: url,
        authToken: 'foreign-token',
        filter,
        isForeign: true,
      });
    sim.changed('iiko');
    return { organizationId: id, webHooksUri: url };
  });
  app.post('/_sim/iiko/loyalty', async (request) => {
    const { organizationId, on } = readOrder(z.strictObject({ ...organization, on: z.boolean() }), request.body);
    organizationNamed(sim, organizationId).loyalty = on;
    sim.changed('iiko');
    return { on };
  });
  app.post('/_sim/iiko/online', async (request) => {
    const { organizationId, on } = readOrder(z.strictObject({ ...organization, on: z.boolean() }), request.body);
    organizationNamed(sim, organizationId).online = on;
    sim.changed('iiko');
    return { on };
  });
}

function controlLogins(app: FastifyInstance, sim: Sim): void {
  const Named = z.strictObject({ login: z.string().optional() });
  app.post('/_sim/iiko/tokens/revoke', async (request) => {
    for (const one of loginsOf(sim, readOrder(Named, request.body).login)) one.revokedBefore = sim.clock.now() + 1;
    return { revoked: true };
  });
  app.post('/_sim/iiko/logins/block', async (request) => {
    const { login, on } = readOrder(Named.extend({ on: z.boolean() }), request.body);
    for (const one of loginsOf(sim, login)) one.isBlocked = on;
    return { on };
  });
  app.post('/_sim/iiko/permissions', async (request) => {
    const paths = z.array(z.string()).default([]);
    const { login, deny, grant } = readOrder(Named.extend({ deny: paths, grant: paths }), request.body);
    const chosen = loginsOf(sim, login);
    for (const one of chosen)
      one.denied = [...new Set([...one.denied, ...deny])].filter(
        (path) => !grant.includes(path) && !grant.includes('*'),
      );
    sim.changed('engineer');
    return { denied: chosen[0]?.denied ?? [] };
  });
  app.post('/_sim/iiko/client-secret', async () => {
    const app = found(sim.state.iiko.apps[0], 'application');
    app.clientSecret = `iiko-${sim.ids.hex('iiko.secret', 24)}`;
    return app;
  });
}

/** The login of a key; every one of them when none is named. */
function loginsOf(sim: Sim, key: string | undefined): Login[] {
  const { logins } = sim.state.iiko;
  if (key === undefined) return logins;
  return [
    found(
      logins.find((one) => one.key === key),
      'login',
    ),
  ];
}

function openOrganization(sim: Sim, order: z.infer<typeof NewOrganization>): unknown {
  const state = sim.state.iiko;
  const name = order.name ?? `Ресторан ${state.organizations.length + 1}`;
  if (state.organizations.some((one) => one.name === name)) throw new ControlError(409, 'this organization exists');
  const opened = addOrganization(state, sim.clock.now(), {
    name,
    network: order.network ?? name,
    city: order.city,
    address: 'Главная улица, 1',
    timeZone: order.timeZone,
    loyalty: order.loyalty,
    menu: PIZZERIA,
    guests: CAST,
    isEmpty: order.empty,
  });
  const apiLogin = order.apiLogin ?? 'iiko-demo-login';
  grant(state.logins, 'apiLogin', apiLogin, opened.id);
  if (order.apiKey !== undefined) grant(state.logins, 'apiKey', order.apiKey, opened.id);
  sim.changed('iiko');
  return { ...opened, apiLogin, apiKey: order.apiKey ?? null };
}

function grant(logins: Login[], kind: Login['kind'], key: string, organizationId: string): void {
  const known = logins.find((one) => one.kind === kind && one.key === key);
  if (known) known.organizationIds.push(organizationId);
  else logins.push(aLogin(kind, key, 'Frontdesk', [organizationId]));
}

function snapshot(sim: Sim): unknown {
  const { apps: _apps, logins, orders, heldEvents, ...state } = sim.state.iiko;
  return {
    ...state,
    heldEvents: heldEvents.length,
    orders: orders.map(toBoard),
    logins: logins.map(({ key, kind, organizationIds, denied, isBlocked }) => ({
      key,
      kind,
      organizationIds,
      denied,
      isBlocked,
    })),
  };
}

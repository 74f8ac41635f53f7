import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CAST } from '../../cast/cast.ts';
import { ControlError, readOrder } from '../../values/control-error.ts';
import type { Sim } from '../../sim/sim.ts';
import { controlOrders } from './control-orders.ts';
import { controlPeople } from './control-people.ts';
import { controlSwitches } from './control-switches.ts';
import { aLogin, addOrganization } from '../state/fixtures.ts';
import { PIZZERIA } from '../state/menu.ts';
import { toBoard } from './order-desk.ts';
import type { Login } from '../state/state.ts';

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
/** Calls of the restaurant's staff in iiko, and the switches of the service. */
export function controlIiko(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/iiko', async () => snapshot(sim));
  app.post('/_sim/iiko/organizations', async (request, reply) =>
    reply.code(201).send(openOrganization(sim, readOrder(NewOrganization, request.body))),
  );
  controlOrders(app, sim);
  controlPeople(app, sim);
  controlSwitches(app, sim);
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

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../../values/control-error.ts';
import type { Sim } from '../../sim/sim.ts';
import { releaseHeld } from '../api/emit.ts';
import { setWebhook } from '../api/webhook-settings.ts';
import { organizationNamed } from './order-desk.ts';
import type { Login } from '../state/state.ts';

const FOREIGN = 'https://other-service.example/hooks/iiko';
const organization = { organizationId: z.string().optional() };
const Switches = z.strictObject({
  webhooks: z.enum(['on', 'off']).optional(),
  body: z.enum(['array', 'object']).optional(),
  bearer: z.boolean().optional(),
  order: z.enum(['kept', 'reversed']).optional(),
  held: z.boolean().optional(),
  commands: z.enum(['work', 'fail', 'hang']).optional(),
});

/** How the service departs from its usual ways, and what becomes of logins. */
export function controlSwitches(app: FastifyInstance, sim: Sim): void {
  controlLogins(app, sim);
  app.post('/_sim/iiko/switches', async (request) => {
    const { switches } = sim.state.iiko;
    const given = Object.entries(readOrder(Switches, request.body)).filter(([, value]) => value !== undefined);
    Object.assign(switches, Object.fromEntries(given));
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
      setWebhook(sim.state.iiko, {
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

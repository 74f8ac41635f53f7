import type { FastifyInstance } from 'fastify';
import type { Sim } from '../sim/sim.ts';
import { serveAccounts } from './api/accounts.ts';
import { serveCatalogue } from './api/catalogue.ts';
import { runCommands, serveCommands } from './api/commands.ts';
import { serveDeliveries } from './api/deliveries.ts';
import { runOvertaken } from './api/emit.ts';
import { serveWebhooks } from './api/webhook-settings.ts';
import { serveLoyalty } from './api/loyalty.ts';
import { serveReserves } from './api/reserves.ts';
import { createServe } from './api/serve.ts';
import { serveTables } from './api/tables.ts';

/** The iiko Cloud API below `/iiko/api`. */
export function serveIiko(app: FastifyInstance, sim: Sim): void {
  const serve = createServe(app, sim);
  serveAccounts(serve);
  serveCatalogue(serve);
  serveDeliveries(serve);
  serveCommands(serve);
  serveLoyalty(serve);
  serveWebhooks(serve);
  serveReserves(serve);
  serveTables(serve);
  runCommands(sim);
  runOvertaken(sim);
}

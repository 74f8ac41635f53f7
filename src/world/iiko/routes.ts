import type { FastifyInstance } from 'fastify';
import type { Sim } from '../sim.ts';
import { serveAccounts } from './accounts.ts';
import { serveCatalogue } from './catalogue.ts';
import { runCommands, serveCommands } from './commands.ts';
import { serveDeliveries } from './deliveries.ts';
import { runOvertaken } from './emit.ts';
import { serveWebhooks } from './webhook-settings.ts';
import { serveLoyalty } from './loyalty.ts';
import { serveReserves } from './reserves.ts';
import { createServe } from './serve.ts';
import { serveTables } from './tables.ts';

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

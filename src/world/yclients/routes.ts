import type { FastifyInstance } from 'fastify';
import type { Sim } from '../sim.ts';
import { serveAccounts } from './accounts.ts';
import { serveCatalogue } from './catalogue.ts';
import { serveClients } from './clients.ts';
import { serveRecords } from './records.ts';
import { createServe } from './serve.ts';

/** The YCLIENTS REST API below `/yclients/api/v1`. */
export function serveYclients(app: FastifyInstance, sim: Sim): void {
  const serve = createServe(app, sim);
  serveAccounts(serve);
  serveCatalogue(serve);
  serveClients(serve);
  serveRecords(serve);
}

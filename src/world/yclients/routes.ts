import type { FastifyInstance } from 'fastify';
import { serveMarketplace } from '../marketplace/routes.ts';
import { serveAccounts } from './accounts.ts';
import { serveCatalogue } from './catalogue.ts';
import { serveClients } from './clients.ts';
import { serveRecords } from './records.ts';
import { createServe } from './serve.ts';
import type { Platform } from './platform.ts';

/** The REST API of one vendor: `/yclients/api/v1` or `/altegio/api/v1`; and its marketplace. */
export function servePlatform(app: FastifyInstance, platform: Platform): void {
  const serve = createServe(app, platform);
  serveAccounts(serve);
  serveCatalogue(serve);
  serveClients(serve);
  serveRecords(serve);
  serveMarketplace(app, platform);
}

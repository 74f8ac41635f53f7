import type { SourceProviders } from '#server/connections/port.ts';
import type { Work } from '#server/platform/job-runner.ts';
import { followCard } from './cards-actions.ts';
import { readCatalogue } from './catalogue-actions.ts';
import { readClients, readNewClients } from './clients-actions.ts';
import { followCardJob, readCatalogueJob, readClientsJob, readNewClientsJob } from './jobs.ts';

export function workVisits(work: Work, sourceProviders: SourceProviders): void {
  work(readCatalogueJob, (ctx, branch, signal) => readCatalogue({ ...ctx, sourceProviders }, branch, signal));
  work(readNewClientsJob, (ctx, clients, signal) => readNewClients({ ...ctx, sourceProviders }, clients, signal));
  work(readClientsJob, (ctx, page, signal) => readClients({ ...ctx, sourceProviders }, page, signal));
  work(followCardJob, followCard);
}

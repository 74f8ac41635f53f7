import type { SourceProviders } from '#server/connections/port.ts';
import { onEvent, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import { followCard } from './clients/cards-actions.ts';
import { readCatalogue } from './catalogue/catalogue-actions.ts';
import { readClients, readNewClients } from './clients/clients-actions.ts';
import { followCardJob, readCatalogueJob, readClientsJob, readNewClientsJob, recountDaysJob } from './jobs.ts';
import { countStarted } from './clients/sum-actions.ts';
import { followZone } from './catalogue/day-actions.ts';

export function workVisits(work: Work, repeat: Repeat, sourceProviders: SourceProviders): void {
  work(readCatalogueJob, (ctx, branch, signal) => readCatalogue({ ...ctx, sourceProviders }, branch, signal));
  work(readNewClientsJob, (ctx, clients, signal) => readNewClients({ ...ctx, sourceProviders }, clients, signal));
  work(readClientsJob, (ctx, page, signal) => readClients({ ...ctx, sourceProviders }, page, signal));
  onEvent(work, followCardJob, followCard);
  onEvent(work, recountDaysJob, followZone);
  repeat('visits.count-started', '*/15 * * * *', countStarted, 'often');
}

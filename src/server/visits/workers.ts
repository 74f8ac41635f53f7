import { pollBranchJob, readPayloadJob, syncBranchJob } from '#server/connections/jobs.ts';
import type { Bookings } from '#server/connections/port.ts';
import type { Work } from '#server/platform/job-runner.ts';
import { followCard } from './cards-actions.ts';
import { readClients, readNewClients } from './clients-actions.ts';
import { followCardJob, readCatalogueJob, readClientsJob, readNewClientsJob, readPastJob } from './jobs.ts';
import { readPast } from './past-actions.ts';
import { readPayloads } from './payload-actions.ts';
import { pollBranch, readCatalogue, syncBranch } from './reading-actions.ts';

export function workVisits(work: Work, bookings: Bookings): void {
  work(readPayloadJob, (ctx, whose, signal) => readPayloads({ ...ctx, bookings }, whose, signal));
  work(pollBranchJob, (ctx, whose, signal) => pollBranch({ ...ctx, bookings }, whose, signal));
  work(syncBranchJob, (ctx, slice, signal) => syncBranch({ ...ctx, bookings }, slice, signal));
  work(readCatalogueJob, (ctx, whose, signal) => readCatalogue({ ...ctx, bookings }, whose, signal));
  work(readNewClientsJob, (ctx, whose, signal) => readNewClients({ ...ctx, bookings }, whose, signal));
  work(readPastJob, (ctx, slice, signal) => readPast({ ...ctx, bookings }, slice, signal));
  work(followCardJob, followCard);
  work(readClientsJob, (ctx, page, signal) => readClients({ ...ctx, bookings }, page, signal));
}

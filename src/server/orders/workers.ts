import type { SourceProviders } from '#server/connections/port.ts';
import type { Work } from '#server/platform/runner/job-runner.ts';
import { readGuests } from './guests-actions.ts';
import { readGuestsJob } from './jobs.ts';

export function workOrders(work: Work, sourceProviders: SourceProviders): void {
  work(readGuestsJob, (ctx, branch, signal) => readGuests({ ...ctx, sourceProviders }, branch, signal));
}

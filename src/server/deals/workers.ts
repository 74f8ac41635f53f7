import type { SourceProviders } from '#server/connections/port.ts';
import type { Work } from '#server/platform/runner/job-runner.ts';
import { readPipelines } from './catalogue-actions.ts';
import { findDeleted } from './deletion-actions.ts';
import { findDeletedJob, readPipelinesJob } from './jobs.ts';

export function workDeals(work: Work, sourceProviders: SourceProviders): void {
  work(readPipelinesJob, (ctx, branch, signal) => readPipelines({ ...ctx, sourceProviders }, branch, signal));
  work(findDeletedJob, (ctx, branch, signal) => findDeleted({ ...ctx, sourceProviders }, branch, signal));
}

import type { Work } from '#server/platform/runner/job-runner.ts';
import { runReportJob } from './jobs.ts';
import { runReport } from './reports/running-actions.ts';
import { TALK_SOURCES } from './talks/talk-sources.ts';

/** Binds the job of reports. */
export function workReports(work: Work): void {
  work(runReportJob, (ctx, payload, signal) => runReport(ctx, TALK_SOURCES, payload, signal));
}

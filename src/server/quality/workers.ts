import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { runReportJob } from './jobs.ts';
import { continueReports } from './reports/continuing-actions.ts';
import { runReport } from './reports/running-actions.ts';
import { TALK_SOURCES } from './talks/talk-sources.ts';

/** Binds the jobs of reports. */
export function workReports(work: Work, repeat: Repeat): void {
  work(runReportJob, (ctx, payload, signal) => runReport(ctx, TALK_SOURCES, payload, signal));
  repeat('quality.continue-reports', '*/5 * * * *', continueReports);
}

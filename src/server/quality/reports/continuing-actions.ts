import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { runReportJob } from '#server/quality/jobs.ts';
import { listUnfinished } from './report-queries.ts';

// NOTE: a process: it goes through the reports of all cabinets.

/** Queues the jobs of reports that are under way and have none: their last attempt failed. */
export async function continueReports(ctx: Context): Promise<void> {
  await withSystem(ctx, async (scope) => {
    const unfinished = await listUnfinished(scope);
    await enqueueAll(
      scope,
      unfinished.map((payload) => prepareJob(runReportJob, payload, { unlessQueued: true })),
    );
  });
}

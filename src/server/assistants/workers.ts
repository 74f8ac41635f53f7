import { withTenant } from '#server/platform/database/db.ts';
import { forTenant, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import { followUp } from './follow-ups/follow-up-actions.ts';
import { followUpJob, sumUpNightJob } from './jobs.ts';
import { queueNights, sumUpNight } from './night/summary-actions.ts';

/** Binds the jobs of assistants. */
export function workAssistants(work: Work, repeat: Repeat): void {
  work(followUpJob, (ctx, payload) => withTenant(ctx, payload.tenantId, (scope) => followUp(scope, payload)));
  work(sumUpNightJob, forTenant(sumUpNight));
  repeat('assistants.sum-up-nights', '*/5 * * * *', queueNights);
}

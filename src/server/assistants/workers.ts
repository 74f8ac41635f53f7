import { withTenant } from '#server/platform/database/db.ts';
import type { Work } from '#server/platform/runner/job-runner.ts';
import { followUp } from './follow-ups/follow-up-actions.ts';
import { followUpJob } from './jobs.ts';

/** Binds the jobs of assistants. */
export function workAssistants(work: Work): void {
  work(followUpJob, (ctx, payload) => withTenant(ctx, payload.tenantId, (scope) => followUp(scope, payload)));
}

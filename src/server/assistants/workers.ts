import { withTenant } from '#server/platform/database/db.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { followUp } from './follow-ups/follow-up-actions.ts';
import { followUpJob } from './jobs.ts';
import { purgeWrites } from './plugins/rest/trial-actions.ts';

/** Binds the jobs of assistants. */
export function workAssistants(work: Work, repeat: Repeat): void {
  work(followUpJob, (ctx, payload) => withTenant(ctx, payload.tenantId, (scope) => followUp(scope, payload)));
  repeat('assistants.purge-rest-writes', '43 3 * * *', purgeWrites, 'daily');
}

import { enqueue } from '#server/platform/jobs.ts';
import { forTenant, onEvent, type Work } from '#server/platform/runner/job-runner.ts';
import { alertOwner, showWaiting } from './answers/alert-actions.ts';
import { alertOwnerJob, followTopUpJob, showWaitingJob } from './jobs.ts';

export function workReviews(work: Work): void {
  work(alertOwnerJob, forTenant(alertOwner));
  work(showWaitingJob, forTenant(showWaiting));
  onEvent(work, followTopUpJob, (scope) => enqueue(scope, showWaitingJob, { tenantId: scope.tenantId }));
}

import { forTenant, type Work } from '#server/platform/runner/job-runner.ts';
import { startFlowJob } from './jobs.ts';
import { startFlow } from './quick-start/actions.ts';

export function workOnboarding(work: Work): void {
  work(startFlowJob, forTenant(startFlow));
}

import { forTenant, type Work } from '#server/platform/runner/job-runner.ts';
import { startOnDay } from './clinic/setup-actions.ts';
import { startClinicJob } from './jobs.ts';

export function workOnboarding(work: Work): void {
  work(startClinicJob, forTenant(startOnDay));
}

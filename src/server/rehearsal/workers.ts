import type { Work } from '#server/platform/runner/job-runner.ts';
import { rehearseJob } from './jobs.ts';
import { rehearse } from './simulation-runner.ts';

export function workRehearsal(work: Work): void {
  work(rehearseJob, rehearse);
}

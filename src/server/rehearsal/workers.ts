import type { Work } from '#server/platform/job-runner.ts';
import { rehearseJob } from './jobs.ts';
import { rehearse } from './playing.ts';

export function workRehearsal(work: Work): void {
  work(rehearseJob, rehearse);
}

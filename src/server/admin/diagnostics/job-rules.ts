import { findingOf, type NewFinding } from './finding-rules.ts';

export type JobSeen = { id: string; task: string; attempts: number; error: string | null; runAt: Temporal.Instant };

/** Jobs of the cabinet that failed or were not begun in time. */
export function jobFindings(jobs: readonly JobSeen[]): NewFinding[] {
  if (jobs.length === 0) return [findingOf('jobs', 'jobs_well', 'good')];
  return jobs.map(({ id, task, attempts, error, runAt }) => {
    const known = { name: `${task} #${id}`, at: runAt.toString(), count: attempts };
    return error === null
      ? findingOf('jobs', 'job_late', 'attention', known)
      : findingOf('jobs', 'job_failing', 'bad', { ...known, text: error });
  });
}

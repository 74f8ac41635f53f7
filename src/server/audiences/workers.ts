import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { countFacts, countLeftFacts } from './counting/counting.ts';
import { countFactsJob } from './jobs.ts';
import { recountSegments } from './recounting-actions.ts';

export function workAudiences(work: Work, repeat: Repeat): void {
  work(countFactsJob, countFacts);
  repeat('insights.count-left-facts', '* * * * *', countLeftFacts);
  repeat('audiences.recount-segments', '23 3 * * *', recountSegments, 'daily');
}

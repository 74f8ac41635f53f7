import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { countFacts, countLeftFacts } from './counting/counting.ts';
import { countRfm, recountRfm } from './counting/rfm-counting.ts';
import { countFactsJob, countRfmJob } from './jobs.ts';
import { recountSegments } from './recounting-actions.ts';

export function workAudiences(work: Work, repeat: Repeat): void {
  work(countFactsJob, countFacts);
  work(countRfmJob, countRfm);
  repeat('audiences.recount-rfm', '41 3 * * *', recountRfm, 'daily');
  repeat('insights.count-left-facts', '* * * * *', countLeftFacts);
  repeat('audiences.recount-segments', '23 3 * * *', recountSegments, 'daily');
}

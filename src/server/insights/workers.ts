import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { measureConversion } from './conversion/conversion-measuring.ts';
import { countFacts, countLeftFacts } from './facts/counting.ts';
import { countFactsJob } from './jobs.ts';

export function workInsights(work: Work, repeat: Repeat): void {
  work(countFactsJob, countFacts);
  repeat('insights.count-left-facts', '* * * * *', countLeftFacts);
  repeat('insights.measure-conversion', '* * * * *', measureConversion);
}

import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { countLeftDays, countMarkedDays } from './clients/counting.ts';
import { measureConversion } from './conversion/conversion-measuring.ts';
import { countClientDaysJob } from './jobs.ts';

export function workInsights(work: Work, repeat: Repeat): void {
  work(countClientDaysJob, countMarkedDays);
  repeat('insights.count-left-days', '* * * * *', countLeftDays);
  repeat('insights.measure-conversion', '* * * * *', measureConversion);
}

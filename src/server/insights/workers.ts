import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { countLeftDays, countMarkedDays } from './clients/counting.ts';
import { measureConversion } from './conversion/conversion-measuring.ts';
import { countClientDaysJob, sendLetterJob } from './jobs.ts';
import { queueLetters, sendLetter } from './letters/letters.ts';

export function workInsights(work: Work, repeat: Repeat): void {
  work(countClientDaysJob, countMarkedDays);
  work(sendLetterJob, sendLetter);
  repeat('insights.count-left-days', '* * * * *', countLeftDays);
  repeat('insights.queue-letters', '11 * * * *', queueLetters);
  repeat('insights.measure-conversion', '* * * * *', measureConversion);
}

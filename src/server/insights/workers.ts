import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { measureConversion } from './conversion/conversion-measuring.ts';
import { countFacts, countLeftFacts } from './facts/counting.ts';
import { countFactsJob, sendLetterJob } from './jobs.ts';
import { queueLetters, sendLetter } from './letters/letters.ts';

export function workInsights(work: Work, repeat: Repeat): void {
  work(countFactsJob, countFacts);
  work(sendLetterJob, sendLetter);
  repeat('insights.queue-letters', '11 * * * *', queueLetters);
  repeat('insights.count-left-facts', '* * * * *', countLeftFacts);
  repeat('insights.measure-conversion', '* * * * *', measureConversion);
}

import type { Repeat } from '#server/platform/job-runner.ts';
import { measureConversion } from './conversion-measuring.ts';
import { addMonths, forgetOld, sumUp } from './retention.ts';

export function workInsights(repeat: Repeat): void {
  repeat('insights.measure-conversion', '* * * * *', measureConversion);
  repeat('insights.sum-up', '*/10 * * * *', sumUp);
  repeat('insights.add-months', '41 * * * *', addMonths);
  repeat('insights.forget-old', '13 3 * * *', forgetOld, 'daily');
}

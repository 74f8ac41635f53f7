import type { Repeat } from '#server/platform/runner/job-runner.ts';
import { measureConversion } from './conversion/conversion-measuring.ts';

export function workInsights(repeat: Repeat): void {
  repeat('insights.measure-conversion', '* * * * *', measureConversion);
}

import type { Repeat } from '#server/platform/job-runner.ts';
import { measureConversion } from './conversion-measuring.ts';

export function workInsights(repeat: Repeat): void {
  repeat('insights.measure-conversion', '* * * * *', measureConversion);
}

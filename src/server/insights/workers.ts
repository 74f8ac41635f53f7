import type { Repeat } from '#server/platform/job-runner.ts';
import { sumUp } from './keeping.ts';

export function workInsights(repeat: Repeat): void {
  repeat('insights.sum-up', '*/10 * * * *', sumUp);
}

import type { Repeat } from '#server/platform/runner/job-runner.ts';
import { recountSegments } from './recounting-actions.ts';

export function workAudiences(repeat: Repeat): void {
  repeat('audiences.recount-segments', '23 3 * * *', recountSegments, 'daily');
}

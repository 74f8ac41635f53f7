import { withSystem } from '#server/platform/database/db.ts';
import type { Repeat } from '#server/platform/runner/job-runner.ts';
import { sweepPayloads } from './posting-actions.ts';

export function workIntegrations(repeat: Repeat): void {
  repeat('integrations.sweep-posts', '23 * * * *', (ctx) => withSystem(ctx, sweepPayloads));
}

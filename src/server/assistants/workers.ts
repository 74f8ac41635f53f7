import type { SourceProviders } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { Work } from '#server/platform/runner/job-runner.ts';
import { runNextTalk } from './cases/running-actions.ts';
import { followUp } from './follow-ups/follow-up-actions.ts';
import type { Embeddings } from './knowledge/search/embeddings-port.ts';
import { followUpJob, runCasesJob } from './jobs.ts';

/** Binds the jobs of assistants. */
export function workAssistants(work: Work): void {
  work(followUpJob, (ctx, payload) => withTenant(ctx, payload.tenantId, (scope) => followUp(scope, payload)));
}

/** Binds the jobs of runs of cases. */
export function workCases(
  work: Work,
  { embeddings, sourceProviders }: { embeddings: Embeddings; sourceProviders: SourceProviders },
): void {
  work(runCasesJob, (ctx, payload, signal) => runNextTalk({ ...ctx, sourceProviders }, embeddings, payload, signal));
}

import type { SourceProviders } from '#server/connections/port.ts';
import { forTenant, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import { runNextTalk } from './cases/running-actions.ts';
import { followUpJob, runCasesJob, sumUpNightJob } from './jobs.ts';
import type { Embeddings } from './knowledge/search/embeddings-port.ts';
import { queueNights, sumUpNight } from './night/summary-actions.ts';
import { purgeWrites } from './plugins/rest/trial-actions.ts';
import { forgetOldTrials } from './trials/retention-actions.ts';
import { followUp } from './turns/following-up-actions.ts';

/** Binds the jobs of assistants. */
export function workAssistants(
  work: Work,
  repeat: Repeat,
  { embeddings, sourceProviders }: { embeddings: Embeddings; sourceProviders: SourceProviders },
): void {
  repeat('assistants.forget-old-trials', '47 3 * * *', forgetOldTrials);
  repeat('assistants.purge-rest-writes', '43 3 * * *', purgeWrites, 'daily');
  repeat('assistants.sum-up-nights', '*/5 * * * *', queueNights);
  work(sumUpNightJob, forTenant(sumUpNight));
  work(followUpJob, (ctx, payload) => followUp({ ...ctx, sourceProviders }, embeddings, payload));
}

/** Binds the jobs of runs of cases. */
export function workCases(
  work: Work,
  { embeddings, sourceProviders }: { embeddings: Embeddings; sourceProviders: SourceProviders },
): void {
  work(runCasesJob, (ctx, payload, signal) => runNextTalk({ ...ctx, sourceProviders }, embeddings, payload, signal));
}

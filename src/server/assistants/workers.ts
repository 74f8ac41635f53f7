import type { SourceProviders } from '#server/connections/port.ts';
import type { Work } from '#server/platform/runner/job-runner.ts';
import { followUpJob } from './jobs.ts';
import type { Embeddings } from './knowledge/search/embeddings-port.ts';
import { followUp } from './turns/following-up-actions.ts';

/** Binds the jobs of assistants. */
export function workAssistants(work: Work, embeddings: Embeddings, sourceProviders: SourceProviders): void {
  work(followUpJob, (ctx, payload) => followUp({ ...ctx, sourceProviders }, embeddings, payload));
}

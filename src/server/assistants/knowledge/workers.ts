import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { embedPassagesJob, readSourceJob } from './jobs.ts';
import { readSource } from './reading/reading-actions.ts';
import { embedPassages } from './search/embedding-actions.ts';
import type { Embeddings } from './search/embeddings-port.ts';
import { purgeDeletedSources, readDueSources } from './sources/sweeping-actions.ts';

/** Binds the jobs of the knowledge of assistants. */
export function workKnowledge(work: Work, repeat: Repeat, embeddings: Embeddings): void {
  work(readSourceJob, readSource);
  work(embedPassagesJob, (ctx, payload, signal) => embedPassages(ctx, embeddings, payload, signal));
  repeat('assistants.read-due-sources', '*/10 * * * *', readDueSources);
  repeat('assistants.purge-sources', '37 3 * * *', purgeDeletedSources, 'daily');
}

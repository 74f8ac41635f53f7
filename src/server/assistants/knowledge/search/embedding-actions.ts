import type { z } from 'zod';
import { embedPassagesJob } from '#server/assistants/knowledge/jobs.ts';
import { noteChange } from '#server/assistants/knowledge/sources/passage-queries.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import type { Embeddings } from './embeddings-port.ts';
import { listUnembedded, storeVectors } from './search-queries.ts';

// NOTE: a process: it has a provider compute meanings between transactions.

const BATCH = 64;
/** After this, meanings that could not be computed are tried again. */
const RETRY_MINUTES = 30;

/**
 * Computes the meanings of an assistant's passages that have none of the current model, a batch in each run. Safe to
 * repeat: a passage has one vector.
 */
export async function embedPassages(
  ctx: Context,
  embeddings: Embeddings,
  { tenantId, assistantId }: z.output<typeof embedPassagesJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const model = embeddings.modelOf(ctx.config);
  if (model === null) return;
  const passages = await withTenant(ctx, tenantId, (scope) =>
    listUnembedded(scope, assistantId, { model, limit: BATCH }),
  );
  if (passages.length === 0) return;
  const values = passages.map(({ headings, text }) => [...headings, text].join('\n'));
  const vectors = await embeddings.embed(ctx, { tenantId, key: `knowledge:${assistantId}`, values, signal });
  const again = { tenantId, assistantId };
  await withTenant(ctx, tenantId, async (scope) => {
    const known = passages.flatMap(({ id }, at) => (vectors?.[at] ? [{ id, vector: vectors[at] }] : []));
    if (known.length === 0) {
      const runAt = scope.clock.now().add({ minutes: RETRY_MINUTES });
      return enqueue(scope, embedPassagesJob, again, { runAt });
    }
    await storeVectors(scope, model, known);
    if (passages.length < BATCH) return noteChange(scope, assistantId);
    return enqueue(scope, embedPassagesJob, again);
  });
}

import { z } from 'zod';
import { withTenant } from '#server/platform/database/db.ts';
import { listBreakers } from './breaker-queries.ts';
import { callModel, mayCall } from './calling.ts';
import type { Embed, ModelContext } from './port.ts';
import { estimateTokens, readUsage } from './price-rules.ts';
import { embeddingProvider } from './reads.ts';
import { spend } from './spending.ts';

// NOTE: a process: it calls a model between short transactions.

/** Values of one call: its answer stays below two megabytes. */
const BATCH = 100;
const BATCH_MS = 20_000;
/** Providers add so many to each text. */
const TOKENS_AROUND = 8;

/** Makes a vector of each text by the deployment's model; see {@link Embed}. */
export const embed: Embed = async (ctx, input) => {
  const { tenantId, values, signal } = input;
  const provider = embeddingProvider(ctx.config);
  if (!provider) return null;
  if (values.length === 0) return [];
  const batches = Array.from({ length: Math.ceil(values.length / BATCH) }, (_, at) =>
    values.slice(at * BATCH, (at + 1) * BATCH),
  );
  const tokens = estimateTokens(values.join('\n')) + TOKENS_AROUND * values.length;
  const amount = Math.ceil(tokens * provider.embedding.price);
  const lastsMs = batches.length * BATCH_MS;
  const done = await spend(ctx, { tenantId, amount, lastsMs, ...(signal && { signal }) }, async ({ id }) => {
    const vectors: number[][] = [];
    for (const batch of batches) {
      const found = await embedBatch(ctx, input, { provider, batch, reservationId: id });
      if (!found) return null;
      vectors.push(...found);
    }
    return vectors;
  });
  return done?.result ?? null;
};

type EmbeddingProvider = NonNullable<ReturnType<typeof embeddingProvider>>;

async function embedBatch(
  ctx: ModelContext,
  { tenantId, key, signal }: Parameters<Embed>[1],
  { provider, batch, reservationId }: { provider: EmbeddingProvider; batch: string[]; reservationId: string | null },
): Promise<number[][] | null> {
  const { model, price, dimensions } = provider.embedding;
  const breakers = await withTenant(ctx, tenantId, listBreakers);
  if (!(await mayCall(ctx, tenantId, { provider: provider.name, model, breakers }))) return null;
  const reply = await callModel<number[][]>(ctx, {
    tenantId,
    provider,
    model,
    breakers,
    path: '/embeddings',
    timeoutMs: BATCH_MS,
    ...(signal && { signal }),
    about: { purpose: 'embedding', key, reservationId },
    json: { model, input: batch, encoding_format: 'float', dimensions },
    async read(json) {
      const parsed = Embeddings.safeParse(json);
      const vectors = parsed.data?.data
        .map(({ embedding, index }, at) => ({ embedding, index: index ?? at }))
        .toSorted((one, other) => one.index - other.index)
        .map(({ embedding }) => embedding);
      if (vectors?.length !== batch.length || vectors.some(({ length }) => length !== dimensions)) return null;
      const stated = { input: parsed.data?.usage?.prompt_tokens, output: 0, cached: 0 };
      const { usage, isEstimated } = readUsage(stated, () => ({
        inputTokens: estimateTokens(batch.join('\n')),
        outputTokens: 0,
      }));
      return { value: vectors, usage, isEstimated, costMicroUsd: Math.ceil(usage.inputTokens * price) };
    },
  });
  return reply.value;
}

const Embeddings = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()), index: z.int().optional() })),
  usage: z.object({ prompt_tokens: z.number().optional() }).nullish(),
});

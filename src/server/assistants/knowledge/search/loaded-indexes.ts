import { setImmediate } from 'node:timers/promises';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { indexBuilder, type SearchIndex } from './index-rules.ts';
import { findRevision, type LoadedPassage, loadPassages } from './search-queries.ts';
import { packVectors, type Vectors } from './vector-rules.ts';

// NOTE: a process: it builds an index between transactions, which would be ended if they waited for it.

/** The passages of an assistant as they are searched. */
export type LoadedIndex = { index: SearchIndex; vectors: Vectors | null; hasUnembedded: boolean };

type StoredIndex = LoadedIndex & { revision: number; model: string | null };

/**
 * Indexes that this process has loaded, the last used at the end. An index is built of the stored passages alone, and
 * built again when their revision changed: any process may search.
 */
const loaded = new Map<string, StoredIndex>();

/** Passages of all indexes together: about 15 kilobytes each. */
const MAX_PASSAGES = 30_000;

/** Indexes that are being built, for all who need them. */
const building = new Map<string, Promise<StoredIndex>>();

/** Passages after which other work of the process goes on. */
const SLICE = 100;

/** The index of an assistant's passages as they are now. @param model whose vectors are wanted; null: none */
export async function loadIndex(
  ctx: Pick<Context, 'db'>,
  { tenantId, assistantId, model }: { tenantId: TenantId; assistantId: AssistantId; model: string | null },
): Promise<LoadedIndex> {
  const key = `${tenantId}:${assistantId}`;
  const revision = await withTenant(ctx, tenantId, (scope) => findRevision(scope, assistantId));
  const known = loaded.get(key);
  if (known?.revision === revision && known.model === model) {
    loaded.delete(key);
    loaded.set(key, known);
    return known;
  }
  const name = `${key}:${revision}:${model}`;
  return building.getOrInsertComputed(name, async () => {
    try {
      const passages = await withTenant(ctx, tenantId, (scope) => loadPassages(scope, assistantId, model));
      const made = { ...(await build(passages, model)), revision, model };
      loaded.delete(key);
      loaded.set(key, made);
      dropLeastUsed();
      return made;
    } finally {
      building.delete(name);
    }
  });
}

async function build(passages: readonly LoadedPassage[], model: string | null): Promise<LoadedIndex> {
  const builder = indexBuilder();
  for (const [at, { id, headings, text, isPair }] of passages.entries()) {
    builder.add({ id, text, lead: headings.join('\n'), questions: isPair ? headings : [] });
    if (at % SLICE === SLICE - 1) await setImmediate();
  }
  const vectors = model === null ? null : packVectors(passages.map(({ vector }) => vector));
  const hasUnembedded = model !== null && passages.some(({ vector }) => vector === null);
  return { index: builder.finish(), vectors, hasUnembedded };
}

function dropLeastUsed(): void {
  let sum = [...loaded.values()].reduce((all, { index }) => all + index.ids.length, 0);
  for (const [key, { index }] of loaded) {
    if (sum <= MAX_PASSAGES || loaded.size === 1) return;
    loaded.delete(key);
    sum -= index.ids.length;
  }
}

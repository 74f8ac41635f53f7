import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';

/** Meanings of texts as vectors. */
export type Embeddings = {
  /** Identity of the vectors that are made now; those of others cannot be compared with them. Null: none are made. */
  modelOf(config: Context['config']): string | null;
  /** @returns one vector per value, in their order; null when none can be made now */
  embed(
    ctx: Context,
    input: { tenantId: TenantId; key: string; values: string[]; signal?: AbortSignal },
  ): Promise<number[][] | null>;
};

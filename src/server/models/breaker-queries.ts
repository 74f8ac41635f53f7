import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

export type ModelName = { provider: string; model: string };

/** A model that failed lately. */
export type Breaker = ModelName & { isOpened: boolean };

/** Failures that are older say nothing any more. */
const FORGOTTEN_AFTER = sql`interval '10 minutes'`;
/** The one call that tries an opened model has so long to end. */
const PROBE = sql`interval '30 seconds'`;

/** The models that failed lately; there are few. */
export async function listBreakers({ tx }: Pick<TenantScope, 'tx'>): Promise<Breaker[]> {
  const rows = await tx.selectFrom('model_breakers').select(['provider', 'model', 'opened_until']).execute();
  return rows.map(({ provider, model, opened_until }) => ({ provider, model, isOpened: opened_until !== null }));
}

/** Takes the right to call an opened model whose time is over. @returns false while it is not, or another call tries it */
export async function claimProbe({ tx }: Pick<TenantScope, 'tx'>, { provider, model }: ModelName): Promise<boolean> {
  const row = await tx
    .updateTable('model_breakers')
    .set({ opened_until: sql<Temporal.Instant>`clock_timestamp() + ${PROBE}` })
    .where('provider', '=', provider)
    .where('model', '=', model)
    .where('opened_until', '<=', sql<Temporal.Instant>`clock_timestamp()`)
    .returning('model')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns failures in a row, this one included */
export async function countFailure({ tx }: Pick<TenantScope, 'tx'>, { provider, model }: ModelName): Promise<number> {
  const counted = await sql<{ failures: number }>`
    insert into model_breakers as b (provider, model, failures, failed_at) values (${provider}, ${model}, 1, clock_timestamp())
    on conflict (provider, model) do update set
      failures = case when b.failed_at < clock_timestamp() - ${FORGOTTEN_AFTER} then 1 else b.failures + 1 end,
      failed_at = clock_timestamp()
    returning failures`.execute(tx);
  return counted.rows[0]?.failures ?? 1;
}

/** @param ms null: the model is called as usual */
export async function openBreaker(
  { tx }: Pick<TenantScope, 'tx'>,
  { provider, model }: ModelName,
  ms: number | null,
): Promise<void> {
  const until = ms === null ? null : sql<Temporal.Instant>`clock_timestamp() + make_interval(secs => ${ms / 1_000})`;
  await tx
    .updateTable('model_breakers')
    .set({ opened_until: until })
    .where('provider', '=', provider)
    .where('model', '=', model)
    .execute();
}

/** The model has answered. */
export async function closeBreaker({ tx }: Pick<TenantScope, 'tx'>, { provider, model }: ModelName): Promise<void> {
  await tx.deleteFrom('model_breakers').where('provider', '=', provider).where('model', '=', model).execute();
}

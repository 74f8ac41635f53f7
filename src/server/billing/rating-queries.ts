import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';
import { TRIAL_RATINGS } from './rules.ts';

export async function findRatings({ tx, tenantId }: TenantScope): Promise<number> {
  const row = await tx
    .selectFrom('rating_balances')
    .select('available')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.available ?? TRIAL_RATINGS;
}

/** Adds, and makes the row when there is none. @returns what there is now */
export async function increaseRatings({ tx, tenantId }: TenantScope, count: number): Promise<number> {
  const row = await tx
    .insertInto('rating_balances')
    .values({ tenant_id: tenantId, available: TRIAL_RATINGS + count })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ available: sql<number>`rating_balances.available + ${count}` }),
    )
    .returning('available')
    .executeTakeFirstOrThrow();
  return row.available;
}

/** Takes up to `wanted`; concurrent callers wait for this transaction. */
export async function takeFromRatings(scope: TenantScope, wanted: number): Promise<{ granted: number; left: number }> {
  const { tx, tenantId } = scope;
  await increaseRatings(scope, 0);
  const taken = await sql<{ granted: number; left: number }>`
    with held as (select available from rating_balances where tenant_id = ${tenantId} for update)
    update rating_balances balance set available = held.available - least(held.available, ${wanted}::int)
    from held where balance.tenant_id = ${tenantId}
    returning held.available - balance.available as granted, balance.available as left`.execute(tx);
  return taken.rows[0] ?? { granted: 0, left: 0 };
}

import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

export async function findAiReviews({ tx, tenantId }: TenantScope): Promise<number | undefined> {
  const row = await tx
    .selectFrom('ai_review_balances')
    .select('available')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.available;
}

/** Adds, and makes the row with those of the trial when there is none. @returns what there is now */
export async function increaseAiReviews(
  { tx, tenantId }: TenantScope,
  { count, trial }: { count: number; trial: number },
): Promise<number> {
  const row = await tx
    .insertInto('ai_review_balances')
    .values({ tenant_id: tenantId, available: trial + count })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ available: sql<number>`ai_review_balances.available + ${count}` }),
    )
    .returning('available')
    .executeTakeFirstOrThrow();
  return row.available;
}

/** Takes up to `wanted`; concurrent callers wait for this transaction. The row must be there. */
export async function takeFromAiReviews(
  { tx, tenantId }: TenantScope,
  wanted: number,
): Promise<{ granted: number; left: number }> {
  const taken = await sql<{ granted: number; left: number }>`
    with held as (select available from ai_review_balances where tenant_id = ${tenantId} for update)
    update ai_review_balances balance set available = held.available - least(held.available, ${wanted}::int)
    from held where balance.tenant_id = ${tenantId}
    returning held.available - balance.available as granted, balance.available as left`.execute(tx);
  return taken.rows[0] ?? { granted: 0, left: 0 };
}

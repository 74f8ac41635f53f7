import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

export async function findBalance({ tx, tenantId }: TenantScope): Promise<number | undefined> {
  const row = await tx
    .selectFrom('message_balances')
    .select('available')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.available;
}

/** Adds, and makes the row when there is none. @returns what there is now */
export async function increaseBalance({ tx, tenantId }: TenantScope, count: number): Promise<number> {
  const row = await tx
    .insertInto('message_balances')
    .values({ tenant_id: tenantId, available: count })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ available: sql<number>`message_balances.available + ${count}` }),
    )
    .returning('available')
    .executeTakeFirstOrThrow();
  return row.available;
}

/** Takes up to `wanted` in one statement; concurrent callers wait for this transaction. */
export async function takeFromBalance(
  { tx, tenantId }: TenantScope,
  wanted: number,
): Promise<{ granted: number; left: number }> {
  const taken = await sql<{ granted: number; left: number }>`
    with held as (select available from message_balances where tenant_id = ${tenantId} for update)
    update message_balances balance set available = held.available - least(held.available, ${wanted}::int)
    from held where balance.tenant_id = ${tenantId}
    returning held.available - balance.available as granted, balance.available as left`.execute(tx);
  return taken.rows[0] ?? { granted: 0, left: 0 };
}

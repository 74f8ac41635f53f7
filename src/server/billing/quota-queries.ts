import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Quotas that are counted: messages to send, ratings to see, and replies to reviews that a model writes. */
export type Quota = 'messages' | 'ratings' | 'ai_reviews';

const TABLES = {
  messages: 'message_balances',
  ratings: 'rating_balances',
  ai_reviews: 'ai_review_balances',
} as const;

/** Why a quota changes, and the identity of the cause: the same one is booked once. */
export type QuotaCause = {
  reason: 'trial' | 'top_up' | 'tariff' | 'correction' | 'spent' | 'returned';
  key: string;
};

/** A cause that happens once by itself, in its own transaction. */
export const causeOf = (reason: QuotaCause['reason']): QuotaCause => ({ reason, key: `${reason}:${randomUUIDv7()}` });

export async function findQuota({ tx, tenantId }: TenantScope, quota: Quota): Promise<number | undefined> {
  const row = await tx
    .selectFrom(TABLES[quota])
    .select('available')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.available;
}

/** Whether a cause was booked before. */
export async function isBooked({ tx, tenantId }: TenantScope, quota: Quota, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('quota_entries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('account', '=', quota)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the row of a quota that has none. @param count what it begins with; zero is not booked */
export async function openQuota(scope: TenantScope, quota: Quota, count: number): Promise<void> {
  const { tx, tenantId } = scope;
  const opened = sql`
    insert into ${sql.table(TABLES[quota])} (tenant_id, available) values (${tenantId}, ${count})
    on conflict (tenant_id) do nothing
    returning available as after, ${count}::int as amount`;
  await sql`with changed as (${opened}) ${entryOf(scope, quota, { reason: 'trial', key: 'trial' })}`.execute(tx);
}

/** Adds, and makes the row when there is none. @param count above zero @returns what there is now */
export async function increaseQuota(
  scope: TenantScope,
  quota: Quota,
  { count, cause }: { count: number; cause: QuotaCause },
): Promise<number> {
  const { tx, tenantId } = scope;
  const table = sql.table(TABLES[quota]);
  const added = sql`
    insert into ${table} as balance (tenant_id, available) values (${tenantId}, ${count})
    on conflict (tenant_id) do update set available = balance.available + ${count}
    returning balance.available as after, ${count}::int as amount`;
  const { rows } = await sql<{ after: number }>`
    with changed as (${added}), entry as (${entryOf(scope, quota, cause)})
    select after from changed`.execute(tx);
  return rows[0]?.after ?? count;
}

/** Takes up to `wanted` in one statement; concurrent callers wait for this transaction. */
export async function takeFromQuota(
  scope: TenantScope,
  quota: Quota,
  { wanted, cause }: { wanted: number; cause: QuotaCause },
): Promise<{ granted: number; left: number }> {
  const { tx, tenantId } = scope;
  const table = sql.table(TABLES[quota]);
  const { rows } = await sql<{ granted: number; left: number }>`
    with held as (select available from ${table} where tenant_id = ${tenantId} for update),
    changed as (
      update ${table} balance set available = held.available - least(held.available, ${wanted}::int)
      from held where balance.tenant_id = ${tenantId}
      returning balance.available as after, balance.available - held.available as amount
    ), entry as (${entryOf(scope, quota, cause)})
    select -amount as granted, after as left from changed`.execute(tx);
  return rows[0] ?? { granted: 0, left: 0 };
}

/** Books what `changed (after, amount)` says, in the same statement; nothing when nothing changed. */
function entryOf({ tenantId }: TenantScope, quota: Quota, { reason, key }: QuotaCause): RawBuilder<unknown> {
  return sql`
    insert into quota_entries (tenant_id, account, id, amount, reason, key, balance_after)
    select ${tenantId}::uuid, ${quota}::text, ${randomUUIDv7()}::uuid, amount, ${reason}::text, ${key}::text, after
    from changed where amount <> 0
    returning id`;
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB as Schema } from '#server/platform/database/schema.gen.ts';

export type Allowance = { isAllowed: true } | { isAllowed: false; retryAfterMs: number };

/** A leaky bucket that holds `limit` and empties evenly over `periodMs`. */
export type AllowanceSize = { limit: number; periodMs: number };

/**
 * Consumes one unit of a rate limit that all processes share. A refused attempt is not counted. Uses the machine's
 * time.
 *
 * @param key what is limited, e.g. `login:address:203.0.113.7`
 */
export async function consumeRateLimit(db: Kysely<Schema>, key: string, size: AllowanceSize): Promise<Allowance> {
  const leftNow = leftOf(size);
  const taken = await sql`
    insert into allowances as a (key, used, counted_at) values (${key}, 1, clock_timestamp())
    on conflict (key) do update set used = ${leftNow} + 1, counted_at = clock_timestamp()
    where ${leftNow} + 1 <= ${size.limit}::float8
    returning key`.execute(db);
  if (taken.rows.length > 0) return { isAllowed: true };
  const now = await readRateLimit(db, key, size);
  return now.isAllowed ? { isAllowed: false, retryAfterMs: 1 } : now; // NOTE: the bucket has emptied a little since the refusal
}

/** Reads whether the limit allows one more, without consuming it. */
export async function readRateLimit(db: Kysely<Schema>, key: string, size: AllowanceSize): Promise<Allowance> {
  const left = await sql<{ used: number }>`
    select ${leftOf(size)} as used from allowances a where key = ${key}`.execute(db);
  const excess = (left.rows[0]?.used ?? 0) + 1 - size.limit;
  if (excess <= 0) return { isAllowed: true };
  return { isAllowed: false, retryAfterMs: Math.max(1, Math.ceil((excess / size.limit) * size.periodMs)) };
}

/** Counts something that has already happened, even beyond the limit: the wait for the next grows accordingly. */
export async function countAgainstAllowance(db: Kysely<Schema>, key: string, size: AllowanceSize): Promise<void> {
  await sql`
    insert into allowances as a (key, used, counted_at) values (${key}, 1, clock_timestamp())
    on conflict (key) do update set used = ${leftOf(size)} + 1, counted_at = clock_timestamp()`.execute(db);
}

function leftOf({ limit, periodMs }: AllowanceSize): RawBuilder<number> {
  const perMs = limit / periodMs;
  return sql`greatest(0, a.used - extract(epoch from clock_timestamp() - a.counted_at) * 1000 * ${perMs}::float8)`;
}

import { type Kysely, sql } from 'kysely';
import type { DB as Schema } from './schema.gen.ts';

export type Allowance = { isAllowed: true } | { isAllowed: false; retryAfterMs: number };

/**
 * Takes from an allowance that all processes share: a bucket that holds `limit` and empties evenly over `periodMs`.
 * A refused try is not counted. Counted by the machine's time.
 *
 * @param key what is limited, e.g. `login:address:203.0.113.7`
 */
export async function takeAllowance(
  db: Kysely<Schema>,
  key: string,
  { limit, periodMs }: { limit: number; periodMs: number },
): Promise<Allowance> {
  const perMs = limit / periodMs;
  const leftNow = sql`greatest(0, a.used - extract(epoch from clock_timestamp() - a.counted_at) * 1000 * ${perMs}::float8)`;
  const taken = await sql`
    insert into allowances as a (key, used, counted_at) values (${key}, 1, clock_timestamp())
    on conflict (key) do update set used = ${leftNow} + 1, counted_at = clock_timestamp()
    where ${leftNow} + 1 <= ${limit}::float8
    returning key`.execute(db);
  if (taken.rows.length > 0) return { isAllowed: true };

  const left = await sql<{ used: number }>`select ${leftNow} as used from allowances a where key = ${key}`.execute(db);
  const excess = (left.rows[0]?.used ?? 0) + 1 - limit;
  return { isAllowed: false, retryAfterMs: Math.max(1, Math.ceil(excess / perMs)) };
}

/** Gives back what {@link takeAllowance} took for something that turned out not to count. */
export async function returnAllowance(db: Kysely<Schema>, key: string): Promise<void> {
  await sql`update allowances set used = greatest(0, used - 1) where key = ${key}`.execute(db);
}

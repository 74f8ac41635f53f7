import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB as Schema } from '#server/platform/database/schema.gen.ts';

/** A limit of an outside service that all tenants and processes share, e.g. calls per address. */
export type SharedLimit = {
  /** The limited resource, e.g. `yclients:203.0.113.7`. */
  key: string;
  /** At most `limit` calls in any `periodMs`; the shortest period first. */
  windows: readonly { limit: number; periodMs: number }[];
};

/** Share of every window that background calls may use; the rest is reserved for calls that a person waits for. */
const BACKGROUND_SHARE = 0.8;

/**
 * Added to every window: two calls made one window apart may reach the service closer together, because the first was
 * delayed on its way.
 */
const JITTER_MS = 250;

/**
 * Acquires a slot of a shared limit. Urgent calls go first; among equals the client that was served longest ago, so
 * that a client with many calls cannot starve the others.
 *
 * @param call.client the account of the call, e.g. a tenant's id
 * @param call.waitMs maximum time to wait
 * @returns 0 when the call may be made now, else milliseconds until the next attempt
 */
export async function acquireSlot(
  db: Kysely<Schema>,
  { key, windows }: SharedLimit,
  call: { client: string; isUrgent: boolean; waitMs: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const id = randomUUIDv7();
  const share = call.isUrgent ? 1 : BACKGROUND_SHARE;
  const limits = windows.map(({ limit }) => Math.max(1, Math.floor(limit * share)));
  const periods = windows.map(({ periodMs }) => periodMs + JITTER_MS);
  const until = performance.now() + call.waitMs;
  while (true) {
    const { rows } = await sql<{ wait_ms: number }>`select frontdesk.acquire_slot(
      ${key}, ${id}, ${call.client}, ${call.isUrgent}, ${limits}::int[], ${periods}::int[]) as wait_ms`.execute(db);
    const waitMs = rows[0]?.wait_ms ?? 0;
    if (waitMs === 0) return 0;
    if (performance.now() + waitMs > until || call.signal?.aborted) {
      await db.deleteFrom('shared_limit_waiters').where('key', '=', key).where('id', '=', id).execute();
      return waitMs;
    }
    await sleep(waitMs, undefined, call.signal && { signal: call.signal }).catch(() => {}); // NOTE: an abort ends the sleep; the loop sees it
  }
}

/** Blocks a limit for a while: the service answered 429, and further calls would only prolong it. */
export async function pauseLimit(db: Kysely<Schema>, key: string, pauseMs: number): Promise<void> {
  const until = sql<Temporal.Instant>`clock_timestamp() + ${pauseMs} * interval '1 millisecond'`;
  await db
    .insertInto('shared_limits')
    .values({ key, paused_until: until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        paused_until: sql`greatest(shared_limits.paused_until, excluded.paused_until)`,
      }),
    )
    .execute();
}

import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type SystemScope, type TenantScope, withSystem } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { PreparedJob } from '#server/platform/jobs.ts';
import { storableText } from '#server/platform/values/json.ts';
import type { DB as Schema } from '#server/platform/database/schema.gen.ts';
import { digest } from '#server/platform/secrets/vault.ts';

export const InboxId = z.uuid().brand<'InboxId'>();
export type InboxId = z.infer<typeof InboxId>;

/** A provider's payload as received. */
export type InboxRow = {
  id: InboxId;
  headers: Record<string, string>;
  body: Buffer;
  /** The product's time. */
  receivedAt: Temporal.Instant;
};

export type NewInboxRow = Omit<InboxRow, 'id'> & {
  tenantId: TenantId;
  provider: string;
  /** The channel or connection that receives it. */
  sourceId: string;
  /** A source stores one payload per key. */
  dedupeKey: string;
};

const Headers = z.record(z.string(), z.string());
const RETENTION_DAYS = 7;

/**
 * Stores payloads of any tenants and queues the jobs that read the new ones: one statement, so one round trip to the
 * database, and one transaction. Bodies are sent as one byte array, because text would take twice the size.
 *
 * @param jobs the job that reads each source's payloads, by the source's id
 */
export async function storePayloads(
  db: Kysely<Schema>,
  rows: readonly NewInboxRow[],
  jobs: ReadonlyMap<string, PreparedJob>,
): Promise<void> {
  if (rows.length === 0) return;
  // NOTE: ordered by the unique key, so that two processes with the same payloads cannot deadlock.
  const ordered = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const readerJobs = [...jobs].map(([source_id, job]) => ({ ...job, source_id }));
  readerJobs.sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
  const bodies = ordered.map(({ body }) => body);
  let end = 1;
  const starts = bodies.map(({ length }) => (end += length) - length);
  await sql`
    with fresh as (
      insert into inbox (tenant_id, id, provider, source_id, dedupe_key, headers, body, received_at)
      select tenant_id, id, provider, source_id, dedupe_key, headers,
        substring(${Buffer.concat(bodies)}::bytea from start for length), received_at
      from unnest(
        ${ordered.map((row) => row.tenantId)}::uuid[],
        ${ordered.map(() => newId(InboxId))}::uuid[],
        ${ordered.map((row) => row.provider)}::text[],
        ${ordered.map((row) => row.sourceId)}::uuid[],
        ${ordered.map((row) => row.dedupeKey)}::text[],
        ${ordered.map((row) => JSON.stringify(row.headers))}::jsonb[],
        ${starts}::int[],
        ${bodies.map(({ length }) => length)}::int[],
        ${ordered.map((row) => row.receivedAt.toString())}::timestamptz[])
        as post (tenant_id, id, provider, source_id, dedupe_key, headers, start, length, received_at)
      on conflict (tenant_id, source_id, dedupe_key) do nothing
      returning source_id),
    -- NOTE: Citus cannot store the function's own result, which is void.
    woken as (
      select frontdesk.enqueue(task, payload, queue, null, job_key, job_key_mode, max_attempts, priority)::text
      from json_to_recordset(${JSON.stringify(readerJobs)}::json) as waker (source_id uuid, task text, payload json,
        queue text, job_key text, job_key_mode text, max_attempts int, priority int)
      where source_id in (select source_id from fresh))
    select count(*) from woken`.execute(db);
}

const keyOf = ({ tenantId, sourceId, dedupeKey }: NewInboxRow) => `${tenantId}${sourceId}${dedupeKey}`;

/** The place of a payload in its source's order. */
export type InboxPlace = { receivedAt: Temporal.Instant; id: InboxId };

/** Reads a source's unread payloads after a place, oldest first, and claims none. */
export async function peekInbox(
  scope: TenantScope,
  sourceId: string,
  { after, limit }: { after: InboxPlace | null; limit: number },
): Promise<InboxRow[]> {
  const later = after && sql<boolean>`(received_at, id) > (${after.receivedAt.toString()}::timestamptz, ${after.id})`;
  const rows = await unread(scope, sourceId)
    .$if(later !== null, (query) => query.where(later ?? sql<boolean>`true`))
    .limit(limit)
    .execute();
  return rows.map(toInboxRow);
}

/**
 * Claims a source's unread payloads, oldest first, until the transaction ends.
 *
 * @param wanted the number of them, or those that are wanted
 */
export async function takeInbox(
  scope: TenantScope,
  sourceId: string,
  wanted: number | readonly InboxId[],
): Promise<InboxRow[]> {
  const query = unread(scope, sourceId).forUpdate().skipLocked();
  const rows = await (
    typeof wanted === 'number' ? query.limit(wanted) : query.where(sql<boolean>`id = any(${wanted}::uuid[])`)
  ).execute();
  return rows.map(toInboxRow);
}

/** Whether a source has unread payloads beside those that were taken: other transactions may have claimed them. */
export async function hasUnread(
  { tx, tenantId }: TenantScope,
  sourceId: string,
  taken: readonly InboxId[] = [],
): Promise<boolean> {
  const row = await tx
    .selectFrom('inbox')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('state', '=', 'new')
    .where(sql<boolean>`id <> all(${taken}::uuid[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Milliseconds until a source is read again whose payloads another transaction has claimed: that of a process that died
 * may hold them for some seconds.
 */
export const CLAIMED_PAUSE_MS = 1_000;

function unread({ tx, tenantId }: TenantScope, sourceId: string) {
  return tx
    .selectFrom('inbox')
    .select(['id', 'headers', 'body', 'received_at'])
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('state', '=', 'new')
    .orderBy('received_at')
    .orderBy('id');
}

function toInboxRow(row: { id: string; headers: unknown; body: Buffer; received_at: Temporal.Instant }): InboxRow {
  return {
    id: InboxId.parse(row.id),
    headers: Headers.parse(row.headers),
    body: row.body,
    receivedAt: row.received_at,
  };
}

/**
 * Records the results of payloads; a result recorded before stays.
 *
 * @param state `unreadable`: not what the provider documents · `failed`: understood, but it could not be acted on
 * @param problem shown to people; null when done
 */
export async function finishInbox(
  { tx, tenantId }: TenantScope,
  ids: readonly InboxId[],
  state: 'done' | 'unreadable' | 'failed',
  problem: string | null,
): Promise<void> {
  await tx
    .updateTable('inbox')
    .set({ state, problem: problem && truncated(problem), handled_at: sql<Temporal.Instant>`statement_timestamp()` })
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('state', '=', 'new')
    .execute();
}

/**
 * Stores answers to our requests that could not be parsed, together with the payloads that could not be.
 *
 * @returns how many of them are new
 */
export async function storeUnparseable(
  { tx, tenantId }: TenantScope,
  { provider, sourceId }: Pick<NewInboxRow, 'provider' | 'sourceId'>,
  unparseable: readonly { body: string; problem: string }[],
  now: Temporal.Instant,
): Promise<number> {
  const rows = unparseable.map(({ body, problem }) => ({
    tenant_id: tenantId,
    id: newId(InboxId),
    provider,
    source_id: sourceId,
    dedupe_key: `told:${digest(body).toString('hex')}`,
    headers: '{}',
    body: Buffer.from(body),
    received_at: now,
    state: 'unreadable',
    problem: truncated(problem),
    handled_at: now,
  }));
  if (rows.length === 0) return 0;
  const stored = await tx
    .insertInto('inbox')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'source_id', 'dedupe_key']).doNothing())
    .returning('id')
    .execute();
  return stored.length;
}

/** Counts the payloads of the last 7 days that could not be read, by source. */
export async function countUnreadable(
  { tx, tenantId }: TenantScope,
  sourceIds: readonly string[],
  now: Temporal.Instant,
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('inbox')
    .select((eb) => ['source_id', eb.fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`source_id = any(${sourceIds}::uuid[])`)
    .where('state', 'in', ['unreadable', 'failed'])
    .where('received_at', '>=', retainedSince(now))
    .groupBy('source_id')
    .execute();
  return new Map(rows.map((row) => [row.source_id, row.count]));
}

/** Lists the latest payloads that could not be read, newest first, with their bodies as text. */
export async function listUnreadable(
  { tx, tenantId }: TenantScope,
  sourceId: string,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<{ receivedAt: Temporal.Instant; problem: string; body: string }[]> {
  const rows = await tx
    .selectFrom('inbox')
    .select(['received_at', 'problem', 'body'])
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['unreadable', 'failed'])
    .where('received_at', '>=', retainedSince(now))
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    receivedAt: row.received_at,
    problem: row.problem ?? '',
    body: row.body.subarray(0, SHOWN_BYTES).toString('utf8'),
  }));
}

/** Truncates a problem: it quotes the payload, which may hold anything. */
function truncated(problem: string): string {
  return storableText(problem).slice(0, LONGEST_PROBLEM);
}

const LONGEST_PROBLEM = 2_000;
const SHOWN_BYTES = 4_000;
const SWEPT_AT_ONCE = 5_000;

/** Deletes payloads older than 7 days: providers do not deliver them again after that. */
export async function sweepInbox(ctx: Context, signal: AbortSignal): Promise<void> {
  const before = retainedSince(ctx.clock.now()).toString();
  while (!signal.aborted) {
    const { numAffectedRows = 0n } = await withSystem(ctx, ({ tx }) =>
      sql`delete from inbox where (tenant_id, id) in (
        select tenant_id, id from inbox where received_at < ${before}::timestamptz limit ${SWEPT_AT_ONCE})`.execute(tx),
    );
    if (numAffectedRows < SWEPT_AT_ONCE) return;
  }
}

const retainedSince = (now: Temporal.Instant) => now.subtract({ hours: RETENTION_DAYS * 24 });

/** Counts stored payloads of every tenant that wait or were not understood. */
export async function countPayloads({
  tx,
}: SystemScope): Promise<{ provider: string; state: string; count: number }[]> {
  return tx
    .selectFrom('inbox')
    .select((eb) => ['provider', 'state', eb.fn.countAll<number>().as('count')])
    .where('state', 'in', ['new', 'unreadable', 'failed'])
    .groupBy(['provider', 'state'])
    .execute();
}

import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { RunStop } from '#contract/assistants/case-values.ts';
import { AssistantRun, AssistantRunId } from '#contract/assistants/runs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond, readCursor } from '#server/platform/values/cursor.ts';
import { talkCounts } from './talk-queries.ts';

const COLUMNS = [
  'id',
  'version',
  'repeats',
  'state',
  'stop',
  'cost_micro_usd',
  'cap_micro_usd',
  'started_at',
  'finished_at',
] as const;

/** @returns false: another run of the assistant is under way */
export async function insertRun(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  run: { id: AssistantRunId; version: number; repeats: number; capMicroUsd: number; at: Temporal.Instant },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('assistant_runs')
    .values({
      tenant_id: tenantId,
      id: run.id,
      assistant_id: assistantId,
      version: run.version,
      repeats: run.repeats,
      state: 'running',
      cap_micro_usd: run.capMicroUsd,
      started_at: run.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows) > 0;
}

/** A run as its jobs read it. */
export type StoredRun = Pick<AssistantRun, 'id' | 'version' | 'state' | 'costMicroUsd' | 'capMicroUsd'> & {
  assistantId: AssistantId;
};

/** Locks the run until the transaction ends. */
export async function findRunForUpdate(
  { tx, tenantId }: TenantScope,
  runId: AssistantRunId,
): Promise<StoredRun | null> {
  const row = await tx
    .selectFrom('assistant_runs')
    .select(['id', 'assistant_id', 'version', 'state', 'cost_micro_usd', 'cap_micro_usd'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', runId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: AssistantRunId.parse(row.id),
    assistantId: row.assistant_id as AssistantId, // NOTE: the column references assistants
    version: row.version,
    state: AssistantRun.shape.state.parse(row.state),
    costMicroUsd: Number(row.cost_micro_usd),
    capMicroUsd: Number(row.cap_micro_usd),
  };
}

export async function addRunCost(
  { tx, tenantId }: TenantScope,
  runId: AssistantRunId,
  microUsd: number,
): Promise<void> {
  await tx
    .updateTable('assistant_runs')
    .set({ cost_micro_usd: sql`cost_micro_usd + ${microUsd}` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', runId)
    .execute();
}

/** Ends a run that is under way; one that has ended stays as it is. @param stop null: it is done */
export async function endRun(
  { tx, tenantId }: TenantScope,
  runId: AssistantRunId,
  { stop, at }: { stop: RunStop | null; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('assistant_runs')
    .set({ state: stop ? 'stopped' : 'done', stop, finished_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .execute();
}

export async function findRun(
  scope: TenantScope,
  assistantId: AssistantId,
  runId: AssistantRunId,
): Promise<AssistantRun | null> {
  const row = await runsOf(scope, assistantId).where('id', '=', runId).executeTakeFirst();
  const [run] = row ? await withCounts(scope, [row]) : [];
  return run ?? null;
}

const ByStart = z.tuple([z.iso.datetime(), AssistantRunId]);

/** The latest first, and one more than the limit where there are more. */
export async function listRunRows(
  scope: TenantScope,
  assistantId: AssistantId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<AssistantRun[]> {
  const rows = await runsOf(scope, assistantId)
    .where(isBeyond([sql`started_at`, sql`id`], readCursor(cursor, ByStart), 'desc'))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return withCounts(scope, rows);
}

/** The last run of a save that was not stopped; null: there is none. */
export async function findLastDone(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  version: number,
): Promise<AssistantRunId | null> {
  const row = await tx
    .selectFrom('assistant_runs')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('version', '=', version)
    .where('state', '=', 'done')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? AssistantRunId.parse(row.id) : null;
}

const runsOf = ({ tx, tenantId }: TenantScope, assistantId: AssistantId) =>
  tx
    .selectFrom('assistant_runs')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId);

type Row = Pick<Selectable<DB['assistant_runs']>, (typeof COLUMNS)[number]>;

async function withCounts(scope: TenantScope, rows: readonly Row[]): Promise<AssistantRun[]> {
  const counts = await talkCounts(
    scope,
    rows.map(({ id }) => AssistantRunId.parse(id)),
  );
  return rows.map((row) =>
    AssistantRun.parse({
      id: row.id,
      version: row.version,
      repeats: row.repeats,
      state: row.state,
      stop: row.stop,
      ...(counts.get(row.id) ?? NOTHING),
      costMicroUsd: Number(row.cost_micro_usd),
      capMicroUsd: Number(row.cap_micro_usd),
      startedAt: row.started_at.toString(),
      finishedAt: row.finished_at?.toString() ?? null,
    }),
  );
}

const NOTHING = { talks: 0, done: 0, passed: 0, cases: 0, casesPassed: 0 };

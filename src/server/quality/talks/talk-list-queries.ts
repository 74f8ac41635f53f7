import { sql } from 'kysely';
import { ConversationId } from '#contract/conversations/calls.ts';
import { RecordingId, SpokenLine, Talk, TalkId } from '#contract/quality/talks.ts';
import type { TalkKind, TalkSource } from '#contract/quality/values.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

const COLUMNS = [
  'id',
  'kind',
  'source',
  'title',
  'started_at',
  'line_count',
  'seconds',
  'employees',
  'conversation_id',
  'recording_id',
] as const;

type TalkRow = {
  id: string;
  kind: string;
  source: string;
  title: string;
  started_at: Temporal.Instant;
  line_count: number;
  seconds: number | null;
  employees: unknown;
  conversation_id: string | null;
  recording_id: string | null;
};

export const toTalk = (row: TalkRow): Talk => ({
  id: TalkId.parse(row.id),
  kind: Talk.shape.kind.parse(row.kind),
  source: Talk.shape.source.parse(row.source),
  title: row.title,
  startedAt: row.started_at.toString(),
  lines: row.line_count,
  seconds: row.seconds,
  employees: Talk.shape.employees.parse(row.employees),
  conversationId: row.conversation_id === null ? null : ConversationId.parse(row.conversation_id),
  recordingId: row.recording_id === null ? null : RecordingId.parse(row.recording_id),
});

export type TalkFilter = {
  kind: TalkKind;
  source: TalkSource | undefined;
  from: Temporal.Instant | null;
  until: Temporal.Instant | null;
};

/** Lists talks, the latest first, after the end of a page. */
export async function listTalkRows(
  { tx, tenantId }: TenantScope,
  { kind, source, from, until }: TalkFilter,
  { after, limit }: { after: readonly [string, string] | null; limit: number },
): Promise<TalkRow[]> {
  let query = tx
    .selectFrom('quality_talks')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where(isBeyond([sql.raw('started_at'), sql.raw('id')], after, 'desc'));
  if (source) query = query.where('source', '=', source);
  if (from) query = query.where('started_at', '>=', from);
  if (until) query = query.where('started_at', '<', until);
  return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function findTalk(
  { tx, tenantId }: TenantScope,
  id: TalkId,
): Promise<{ talk: Talk; lines: SpokenLine[] } | undefined> {
  const row = await tx
    .selectFrom('quality_talks')
    .select([...COLUMNS, 'lines'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { talk: toTalk(row), lines: SpokenLine.array().parse(row.lines) };
}

/** Talks of a source that are stored already, and when they began, by their keys. */
export async function listKnownTalks(
  { tx, tenantId }: TenantScope,
  source: TalkSource,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Temporal.Instant>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('quality_talks')
    .select(['source_key', 'started_at'])
    .where('tenant_id', '=', tenantId)
    .where('source', '=', source)
    .where('source_key', 'in', [...keys])
    .execute();
  return new Map(rows.map((row) => [row.source_key, row.started_at]));
}

/** Locks a talk. @returns undefined when there is none */
export async function lockTalk(
  { tx, tenantId }: TenantScope,
  id: TalkId,
): Promise<{ recordingId: RecordingId | null; title: string; isJudged: boolean } | undefined> {
  const row = await tx
    .selectFrom('quality_talks')
    .select(['recording_id', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const judged = await tx
    .selectFrom('quality_cases')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('talk_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return {
    recordingId: row.recording_id === null ? null : RecordingId.parse(row.recording_id),
    title: row.title,
    isJudged: judged !== undefined,
  };
}

export async function deleteTalkRow({ tx, tenantId }: TenantScope, id: TalkId): Promise<void> {
  await tx.deleteFrom('quality_talks').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

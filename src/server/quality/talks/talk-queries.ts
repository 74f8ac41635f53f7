import { sql } from 'kysely';
import { z } from 'zod';
import { type RecordingId, SpokenLine, Talk, TalkId } from '#contract/quality/talks.ts';
import type { TalkKind, TalkSource } from '#contract/quality/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { WantedTalks } from './port.ts';

/** A talk as a source has read it. */
export type ReadTalk = {
  kind: TalkKind;
  source: TalkSource;
  /** Names the talk in its source. */
  sourceKey: string;
  title: string;
  startedAt: Temporal.Instant;
  lines: SpokenLine[];
  seconds: number | null;
  conversationId: string | null;
  recordingId: RecordingId | null;
};

export async function upsertTalk(
  { tx, tenantId }: TenantScope,
  talk: ReadTalk & { employees: Talk['employees']; at: Temporal.Instant },
): Promise<TalkId> {
  const read = {
    kind: talk.kind,
    title: talk.title,
    started_at: talk.startedAt,
    lines: JSON.stringify(talk.lines),
    line_count: talk.lines.length,
    seconds: talk.seconds,
    employees: JSON.stringify(talk.employees),
    conversation_id: talk.conversationId,
    recording_id: talk.recordingId,
  };
  const row = await tx
    .insertInto('quality_talks')
    .values({
      tenant_id: tenantId,
      id: newId(TalkId),
      source: talk.source,
      source_key: talk.sourceKey,
      created_at: talk.at,
      ...read,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'source', 'source_key']).doUpdateSet(read))
    .returning('id')
    .executeTakeFirstOrThrow();
  return TalkId.parse(row.id);
}

const Lines = z.array(SpokenLine);

export type StoredTalk = {
  id: TalkId;
  kind: TalkKind;
  startedAt: Temporal.Instant;
  lines: SpokenLine[];
};

/** Talks with their lines. */
export async function listTalkLines({ tx, tenantId }: TenantScope, ids: readonly TalkId[]): Promise<StoredTalk[]> {
  const rows = await tx
    .selectFrom('quality_talks')
    .select(['id', 'kind', 'started_at', 'lines'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids.length > 0 ? [...ids] : [sql<string>`null`])
    .execute();
  return rows.map((row) => ({
    id: TalkId.parse(row.id),
    kind: Talk.shape.kind.parse(row.kind),
    startedAt: row.started_at,
    lines: Lines.parse(row.lines),
  }));
}

/** Counts stored talks of a period, and the characters of their lines. */
export async function countStoredTalks(
  { tx, tenantId }: TenantScope,
  source: TalkSource,
  { kind, from, until }: WantedTalks,
): Promise<{ talks: number; characters: number }> {
  const row = await tx
    .selectFrom('quality_talks')
    .select([
      sql<number>`count(*)::int`.as('talks'),
      sql<number>`coalesce(sum(length(lines::text)), 0)::bigint`.as('characters'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('started_at', '>=', from)
    .where('started_at', '<', until)
    .executeTakeFirstOrThrow();
  return row;
}

/** Stored talks of a period, the oldest first. */
export async function listStoredTalks(
  { tx, tenantId }: TenantScope,
  source: TalkSource,
  { kind, from, until, after, limit }: WantedTalks & { after: { at: string; id: string } | null; limit: number },
): Promise<{ id: TalkId; sourceKey: string; startedAt: Temporal.Instant }[]> {
  let query = tx
    .selectFrom('quality_talks')
    .select(['id', 'source_key', 'started_at'])
    .where('tenant_id', '=', tenantId)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('started_at', '>=', from)
    .where('started_at', '<', until);
  if (after) query = query.where(sql<boolean>`(started_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`);
  const rows = await query.orderBy('started_at').orderBy('id').limit(limit).execute();
  return rows.map((row) => ({ id: TalkId.parse(row.id), sourceKey: row.source_key, startedAt: row.started_at }));
}

/** Counts recordings of a period that are not transcribed yet. */
export async function countUntranscribed(
  { tx, tenantId }: TenantScope,
  { from, until }: Pick<WantedTalks, 'from' | 'until'>,
): Promise<number> {
  const row = await tx
    .selectFrom('quality_recordings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('state', 'in', ['waiting', 'decoding', 'transcribing'])
    .where('started_at', '>=', from)
    .where('started_at', '<', until)
    .executeTakeFirstOrThrow();
  return row.count;
}

import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { KnowledgeSource, KnowledgeSourceId } from '#contract/assistants/knowledge.ts';
import { Instant, type PageQuery } from '#contract/primitives.ts';
import { FileId } from '#contract/texts/calls.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { KnowledgeSources } from '#server/platform/database/schema.gen.ts';

type Omission = KnowledgeSource['omissions'][number];

/** A source as it is stored. */
export type StoredSource = Omit<KnowledgeSource, 'fileUrl' | 'sizeBytes' | 'progress'> & {
  assistantId: AssistantId;
  fileId: FileId | null;
  done: number;
  total: number | null;
  /** Number of the last reading that began, and of the one whose passages are used; 0: none. */
  reading: number;
  usedReading: number;
  attempts: number;
  run: string | null;
};

export type NewSource = Pick<StoredSource, 'id' | 'kind' | 'title'> & {
  of:
    | { fileId: FileId }
    | Pick<StoredSource, 'url' | 'maxPages' | 'refreshDays'>
    | Pick<StoredSource, 'questions' | 'answer'>;
};

const COLUMNS = [
  'id',
  'assistant_id',
  'kind',
  'title',
  'file_id',
  'url',
  'max_pages',
  'refresh_days',
  'questions',
  'answer',
  'state',
  'trouble',
  'omissions',
  'done',
  'total',
  'attempts',
  'run',
  'reading',
  'used_reading',
  'passage_count',
  'read_at',
  'next_read_at',
  'created_at',
] as const;

type Row = Pick<Selectable<KnowledgeSources>, (typeof COLUMNS)[number]>;

const { kind, state, trouble, omissions, refreshDays } = KnowledgeSource.shape;

function toSource(row: Row): StoredSource {
  return {
    id: KnowledgeSourceId.parse(row.id),
    assistantId: AssistantId.parse(row.assistant_id),
    kind: kind.parse(row.kind),
    title: row.title,
    fileId: row.file_id === null ? null : FileId.parse(row.file_id),
    url: row.url,
    maxPages: row.max_pages,
    refreshDays: refreshDays.parse(row.refresh_days),
    questions: row.questions,
    answer: row.answer,
    state: state.parse(row.state),
    trouble: trouble.parse(row.trouble),
    omissions: omissions.parse(row.omissions),
    done: row.done,
    total: row.total,
    attempts: row.attempts,
    run: row.run,
    reading: row.reading,
    usedReading: row.used_reading,
    passages: row.passage_count,
    readAt: row.read_at?.toString() ?? null,
    nextReadAt: row.next_read_at?.toString() ?? null,
    createdAt: row.created_at.toString(),
  };
}

export async function insertSource(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { of, ...source }: NewSource,
  createdAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('knowledge_sources')
    .values({
      tenant_id: tenantId,
      id: source.id,
      assistant_id: assistantId,
      kind: source.kind,
      title: source.title,
      ...('fileId' in of && { file_id: of.fileId }),
      ...('url' in of && { url: of.url, max_pages: of.maxPages, refresh_days: of.refreshDays }),
      ...('questions' in of && { questions: of.questions, answer: of.answer }),
      state: 'waiting',
      created_at: createdAt,
    })
    .execute();
}

/** Finds a source that is not deleted. */
export async function findSource(
  { tx, tenantId }: TenantScope,
  id: KnowledgeSourceId,
  { isLocked = false, isDeleted = false } = {},
): Promise<StoredSource | undefined> {
  const row = await tx
    .selectFrom('knowledge_sources')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toSource(row);
}

const End = z.tuple([Instant, KnowledgeSourceId]);

export async function listSources(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { cursor, limit }: z.output<typeof PageQuery>,
): Promise<{ items: StoredSource[]; nextCursor: string | null }> {
  const end = readCursor(cursor, End);
  const rows = await tx
    .selectFrom('knowledge_sources')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('deleted_at', 'is', null)
    .where(isBeyond([sql`created_at`, sql`id`], end, 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toSource, (row) => [row.created_at.toString(), row.id]);
}

export async function countSources(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
): Promise<{ sources: number; passages: number }> {
  return tx
    .selectFrom('knowledge_sources')
    .select([
      sql<number>`count(*)::int`.as('sources'),
      sql<number>`coalesce(sum(passage_count), 0)::int`.as('passages'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Whether there is an assistant. */
export async function hasAssistant({ tx, tenantId }: TenantScope, id: AssistantId): Promise<boolean> {
  const row = await tx
    .selectFrom('assistants')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

type Changes = {
  kind?: StoredSource['kind'];
  title?: string;
  url?: string | null;
  maxPages?: number | null;
  refreshDays?: number | null;
  questions?: string[];
  answer?: string | null;
  state?: StoredSource['state'];
  trouble?: StoredSource['trouble'];
  omissions?: Omission[];
  done?: number;
  total?: number | null;
  attempts?: number;
  run?: string | null;
  reading?: number;
  usedReading?: number;
  passages?: number;
  readAt?: Temporal.Instant | null;
  nextReadAt?: Temporal.Instant | null;
  deletedAt?: Temporal.Instant | null;
};

export async function updateSource({ tx, tenantId }: TenantScope, id: KnowledgeSourceId, to: Changes): Promise<void> {
  await tx
    .updateTable('knowledge_sources')
    .set({
      kind: to.kind,
      title: to.title,
      url: to.url,
      max_pages: to.maxPages,
      refresh_days: to.refreshDays,
      questions: to.questions,
      answer: to.answer,
      state: to.state,
      trouble: to.trouble,
      omissions: to.omissions,
      done: to.done,
      total: to.total,
      attempts: to.attempts,
      run: to.run,
      reading: to.reading,
      used_reading: to.usedReading,
      passage_count: to.passages,
      read_at: to.readAt,
      next_read_at: to.nextReadAt,
      deleted_at: to.deletedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Sources of every tenant that are to be read again, the longest due first. */
export async function listSourcesToRead(
  { tx }: SystemScope,
  now: Temporal.Instant,
  limit: number,
): Promise<{ tenantId: string; id: KnowledgeSourceId }[]> {
  const rows = await tx
    .selectFrom('knowledge_sources')
    .select(['tenant_id', 'id'])
    .where('next_read_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('next_read_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: row.tenant_id, id: KnowledgeSourceId.parse(row.id) }));
}

/** Forgets sources of every tenant that were deleted before a moment, with their passages. */
export async function purgeSources({ tx }: SystemScope, before: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('knowledge_sources').where('deleted_at', '<', before).execute();
}

/** Returns those of the files that are sources, also deleted ones: these can be restored. */
export async function listFilesOfKnowledge(
  { tx, tenantId }: TenantScope,
  ids: readonly FileId[],
): Promise<ReadonlySet<FileId>> {
  const rows = await tx
    .selectFrom('knowledge_sources')
    .select('file_id')
    .where('tenant_id', '=', tenantId)
    .where('file_id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => FileId.parse(row.file_id)));
}

import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { FlowConditions } from '#contract/audiences/calls.ts';
import { type Segment, SegmentId, SegmentKind, type SegmentRow } from '#contract/audiences/segments.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { Segments } from '#server/platform/database/schema.gen.ts';
import { TenantId } from '#contract/tenants/ids.ts';

export type StoredSegment = Omit<Segment, 'lost'> & { isDeleted: boolean };

/** Serializes what may make two segments refer to each other, until the transaction ends. */
export async function lockSegments({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`segments:${tenantId}`}, 0))`.execute(tx);
}

export async function findSegment(
  { tx, tenantId }: TenantScope,
  id: SegmentId,
  { isLocked = false } = {},
): Promise<StoredSegment | undefined> {
  const row = await tx
    .selectFrom('segments')
    .selectAll()
    .select(sizesOf(tenantId))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { ...toRow(row), conditions: FlowConditions.parse(row.conditions), isDeleted: row.deleted_at !== null };
}

/** Lists segments with their conditions; unknown and deleted ones are left out. */
export async function listSegmentConditions(
  { tx, tenantId }: TenantScope,
  ids: readonly SegmentId[],
): Promise<Pick<StoredSegment, 'id' | 'title' | 'kind' | 'conditions'>[]> {
  const rows = await tx
    .selectFrom('segments')
    .select(['id', 'title', 'kind', 'conditions'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    id: SegmentId.parse(row.id),
    title: row.title,
    kind: SegmentKind.parse(row.kind),
    conditions: FlowConditions.parse(row.conditions),
  }));
}

const Cursor = z.tuple([z.string(), SegmentId]);

export async function listSegmentRows(
  { tx, tenantId }: TenantScope,
  { cursor, limit, search }: { cursor?: string; limit: number; search?: string },
): Promise<{ items: SegmentRow[]; nextCursor: string | null }> {
  const after = readCursor(cursor, Cursor);
  const rows = await tx
    .selectFrom('segments')
    .selectAll()
    .select(sizesOf(tenantId))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .$if(Boolean(search), (query) => query.where(sql<boolean>`strpos(sort_title, ${search?.toLowerCase() ?? ''}) > 0`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(sort_title, id) > (${after?.[0] ?? ''}, ${after?.[1] ?? null}::uuid)`),
    )
    .orderBy('sort_title')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toRow, (row) => [row.sort_title, row.id]);
}

/** Lists titles for a choice, in alphabetical order. */
export async function listSegmentTitles({ tx, tenantId }: TenantScope): Promise<Pick<SegmentRow, 'id' | 'title'>[]> {
  const rows = await tx
    .selectFrom('segments')
    .select(['id', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_title')
    .orderBy('id')
    .limit(MAX_CHOICES)
    .execute();
  return rows.map(({ id, title }) => ({ id: SegmentId.parse(id), title }));
}

/** Titles of the deleted segments among those given. */
export async function listDeletedTitles({ tx, tenantId }: TenantScope, ids: readonly SegmentId[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('segments')
    .select('title')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('deleted_at', 'is not', null)
    .orderBy('title')
    .execute();
  return rows.map(({ title }) => title);
}

const MAX_CHOICES = 500;

export async function insertSegment(
  { tx, tenantId }: TenantScope,
  { id, title, kind, conditions }: Pick<StoredSegment, 'id' | 'title' | 'kind' | 'conditions'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('segments')
    .values({
      tenant_id: tenantId,
      id,
      title,
      kind,
      conditions: JSON.stringify(conditions),
      size: 0,
      counted_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export type SegmentChange = Partial<Pick<StoredSegment, 'title' | 'kind' | 'conditions'>> & { isDeleted?: boolean };

export async function updateSegment(
  { tx, tenantId }: TenantScope,
  id: SegmentId,
  { title, kind, conditions, isDeleted }: SegmentChange,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('segments')
    .set({
      ...(title !== undefined && { title }),
      ...(kind !== undefined && { kind }),
      ...(conditions !== undefined && { conditions: JSON.stringify(conditions) }),
      ...(isDeleted !== undefined && { deleted_at: isDeleted ? now : null }),
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Records a size with its day. */
export async function saveSize(
  { tx, tenantId }: TenantScope,
  id: SegmentId,
  { size, day, now }: { size: number; day: Temporal.PlainDate; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('segments')
    .set({ size, counted_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await sql`
    insert into segment_sizes (tenant_id, segment_id, day, size) values (${tenantId}, ${id}, ${day.toString()}::date, ${size})
    on conflict (tenant_id, segment_id, day) do update set size = excluded.size`.execute(tx);
}

/** Lists sizes by day, oldest first. */
export async function listSizes(
  { tx, tenantId }: TenantScope,
  id: SegmentId,
  limit: number,
): Promise<{ day: string; size: number }[]> {
  const rows = await tx
    .selectFrom('segment_sizes')
    .select([sql<string>`day::text`.as('day'), 'size'])
    .where('tenant_id', '=', tenantId)
    .where('segment_id', '=', id)
    .orderBy('segment_sizes.day', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}

/** Lists cabinets that have segments. */
export async function listTenantsWithSegments({ tx }: SystemScope): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from segments where deleted_at is null`.execute(tx);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

/** Lists ids after another, for work that goes through all of them. */
export async function listSegmentIds({ tx, tenantId }: TenantScope, after: SegmentId | null): Promise<SegmentId[]> {
  const rows = await tx
    .selectFrom('segments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(MAX_CHOICES)
    .execute();
  return rows.map((row) => SegmentId.parse(row.id));
}

const TREND_DAYS = 30;

/** Sizes of a segment on the last days, oldest first. */
const sizesOf = (tenantId: TenantId) =>
  sql<number[]>`array(select size from (
    select z.day, z.size from segment_sizes z where z.tenant_id = ${tenantId} and z.segment_id = segments.id
    order by z.day desc limit ${TREND_DAYS}) latest order by day)`.as('sizes');

function toRow(row: Selectable<Segments> & { sizes: number[] }): SegmentRow {
  return {
    id: SegmentId.parse(row.id),
    title: row.title,
    kind: SegmentKind.parse(row.kind),
    size: row.size,
    countedAt: row.counted_at.toString(),
    updatedAt: row.updated_at.toString(),
    sizes: row.sizes,
    version: row.version,
  };
}

import { type RawBuilder, sql } from 'kysely';
import { Announcement, AnnouncementId } from '#contract/announcements/calls.ts';
import type { BrandKey } from '#contract/brands/brands.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

type Columns = {
  id: string;
  is_published: boolean;
  brands: string[];
  texts: unknown;
  shown_from: Temporal.Instant;
  shown_until: Temporal.Instant | null;
  changed_at: Temporal.Instant;
};

const toAnnouncement = (row: Columns): Announcement =>
  Announcement.parse({
    id: row.id,
    isPublished: row.is_published,
    brands: row.brands,
    texts: row.texts,
    shownFrom: row.shown_from.toString(),
    shownUntil: row.shown_until?.toString() ?? null,
    changedAt: row.changed_at.toString(),
  });

export type Page = { after: readonly [shownFrom: string, id: string] | null; limit: number };

/** Announcements and drafts, the latest start first; one more than the page. */
export async function listRows({ tx }: SystemScope, { after, limit }: Page): Promise<Announcement[]> {
  const { rows } = await sql<Columns>`
    select a.id, a.is_published, a.brands, a.texts, a.shown_from, a.shown_until, a.changed_at from announcements a
    where ${isBeyond([sql`a.shown_from`, sql`a.id`], after, 'desc')}
    order by a.shown_from desc, a.id desc limit ${limit + 1}`.execute(tx);
  return rows.map(toAnnouncement);
}

type Saved = Omit<Announcement, 'changedAt'>;

const columnsOf = ({ isPublished, brands, texts, shownFrom, shownUntil }: Saved, at: Temporal.Instant) => ({
  is_published: isPublished,
  brands,
  texts: JSON.stringify(texts),
  shown_from: Temporal.Instant.from(shownFrom),
  shown_until: shownUntil === null ? null : Temporal.Instant.from(shownUntil),
  changed_at: at,
});

export async function insertAnnouncement(
  { tx }: SystemScope,
  saved: Saved,
  { by, at }: { by: MemberId; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('announcements')
    .values({ id: saved.id, created_by: by, created_at: at, ...columnsOf(saved, at) })
    .execute();
}

/** @returns false: there is none */
export async function updateAnnouncement({ tx }: SystemScope, saved: Saved, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('announcements')
    .set(columnsOf(saved, at))
    .where('id', '=', saved.id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Condition of an announcement `a` that is shown on a brand. */
const isShown = (brand: BrandKey, now: Temporal.Instant): RawBuilder<boolean> =>
  sql<boolean>`a.is_published and ${brand}::text = any (a.brands) and a.shown_from <= ${now} and (a.shown_until is null or a.shown_until > ${now})`;

export type Shown = { brand: BrandKey; memberId: MemberId; now: Temporal.Instant };

/** Announcements that a brand shows now, the latest first; one more than the page. */
export async function listShown(
  { tx, tenantId }: TenantScope,
  { brand, memberId, now, after, limit }: Shown & Page,
): Promise<(Announcement & { isRead: boolean })[]> {
  const { rows } = await sql<Columns & { is_read: boolean }>`
    select a.id, a.is_published, a.brands, a.texts, a.shown_from, a.shown_until, a.changed_at, ${isReadBy(tenantId, memberId)} as is_read
    from announcements a
    where ${isShown(brand, now)} and ${isBeyond([sql`a.shown_from`, sql`a.id`], after, 'desc')}
    order by a.shown_from desc, a.id desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => ({ ...toAnnouncement(row), isRead: row.is_read }));
}

const isReadBy = (tenantId: string, memberId: MemberId) => sql<boolean>`exists (
  select from announcement_reads r where r.tenant_id = ${tenantId} and r.member_id = ${memberId} and r.announcement_id = a.id)`;

export async function countUnreadRows({ tx, tenantId }: TenantScope, { brand, memberId, now }: Shown): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from announcements a
    where ${isShown(brand, now)} and not ${isReadBy(tenantId, memberId)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** @returns ids of those that were not read before */
export async function insertReads(
  { tx, tenantId }: TenantScope,
  { brand, memberId, now }: Shown,
): Promise<AnnouncementId[]> {
  const { rows } = await sql<{ id: string }>`
    insert into announcement_reads (tenant_id, member_id, announcement_id, read_at)
    select ${tenantId}::uuid, ${memberId}::uuid, a.id, ${now}::timestamptz from announcements a where ${isShown(brand, now)}
    on conflict (tenant_id, member_id, announcement_id) do nothing
    returning announcement_id as id`.execute(tx);
  return rows.map(({ id }) => AnnouncementId.parse(id));
}

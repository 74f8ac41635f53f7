import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { Instant } from '#contract/primitives.ts';
import { type QrPage, QrPageId } from '#contract/links/qr-pages.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { QrPages } from '#server/platform/database/schema.gen.ts';

/** A page as stored; its address is made of its code. */
export type StoredPage = Omit<QrPage, 'url'> & { code: string; isDeleted: boolean };

export async function findPage(
  { tx, tenantId }: TenantScope,
  id: QrPageId,
  { isLocked = false } = {},
): Promise<StoredPage | undefined> {
  const row = await tx
    .selectFrom('qr_pages')
    .selectAll()
    .select(visitsOf(tenantId))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toStored(row);
}

/** Finds the page that a visitor opens. */
export async function findPageByCode({ tx, tenantId }: TenantScope, code: string): Promise<StoredPage | undefined> {
  const row = await tx
    .selectFrom('qr_pages')
    .selectAll()
    .select(sql<number>`0`.as('visits'))
    .where('tenant_id', '=', tenantId)
    .where('code', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && toStored(row);
}

const Cursor = z.tuple([Instant, QrPageId]);

export async function listPages(
  { tx, tenantId }: TenantScope,
  { cursor, limit, search }: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<{ items: StoredPage[]; nextCursor: string | null }> {
  const wanted = search?.toLowerCase() ?? '';
  const rows = await tx
    .selectFrom('qr_pages')
    .selectAll()
    .select(visitsOf(tenantId))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .$if(wanted !== '', (query) => query.where(sql<boolean>`strpos(sort_title, ${wanted}) > 0`))
    .where(isBeyond([sql`created_at`, sql`id`], readCursor(cursor, Cursor), 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toStored, (row) => [row.created_at.toString(), row.id]);
}

export type WrittenPage = Pick<
  StoredPage,
  'title' | 'heading' | 'note' | 'channelIds' | 'greeting' | 'bookingUrl' | 'reviewUrl'
>;

/** @returns whether the code was free */
export async function insertPage(
  { tx, tenantId }: TenantScope,
  { id, code, ...written }: WrittenPage & { id: QrPageId; code: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .insertInto('qr_pages')
    .values({ tenant_id: tenantId, id, code, ...columnsOf(written), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updatePage(
  { tx, tenantId }: TenantScope,
  id: QrPageId,
  change: WrittenPage | { isDeleted: boolean },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('qr_pages')
    .set({
      ...('isDeleted' in change ? { deleted_at: change.isDeleted ? now : null } : columnsOf(change)),
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

const columnsOf = ({ title, heading, note, channelIds, greeting, bookingUrl, reviewUrl }: WrittenPage) => ({
  title,
  heading,
  note,
  channel_ids: [...channelIds],
  greeting,
  booking_url: bookingUrl,
  review_url: reviewUrl,
});

/** People who opened a page, by its visitors' rows. */
const visitsOf = (tenantId: TenantId) =>
  sql<number>`(select count(*) from link_clicks c
    where c.tenant_id = ${tenantId} and c.code = qr_pages.code and c.verdict = 'click')`.as('visits');

function toStored(row: Selectable<QrPages> & { visits: number }): StoredPage {
  return {
    id: QrPageId.parse(row.id),
    code: row.code,
    title: row.title,
    heading: row.heading,
    note: row.note,
    channelIds: row.channel_ids.map((id) => ChannelId.parse(id)),
    greeting: row.greeting,
    bookingUrl: row.booking_url,
    reviewUrl: row.review_url,
    visits: row.visits,
    createdAt: row.created_at.toString(),
    version: row.version,
    isDeleted: row.deleted_at !== null,
  };
}

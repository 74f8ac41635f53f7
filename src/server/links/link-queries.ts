import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { LinkId, type ShortLink, Utm } from '#contract/links/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { readCursor, isBeyond, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ShortLinks } from '#server/platform/database/schema.gen.ts';
import { Instant } from '#contract/primitives.ts';

/** A link as stored; its address is made of its code. */
export type StoredLink = Omit<ShortLink, 'url'> & { code: string; isDeleted: boolean };

export async function findLink(
  { tx, tenantId }: TenantScope,
  id: LinkId,
  { isLocked = false } = {},
): Promise<StoredLink | undefined> {
  const row = await tx
    .selectFrom('short_links')
    .selectAll()
    .select(clicksOf(tenantId))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toLink(row);
}

const Cursor = z.tuple([Instant, LinkId]);

export async function listLinks(
  { tx, tenantId }: TenantScope,
  { cursor, limit, search }: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<{ items: StoredLink[]; nextCursor: string | null }> {
  const wanted = search?.toLowerCase() ?? '';
  const rows = await tx
    .selectFrom('short_links')
    .selectAll()
    .select(clicksOf(tenantId))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .$if(wanted !== '', (query) =>
      query.where(
        sql<boolean>`(strpos(sort_title, ${wanted}) > 0 or strpos(code, ${wanted}) > 0 or strpos(lower(target), ${wanted}) > 0)`,
      ),
    )
    .where(isBeyond([sql`created_at`, sql`id`], readCursor(cursor, Cursor), 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toLink, (row) => [row.created_at.toString(), row.id]);
}

export type NewLink = Pick<StoredLink, 'id' | 'code' | 'title' | 'target' | 'utm' | 'expiresAt'>;

/** @returns whether the code was free */
export async function insertLink(
  { tx, tenantId }: TenantScope,
  { id, code, title, target, utm, expiresAt }: NewLink,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .insertInto('short_links')
    .values({
      tenant_id: tenantId,
      id,
      code,
      title,
      target,
      utm: JSON.stringify(utm),
      expires_at: expiresAt ? Temporal.Instant.from(expiresAt) : null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type LinkChange = Partial<Pick<StoredLink, 'title' | 'target' | 'utm' | 'expiresAt' | 'isDeleted'>>;

export async function updateLink(
  { tx, tenantId }: TenantScope,
  id: LinkId,
  { title, target, utm, expiresAt, isDeleted }: LinkChange,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('short_links')
    .set({
      ...(title !== undefined && { title }),
      ...(target !== undefined && { target }),
      ...(utm !== undefined && { utm: JSON.stringify(utm) }),
      ...(expiresAt !== undefined && { expires_at: expiresAt ? Temporal.Instant.from(expiresAt) : null }),
      ...(isDeleted !== undefined && { deleted_at: isDeleted ? now : null }),
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** People who followed a link, by its visitors' rows. */
const clicksOf = (tenantId: TenantId) =>
  sql<number>`(select count(*) from link_clicks c
    where c.tenant_id = ${tenantId} and c.code = short_links.code and c.verdict = 'click')`.as('clicks');

function toLink(row: Selectable<ShortLinks> & { clicks: number }): StoredLink {
  return {
    id: LinkId.parse(row.id),
    code: row.code,
    title: row.title,
    target: row.target,
    utm: Utm.parse(row.utm),
    expiresAt: row.expires_at?.toString() ?? null,
    clicks: row.clicks,
    createdAt: row.created_at.toString(),
    version: row.version,
    isDeleted: row.deleted_at !== null,
  };
}

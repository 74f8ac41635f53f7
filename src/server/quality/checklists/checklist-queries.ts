import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { ChecklistId, ChecklistSettings, type ItemAgreement } from '#contract/quality/checklists.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond, readCursor } from '#server/platform/values/cursor.ts';

export type StoredChecklist = {
  id: ChecklistId;
  version: number;
  settings: ChecklistSettings;
  deletedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
};

export async function insertChecklist(
  { tx, tenantId }: TenantScope,
  { id, settings, at }: { id: ChecklistId; settings: ChecklistSettings; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('quality_checklists')
    .values({ tenant_id: tenantId, id, settings: JSON.stringify(settings), created_at: at, updated_at: at })
    .execute();
}

/** Locks the cabinet's checklists against others that are being added, and counts them. */
export async function countChecklists({ tx, tenantId }: TenantScope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quality_checklists:${tenantId}`}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('quality_checklists')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

const ById = z.tuple([z.iso.datetime(), ChecklistId]);

/** The newest first, and one more than the limit where there are more. */
export async function listChecklistRows(
  { tx, tenantId }: TenantScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<StoredChecklist[]> {
  const rows = await tx
    .selectFrom('quality_checklists')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where(isBeyond([sql`created_at`, sql`id`], readCursor(cursor, ById), 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toChecklist);
}

/** Also a deleted one. */
export async function findChecklist({ tx, tenantId }: TenantScope, id: ChecklistId): Promise<StoredChecklist | null> {
  const row = await tx
    .selectFrom('quality_checklists')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toChecklist(row) : null;
}

/** @returns false: another save came first */
export async function updateChecklist(
  { tx, tenantId }: TenantScope,
  id: ChecklistId,
  { settings, version, at }: { settings: ChecklistSettings; version: number; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('quality_checklists')
    .set({ settings: JSON.stringify(settings), version: version + 1, updated_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row.numUpdatedRows > 0n;
}

/** @param at null: restored */
export async function setDeleted(
  { tx, tenantId }: TenantScope,
  id: ChecklistId,
  at: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('quality_checklists')
    .set({ deleted_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Verdicts of the model by item, and how many of them a person changed, over all reports. */
export async function listAgreement(
  { tx, tenantId }: TenantScope,
  itemIds: readonly string[],
): Promise<ItemAgreement[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await sql<ItemAgreement>`
    select v.item_id as "itemId", count(*)::int as judged, (count(*) filter (where v.verdict <> v.model_verdict))::int as changed
    from quality_verdicts v
    join quality_cases c on c.tenant_id = ${tenantId} and c.id = v.case_id and c.state = 'done'
    where v.tenant_id = ${tenantId} and v.item_id = any (${[...itemIds]}::uuid[]) and v.model_verdict <> 'unclear'
    group by v.item_id`.execute(tx);
  return rows;
}

function toChecklist(row: Selectable<DB['quality_checklists']>): StoredChecklist {
  return {
    id: ChecklistId.parse(row.id),
    version: row.version,
    settings: ChecklistSettings.parse(row.settings),
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

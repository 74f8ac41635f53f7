import { sql } from 'kysely';
import { type ReplyWidget, ReplyWidgetId } from '#contract/replies/calls.ts';
import { ReplyWidgetSettings } from '#contract/replies/settings.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

const COLUMNS = ['id', 'title', 'is_enabled', 'settings', 'version', 'updated_at'] as const;

/** Lists the widgets of the cabinet, oldest first; a cabinet has few. */
export async function listWidgets({ tx, tenantId }: TenantScope): Promise<ReplyWidget[]> {
  const rows = await tx
    .selectFrom('reply_widgets')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toWidget);
}

/** @param options.isLocked it is about to change */
export async function findWidget(
  { tx, tenantId }: TenantScope,
  id: ReplyWidgetId,
  { isLocked = false } = {},
): Promise<ReplyWidget | undefined> {
  const row = await tx
    .selectFrom('reply_widgets')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toWidget(row);
}

type NewWidget = Pick<ReplyWidget, 'id' | 'title' | 'settings'>;

export async function insertWidget(
  { tx, tenantId }: TenantScope,
  { id, title, settings }: NewWidget,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('reply_widgets')
    .values({
      tenant_id: tenantId,
      id,
      title,
      is_enabled: false,
      settings: JSON.stringify(settings),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

type WidgetChange = Partial<Pick<ReplyWidget, 'title' | 'settings' | 'isEnabled'> & { isDeleted: true }>;

/** Stores a change under the next version. */
export async function updateWidget(
  { tx, tenantId }: TenantScope,
  id: ReplyWidgetId,
  { title, settings, isEnabled, isDeleted }: WidgetChange,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('reply_widgets')
    .set({
      version: sql<number>`version + 1`,
      updated_at: now,
      ...(title !== undefined && { title }),
      ...(settings !== undefined && { settings: JSON.stringify(settings) }),
      ...(isEnabled !== undefined && { is_enabled: isEnabled }),
      ...(isDeleted && { deleted_at: now }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Locks the cabinet's widgets against another that is added at the same time. */
export async function lockWidgets({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reply_widgets:${tenantId}`}, 0))`.execute(tx);
}

type Row = {
  id: string;
  title: string;
  is_enabled: boolean;
  settings: unknown;
  version: number;
  updated_at: Temporal.Instant;
};

function toWidget(row: Row): ReplyWidget {
  return {
    id: ReplyWidgetId.parse(row.id),
    title: row.title,
    isEnabled: row.is_enabled,
    settings: ReplyWidgetSettings.parse(row.settings),
    version: row.version,
    updatedAt: row.updated_at.toString(),
  };
}

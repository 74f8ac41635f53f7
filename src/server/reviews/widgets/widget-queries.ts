import { sql } from 'kysely';
import { BranchId } from '#contract/connections/calls.ts';
import type { MapService } from '#contract/reviews/values.ts';
import { ReviewWidgetId, ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';

export type StoredWidget = {
  id: ReviewWidgetId;
  branchId: BranchId | null;
  branchTitle: string | null;
  name: string;
  isOn: boolean;
  settings: ReviewWidgetSettings;
  version: number;
  updatedAt: Temporal.Instant;
};

/** Lists the pages: that of all branches first, then by the title of the branch. */
export async function listWidgets(scope: TenantScope): Promise<StoredWidget[]> {
  return readWidgets(scope, {});
}

/** Which pages are on; `branchId: null` is that of all branches. */
export async function listSwitches({ tx, tenantId }: TenantScope): Promise<Pick<StoredWidget, 'branchId' | 'isOn'>[]> {
  const rows = await tx
    .selectFrom('review_widgets')
    .select(['branch_id', 'is_on'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return rows.map((row) => ({ branchId: orNull(BranchId, row.branch_id), isOn: row.is_on }));
}

/** The maps that any page offers. */
export async function listSetMaps(scope: TenantScope): Promise<ReadonlySet<MapService>> {
  const widgets = await listWidgets(scope);
  return new Set(widgets.flatMap(({ settings }) => settings.maps.map(({ service }) => service)));
}

/** Finds the page of a branch, or with null that of all branches. */
export async function findWidgetOf(scope: TenantScope, branchId: BranchId | null): Promise<StoredWidget | undefined> {
  return (await readWidgets(scope, { branchId }))[0];
}

export async function findWidget(scope: TenantScope, id: ReviewWidgetId): Promise<StoredWidget | undefined> {
  return (await readWidgets(scope, { id }))[0];
}

async function readWidgets(
  { tx, tenantId }: TenantScope,
  { id, branchId }: { id?: ReviewWidgetId; branchId?: BranchId | null },
): Promise<StoredWidget[]> {
  const rows = await tx
    .selectFrom('review_widgets')
    .leftJoin('branches', (join) =>
      join
        .onRef('branches.tenant_id', '=', 'review_widgets.tenant_id')
        .onRef('branches.id', '=', 'review_widgets.branch_id'),
    )
    .selectAll('review_widgets')
    .select('branches.title')
    .where('review_widgets.tenant_id', '=', tenantId)
    .$if(id !== undefined, (query) => query.where('review_widgets.id', '=', id ?? ''))
    .$if(branchId !== undefined, (query) =>
      query.where(sql<boolean>`review_widgets.branch_id is not distinct from ${branchId ?? null}::uuid`),
    )
    .orderBy(sql`review_widgets.branch_id is not null`)
    .orderBy('branches.title')
    .execute();
  return rows.map((row) => ({
    id: ReviewWidgetId.parse(row.id),
    branchId: orNull(BranchId, row.branch_id),
    branchTitle: row.title,
    name: row.name,
    isOn: row.is_on,
    settings: ReviewWidgetSettings.parse(row.settings),
    version: row.version,
    updatedAt: row.updated_at,
  }));
}

type WrittenWidget = Pick<StoredWidget, 'branchId' | 'name' | 'isOn' | 'settings'>;

/** @returns false when another member has made the page meanwhile */
export async function insertWidget(
  { tx, tenantId }: TenantScope,
  id: ReviewWidgetId,
  widget: WrittenWidget,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    insert into review_widgets (tenant_id, id, branch_id, name, is_on, settings, created_at, updated_at)
    values (${tenantId}, ${id}, ${widget.branchId}, ${widget.name}, ${widget.isOn},
      ${JSON.stringify(widget.settings)}::jsonb, ${now.toString()}, ${now.toString()})
    on conflict (tenant_id, branch_id) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** @returns false when the page has another version */
export async function updateWidget(
  { tx, tenantId }: TenantScope,
  { id, baseVersion }: { id: ReviewWidgetId; baseVersion: number },
  widget: WrittenWidget,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    update review_widgets set name = ${widget.name}, is_on = ${widget.isOn},
      settings = ${JSON.stringify(widget.settings)}::jsonb, version = version + 1, updated_at = ${now.toString()}
    where tenant_id = ${tenantId} and id = ${id} and version = ${baseVersion} returning id`.execute(tx);
  return rows.length > 0;
}

export async function removeWidget({ tx, tenantId }: TenantScope, id: ReviewWidgetId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('review_widgets')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('branch_id', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Branches that are read now, by title. */
export async function listOpenBranches({ tx, tenantId }: TenantScope): Promise<{ id: BranchId; title: string }[]> {
  const rows = await tx
    .selectFrom('branches')
    .innerJoin('connections', (join) =>
      join
        .onRef('connections.tenant_id', '=', 'branches.tenant_id')
        .onRef('connections.id', '=', 'branches.connection_id'),
    )
    .select(['branches.id', 'branches.title'])
    .where('branches.tenant_id', '=', tenantId)
    .where('branches.is_active', '=', true)
    .where('branches.removed_at', 'is', null)
    .where('connections.removed_at', 'is', null)
    .orderBy('branches.title')
    .execute();
  return rows.map(({ id, title }) => ({ id: BranchId.parse(id), title }));
}

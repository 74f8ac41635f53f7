import { type Selectable, sql } from 'kysely';
import { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import { type RfmDashboard, RfmThresholds } from '#contract/audiences/rfm.ts';
import { RFM_MONTHS } from '#contract/audiences/values.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { ServiceId } from '#contract/visits/calls.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { RfmDashboards } from '#server/platform/database/schema.gen.ts';

/** Why all clients are counted again. */
export type CountingReason = 'first' | 'settings' | 'time';

export type StoredRfm = Omit<RfmDashboard, 'formedAt' | 'counting'> & {
  createdAt: Temporal.Instant;
  formedAt: Temporal.Instant | null;
  /** Null: they are not. */
  countingReason: CountingReason | null;
  /** The last contact that was. */
  countedTo: string | null;
  counted: number;
};

export async function findRfm(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  { isLocked = false } = {},
): Promise<StoredRfm | undefined> {
  const row = await tx
    .selectFrom('rfm_dashboards')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && toRfm(row);
}

/** Lists the dashboards, the usual one first; locked in the order of their ids. */
export async function listRfm({ tx, tenantId }: TenantScope, { isLocked = false } = {}): Promise<StoredRfm[]> {
  const rows = await tx
    .selectFrom('rfm_dashboards')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .$if(isLocked, (query) => query.orderBy('id').forNoKeyUpdate())
    .$if(!isLocked, (query) => query.orderBy('is_usual', 'desc').orderBy('created_at').orderBy('id'))
    .execute();
  return rows.map(toRfm);
}

/** Whether the usual dashboard was made, also if it is deleted by now. */
export async function hadUsual({ tx, tenantId }: TenantScope): Promise<boolean> {
  const row = await tx
    .selectFrom('rfm_dashboards')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_usual', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

type Settings = Pick<StoredRfm, 'title' | 'branchId' | 'serviceIds' | 'categoryTitle' | 'months'>;

/** @returns whether it is new: a business has one usual dashboard */
export async function insertRfm(
  { tx, tenantId }: TenantScope,
  { id, isUsual, ...settings }: Settings & { id: RfmDashboardId; isUsual: boolean },
  now: Temporal.Instant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count = 0n } = await tx
    .insertInto('rfm_dashboards')
    .values({
      tenant_id: tenantId,
      id,
      is_usual: isUsual,
      ...columnsOf(settings),
      counting_reason: 'first',
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return count > 0n;
}

export async function updateRfmSettings(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  { thresholds, ...settings }: Settings & { thresholds: RfmThresholds | null },
): Promise<void> {
  await tx
    .updateTable('rfm_dashboards')
    .set({ ...columnsOf(settings), thresholds: thresholds && JSON.stringify(thresholds) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

const columnsOf = ({ title, branchId, serviceIds, categoryTitle, months }: Settings) => ({
  title,
  branch_id: branchId,
  service_ids: serviceIds,
  category_title: categoryTitle,
  months,
});

/** The state of counting all clients. */
export type RfmCounting = Partial<
  Pick<StoredRfm, 'thresholds' | 'formedAt' | 'clients' | 'countingReason' | 'countedTo' | 'counted'>
>;

export async function updateRfmCounting(
  { tx, tenantId }: TenantScope,
  id: RfmDashboardId,
  { thresholds, formedAt, clients, countingReason, countedTo, counted }: RfmCounting,
): Promise<void> {
  await tx
    .updateTable('rfm_dashboards')
    .set({
      ...(thresholds !== undefined && { thresholds: thresholds && JSON.stringify(thresholds) }),
      ...(formedAt !== undefined && { formed_at: formedAt }),
      ...(clients !== undefined && { clients }),
      ...(countingReason !== undefined && { counting_reason: countingReason }),
      ...(countedTo !== undefined && { counted_to: countedTo }),
      ...(counted !== undefined && { counted }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Marks it deleted and deletes its members and moves; the row says that the usual one was there. */
export async function deleteRfmRows({ tx, tenantId }: TenantScope, id: RfmDashboardId, now: Temporal.Instant) {
  await tx
    .updateTable('rfm_dashboards')
    .set({ deleted_at: now, counting_reason: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('rfm_members').where('tenant_id', '=', tenantId).where('dashboard_id', '=', id).execute();
  await tx.deleteFrom('rfm_moves').where('tenant_id', '=', tenantId).where('dashboard_id', '=', id).execute();
}

/** Whether the bookings of some branch are read for the first time: clients seem new who are not. */
export async function isHistoryRead({ tx, tenantId }: TenantScope): Promise<boolean> {
  const { rows } = await sql<{ is_reading: boolean }>`
    select exists (
      select from branches where tenant_id = ${tenantId} and synced_at is null and removed_at is null) as is_reading`.execute(
    tx,
  );
  return rows[0]?.is_reading !== true;
}

/** Whether the branch and the services are the business's. */
export async function areChoicesKnown(
  { tx, tenantId }: TenantScope,
  { branchId, serviceIds }: Pick<Settings, 'branchId' | 'serviceIds'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select (${branchId}::uuid is null or exists (select from branches b where b.tenant_id = ${tenantId} and b.id = ${branchId}))
      and (select count(*) from services s where s.tenant_id = ${tenantId} and s.id = any(${serviceIds}::uuid[]))
        = ${new Set(serviceIds).size} as is_known`.execute(tx);
  return rows[0]?.is_known === true;
}

/** Lists cabinets that have dashboards. */
export async function listTenantsWithRfm({ tx }: SystemScope): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from rfm_dashboards where deleted_at is null`.execute(tx);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

function toRfm(row: Selectable<RfmDashboards>): StoredRfm {
  return {
    id: RfmDashboardId.parse(row.id),
    title: row.title,
    branchId: row.branch_id === null ? null : BranchId.parse(row.branch_id),
    serviceIds: row.service_ids.map((id) => ServiceId.parse(id)),
    categoryTitle: row.category_title,
    months: RFM_MONTHS.find((months) => months === row.months) ?? null,
    thresholds: row.thresholds === null ? null : RfmThresholds.parse(row.thresholds),
    createdAt: row.created_at,
    formedAt: row.formed_at,
    clients: row.clients,
    countingReason: REASONS.find((reason) => reason === row.counting_reason) ?? null,
    countedTo: row.counted_to,
    counted: row.counted,
  };
}

const REASONS: readonly CountingReason[] = ['first', 'settings', 'time'];

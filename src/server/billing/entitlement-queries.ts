import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { PaidTariff } from './entitlement-rules.ts';

const ItemIds = z.array(z.string());

/** Periods of tariffs of the cabinet, the oldest first. */
export async function listPaidTariffs({ tx, tenantId }: TenantScope): Promise<PaidTariff[]> {
  const rows = await tx
    .selectFrom('paid_tariffs')
    .select(['id', 'tariff_id as tariffId', 'units', 'begins_at as beginsAt', 'ends_at as endsAt'])
    .select('item_ids as itemIds')
    .where('tenant_id', '=', tenantId)
    .orderBy('ends_at')
    .orderBy('id')
    .execute();
  return rows.map(({ itemIds, ...period }) => ({ ...period, itemIds: ItemIds.parse(itemIds) }));
}

/** Other payments of the cabinet wait until the transaction ends: periods of one tariff follow each other. */
export async function lockTariffs({ tx, tenantId }: TenantScope): Promise<void> {
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().executeTakeFirst();
}

/** @returns false when the same line was given before */
export async function insertPaidTariff(
  { tx, tenantId }: TenantScope,
  { id, tariffId, units, itemIds = [], beginsAt, endsAt, key }: PaidTariff & { key: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('paid_tariffs')
    .values({
      tenant_id: tenantId,
      id,
      tariff_id: tariffId,
      units,
      item_ids: JSON.stringify(itemIds),
      begins_at: beginsAt,
      ends_at: endsAt,
      key,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The period that a line of a payment gave. */
export async function findPeriod(
  { tx, tenantId }: TenantScope,
  key: string,
): Promise<(PaidTariff & { monthsGranted: number }) | undefined> {
  return tx
    .selectFrom('paid_tariffs')
    .select(['id', 'tariff_id as tariffId', 'units', 'begins_at as beginsAt', 'ends_at as endsAt'])
    .select('months_granted as monthsGranted')
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
}

export async function updatePeriod(
  { tx, tenantId }: TenantScope,
  id: string,
  period: Partial<Pick<PaidTariff, 'tariffId' | 'units'>> & Pick<PaidTariff, 'beginsAt' | 'endsAt'>,
): Promise<void> {
  await tx
    .updateTable('paid_tariffs')
    .set({
      begins_at: period.beginsAt,
      ends_at: period.endsAt,
      ...(period.tariffId !== undefined && { tariff_id: period.tariffId }),
      ...(period.units !== undefined && { units: period.units }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Takes away a period that has not begun. */
export async function deletePeriod({ tx, tenantId }: TenantScope, id: string): Promise<void> {
  await tx.deleteFrom('paid_tariffs').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Periods of some tariffs that have begun, locked, with the months whose extras were added. */
export async function lockStartedPeriods(
  { tx, tenantId }: TenantScope,
  tariffIds: readonly number[],
  now: Temporal.Instant,
): Promise<(PaidTariff & { monthsGranted: number })[]> {
  return tx
    .selectFrom('paid_tariffs')
    .select(['id', 'tariff_id as tariffId', 'units', 'begins_at as beginsAt', 'ends_at as endsAt'])
    .select('months_granted as monthsGranted')
    .where('tenant_id', '=', tenantId)
    .where('tariff_id', 'in', [...tariffIds])
    .where('begins_at', '<=', now)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setMonthsGranted({ tx, tenantId }: TenantScope, id: string, months: number): Promise<void> {
  await tx
    .updateTable('paid_tariffs')
    .set({ months_granted: months })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Cabinets with a running period of one of the tariffs, or one that ended within the last two days. */
export async function listTenantsWithTariffs(
  { tx }: SystemScope,
  tariffIds: readonly number[],
  now: Temporal.Instant,
): Promise<TenantId[]> {
  const rows = await tx
    .selectFrom('paid_tariffs')
    .select(sql<TenantId>`tenant_id`.as('tenantId'))
    .distinct()
    .where('tariff_id', 'in', [...tariffIds])
    .where('begins_at', '<=', now)
    .where('ends_at', '>', now.subtract({ hours: 48 }))
    .execute();
  return rows.map(({ tenantId }) => tenantId);
}

import { type Selectable, sql } from 'kysely';
import { randomUUIDv7 } from 'node:crypto';
import { Language } from '#contract/primitives.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { BRAND_KEYS } from '#contract/brands/brands.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Tenants } from '#server/platform/database/schema.gen.ts';
import type { NewNotice, StoredAppearance, Tenant } from './rules.ts';

export async function findTenant({ tx, tenantId }: TenantScope): Promise<Tenant | undefined> {
  const row = await tx.selectFrom('tenants').selectAll().where('id', '=', tenantId).executeTakeFirst();
  return row && toTenant(row);
}

export type NewTenant = Omit<Tenant, 'id' | 'testPhones' | 'channelLimit' | 'verdictMonths' | 'isDemo'> & {
  isDemo?: boolean;
  /** False for a name that was made up, until the business is known. */
  isNamed: boolean;
  utmTag: string | null;
  termsAcceptedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
};

export async function insertTenant({ tx, tenantId }: TenantScope, tenant: NewTenant): Promise<void> {
  await tx
    .insertInto('tenants')
    .values({
      id: tenantId,
      name: tenant.name,
      is_named: tenant.isNamed,
      brand: tenant.brand,
      country_id: tenant.countryId,
      time_zone: tenant.timeZone,
      customer_language: tenant.customerLanguage,
      currency: tenant.currency,
      utm_tag: tenant.utmTag,
      terms_accepted_at: tenant.termsAcceptedAt,
      paid_until: tenant.paidUntil,
      is_trial: tenant.isTrial,
      is_demo: tenant.isDemo ?? false,
      created_at: tenant.createdAt,
    })
    .execute();
}

/** Sets the campaign of a tenant without one. */
export async function setUtmTag({ tx, tenantId }: TenantScope, utmTag: string): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ utm_tag: utmTag })
    .where('id', '=', tenantId)
    .where('utm_tag', 'is', null)
    .execute();
}

export type TenantChange = Partial<
  Pick<Tenant, 'name' | 'timeZone' | 'testPhones' | 'customerLanguage' | 'channelLimit' | 'countryId' | 'verdictMonths'>
>;

export async function updateTenant({ tx, tenantId }: TenantScope, change: TenantChange): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({
      ...(change.name !== undefined && {
        name: change.name,
        is_named: sql<boolean>`is_named or name <> ${change.name}`,
      }),
      ...(change.timeZone !== undefined && { time_zone: change.timeZone }),
      ...(change.testPhones !== undefined && { test_phones: change.testPhones }),
      ...(change.customerLanguage !== undefined && { customer_language: change.customerLanguage }),
      ...(change.channelLimit !== undefined && { channel_limit: change.channelLimit }),
      ...(change.countryId !== undefined && { country_id: change.countryId }),
      ...(change.verdictMonths !== undefined && { verdict_months: change.verdictMonths }),
    })
    .where('id', '=', tenantId)
    .execute();
}

export async function findAppearance({ tx, tenantId }: TenantScope): Promise<StoredAppearance | undefined> {
  const row = await tx
    .selectFrom('tenants')
    .select(['name', 'accent', 'logo_file_id'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return row && { name: row.name, accent: row.accent, logoFileId: row.logo_file_id };
}

export async function updateAppearance(
  { tx, tenantId }: TenantScope,
  { accent, logoFileId }: Omit<StoredAppearance, 'name'>,
): Promise<void> {
  await tx.updateTable('tenants').set({ accent, logo_file_id: logoFileId }).where('id', '=', tenantId).execute();
}

/** @returns false when it has a name already */
export async function nameUnnamedTenant({ tx, tenantId }: TenantScope, name: string): Promise<boolean> {
  const named = await tx
    .updateTable('tenants')
    .set({ name, is_named: true })
    .where('id', '=', tenantId)
    .where('is_named', '=', false)
    .returning('id')
    .executeTakeFirst();
  return named !== undefined;
}

/** @returns false when a notice with the key is open already */
export async function insertNotice(
  { tx, tenantId }: TenantScope,
  now: Temporal.Instant,
  notice: NewNotice,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('notices')
    .values({
      tenant_id: tenantId,
      id: randomUUIDv7(),
      kind: notice.kind,
      key: notice.key,
      severity: notice.severity,
      params: JSON.stringify(notice.params ?? {}),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).where('resolved_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns false when none was open */
export async function closeNotice({ tx, tenantId }: TenantScope, now: Temporal.Instant, key: string): Promise<boolean> {
  const closed = await tx
    .updateTable('notices')
    .set({ resolved_at: now })
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** @returns how many had not been read */
export async function setNoticesRead({ tx, tenantId }: TenantScope, now: Temporal.Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notices')
    .set({ read_at: now })
    .where('tenant_id', '=', tenantId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function toTenant(row: Selectable<Tenants>): Tenant {
  return {
    id: TenantId.parse(row.id),
    name: row.name,
    brand: BRAND_KEYS.find((key) => key === row.brand) ?? 'main',
    countryId: row.country_id,
    timeZone: row.time_zone,
    customerLanguage: Language.safeParse(row.customer_language).data ?? 'ru',
    currency: row.currency,
    testPhones: row.test_phones,
    paidUntil: row.paid_until,
    isTrial: row.is_trial,
    channelLimit: row.channel_limit,
    verdictMonths: row.verdict_months,
    isDemo: row.is_demo,
  };
}

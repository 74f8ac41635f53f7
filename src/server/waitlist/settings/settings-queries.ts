import { type RawBuilder, sql } from 'kysely';
import { WaitlistSettings } from '#contract/waitlist/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type StoredSettings = { settings: WaitlistSettings; version: number };

export async function findSettings({ tx, tenantId }: TenantScope): Promise<StoredSettings | null> {
  const row = await tx
    .selectFrom('waitlist_settings')
    .select(['settings', 'version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ? { settings: WaitlistSettings.parse(row.settings), version: row.version } : null;
}

/** The condition that the cabinet offers freed slots. */
export function isSwitchedOn({ tenantId }: TenantScope): RawBuilder<boolean> {
  return sql`exists (select from waitlist_settings where tenant_id = ${tenantId} and (settings -> 'isOn')::bool)`;
}

/** @returns false when another version is stored */
export async function upsertSettings(
  { tx, tenantId }: TenantScope,
  { settings, version }: StoredSettings,
  now: Temporal.Instant,
): Promise<boolean> {
  const changed = { settings: JSON.stringify(settings), version, updated_at: now };
  const row = await tx
    .insertInto('waitlist_settings')
    .values({ tenant_id: tenantId, ...changed })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet(changed)
        .where('waitlist_settings.version', '=', version - 1),
    )
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

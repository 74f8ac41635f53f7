import type { TenantScope } from '#server/platform/database/db.ts';

/** Days for which sound is kept; undefined: as usual. */
export async function findAudioDays({ tx, tenantId }: TenantScope): Promise<number | undefined> {
  const row = await tx
    .selectFrom('quality_settings')
    .select('audio_days')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.audio_days;
}

export async function putAudioDays({ tx, tenantId }: TenantScope, days: number): Promise<void> {
  await tx
    .insertInto('quality_settings')
    .values({ tenant_id: tenantId, audio_days: days })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ audio_days: days }))
    .execute();
}

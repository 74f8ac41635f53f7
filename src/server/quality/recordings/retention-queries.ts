import { sql } from 'kysely';
import { RecordingId } from '#contract/quality/talks.ts';
import { AUDIO_DAYS } from '#contract/quality/values.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/** Recordings of all tenants that have sound, and are older than their tenant keeps it. */
export async function listOldSound(
  { tx }: SystemScope,
  now: Temporal.Instant,
  limit: number,
): Promise<{ tenantId: TenantId; id: RecordingId }[]> {
  const rows = await tx
    .selectFrom('quality_recordings as recording')
    .leftJoin('quality_settings as settings', 'settings.tenant_id', 'recording.tenant_id')
    .select(['recording.tenant_id', 'recording.id'])
    .where('recording.file_key', 'is not', null)
    .where(
      sql<boolean>`recording.created_at < ${now.toString()}::timestamptz
        - make_interval(days => coalesce(settings.audio_days, ${AUDIO_DAYS.usual}::int))`,
    )
    .orderBy('recording.created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), id: RecordingId.parse(row.id) }));
}

/** Uploads of all tenants to which nothing was added since. */
export async function listOldUploads(
  { tx }: SystemScope,
  before: Temporal.Instant,
  limit: number,
): Promise<{ tenantId: TenantId; id: string }[]> {
  const rows = await tx
    .selectFrom('quality_uploads')
    .select(['tenant_id', 'id'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: TenantId.parse(row.tenant_id), id: row.id }));
}

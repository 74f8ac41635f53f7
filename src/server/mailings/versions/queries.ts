import { type MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type StoredVersion, toStoredVersion } from '#server/platform/values/versions.ts';

/**
 * Versions of a mailing, newest first.
 * @param before only those below this version
 */
export async function listVersions(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredVersion[]> {
  const rows = await tx
    .selectFrom('mailing_versions as v')
    .leftJoin('members as m', (join) => join.onRef('m.tenant_id', '=', 'v.tenant_id').onRef('m.id', '=', 'v.member_id'))
    .select(['v.version', 'v.title', 'v.settings', 'v.saved_at', 'm.full_name', 'm.email'])
    .where('v.tenant_id', '=', tenantId)
    .where('v.mailing_id', '=', mailingId)
    .$if(before !== null, (query) => query.where('v.version', '<', before))
    .orderBy('v.version', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toStoredVersion(row, MailingSettings));
}

/** A version in today's shape; undefined when there is none, or when it cannot be parsed any more. */
export async function findVersion(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  version: number,
): Promise<{ title: string; settings: MailingSettings } | undefined> {
  const row = await tx
    .selectFrom('mailing_versions')
    .select(['title', 'settings'])
    .where('tenant_id', '=', tenantId)
    .where('mailing_id', '=', mailingId)
    .where('version', '=', version)
    .executeTakeFirst();
  const settings = MailingSettings.safeParse(row?.settings);
  return row && settings.success ? { title: row.title, settings: settings.data } : undefined;
}

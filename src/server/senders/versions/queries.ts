import type { SenderId } from '#contract/senders/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A save of settings, with the member who made it. */
export type StoredVersion = {
  version: number;
  title: string;
  /** As stored, maybe in an older shape. */
  settings: unknown;
  savedAt: Temporal.Instant;
  savedBy: string | null;
};

export type NewVersion = { id: SenderId; version: number; title: string; settings: object };

export async function insertVersion(
  { tx, tenantId }: TenantScope,
  { id, version, title, settings }: NewVersion,
  by: { memberId: MemberId | null; now: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('sender_versions')
    .values({
      tenant_id: tenantId,
      sender_id: id,
      version,
      title,
      settings: JSON.stringify(settings),
      saved_at: by.now,
      member_id: by.memberId,
    })
    .execute();
}

/**
 * Versions of a sender, newest first.
 * @param before only those below this version
 */
export async function listVersions(
  { tx, tenantId }: TenantScope,
  id: SenderId,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredVersion[]> {
  const rows = await tx
    .selectFrom('sender_versions as v')
    .leftJoin('members as m', (join) => join.onRef('m.tenant_id', '=', 'v.tenant_id').onRef('m.id', '=', 'v.member_id'))
    .select(['v.version', 'v.title', 'v.settings', 'v.saved_at', 'm.full_name', 'm.email'])
    .where('v.tenant_id', '=', tenantId)
    .where('v.sender_id', '=', id)
    .$if(before !== null, (query) => query.where('v.version', '<', before))
    .orderBy('v.version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ saved_at: savedAt, full_name, email, ...row }) => ({
    ...row,
    savedAt,
    savedBy: full_name?.trim() || email,
  }));
}

export async function findVersion(
  { tx, tenantId }: TenantScope,
  id: SenderId,
  version: number,
): Promise<{ title: string; settings: unknown } | undefined> {
  return tx
    .selectFrom('sender_versions')
    .select(['title', 'settings'])
    .where('tenant_id', '=', tenantId)
    .where('sender_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
}

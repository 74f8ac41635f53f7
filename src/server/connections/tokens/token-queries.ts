import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';
import { secondsFromNow } from '#server/platform/database/database-clock.ts';

export type StoredToken = {
  box: Buffer;
  expiresAt: Temporal.Instant;
  refreshedAt: Temporal.Instant;
  version: number;
  lostAnswers: number;
  isRefused: boolean;
};

export async function findToken({ tx, tenantId }: TenantScope, id: string): Promise<StoredToken | null> {
  const row = await tx
    .selectFrom('connection_tokens')
    .select(['box', 'expires_at', 'refreshed_at', 'version', 'lost_answers', 'is_refused'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    box: row.box,
    expiresAt: row.expires_at,
    refreshedAt: row.refreshed_at,
    version: row.version,
    lostAnswers: row.lost_answers,
    isRefused: row.is_refused,
  };
}

/** Stores new tokens under an id; they end what was known of the former ones. */
export async function putToken(
  { tx, tenantId }: TenantScope,
  id: string,
  { box, expiresAt }: Pick<StoredToken, 'box' | 'expiresAt'>,
  now: Temporal.Instant,
): Promise<void> {
  const stored = {
    box,
    expires_at: expiresAt,
    refreshed_at: now,
    renewing_until: null,
    lost_answers: 0,
    is_refused: false,
  };
  await tx
    .insertInto('connection_tokens')
    .values({ tenant_id: tenantId, id, ...stored })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet({ ...stored, version: sql<number>`connection_tokens.version + 1` }),
    )
    .execute();
}

/** Replaces what is sealed of a version; nothing happens where another version is stored. */
export async function replaceBox(
  { tx, tenantId }: TenantScope,
  id: string,
  { version, box }: Pick<StoredToken, 'version' | 'box'>,
): Promise<void> {
  await tx
    .updateTable('connection_tokens')
    .set({ box })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** Takes the right to renew a version for some seconds; one process gets it. */
export async function claimRenewal(
  { tx, tenantId }: TenantScope,
  id: string,
  { version, seconds }: { version: number; seconds: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('connection_tokens')
    .set({ renewing_until: secondsFromNow(seconds) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('is_refused', '=', false)
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<', sql<Temporal.Instant>`now()`)]))
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a renewal that brought no tokens. */
export async function endRenewal(
  { tx, tenantId }: TenantScope,
  id: string,
  { version, isRefused, isLost }: { version: number; isRefused: boolean; isLost: boolean },
): Promise<void> {
  await tx
    .updateTable('connection_tokens')
    .set({
      renewing_until: null,
      is_refused: isRefused,
      ...(isLost && { lost_answers: sql<number>`lost_answers + 1` }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

export async function deleteToken({ tx, tenantId }: TenantScope, id: string): Promise<void> {
  await tx.deleteFrom('connection_tokens').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

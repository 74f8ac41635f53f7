import { sql } from 'kysely';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/**
 * Counts one more code of a member's day. It is counted before it is sent: two requests at once cannot share the last.
 *
 * @param day `2026-11-29`
 * @returns how many were sent that day; null when the day has no more
 */
export async function takeCode(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  { day, most }: { day: string; most: number },
): Promise<number | null> {
  const { rows } = await sql<{ sent: number }>`
    insert into phone_codes as c (tenant_id, member_id, day, sent) values (${tenantId}, ${memberId}, ${day}::date, 1)
    on conflict (tenant_id, member_id) do update
      set sent = case when c.day = excluded.day then c.sent + 1 else 1 end, day = excluded.day
      where c.day <> excluded.day or c.sent < ${most}
    returning sent`.execute(tx);
  return rows[0]?.sent ?? null;
}

/** Takes back the count of a code that was certainly not sent. */
export async function returnCode({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<void> {
  await sql`
    update phone_codes set sent = sent - 1
    where tenant_id = ${tenantId} and member_id = ${memberId} and sent > 0`.execute(tx);
}

export type SentCode = { phone: string; hash: Buffer; expiresAt: Temporal.Instant };

/** Stores the latest code; the former one is over. */
export async function putCode({ tx, tenantId }: TenantScope, memberId: MemberId, code: SentCode): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set({ phone: code.phone, hash: code.hash, expires_at: code.expiresAt, wrong: 0 })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Locks the latest code: attempts are compared one after another. */
export async function lockCode(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
): Promise<(SentCode & { wrong: number }) | undefined> {
  const row = await tx
    .selectFrom('phone_codes')
    .select(['phone', 'hash', 'expires_at', 'wrong'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.phone === null || row.hash === null || row.expires_at === null) return undefined;
  return { phone: row.phone, hash: row.hash, expiresAt: row.expires_at, wrong: row.wrong };
}

/** @param isUsed the code was right, and is over */
export async function noteAttempt(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  { isUsed }: { isUsed: boolean },
): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set(isUsed ? { hash: null } : { wrong: sql<number>`wrong + 1` })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute();
}

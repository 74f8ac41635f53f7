import { sql } from 'kysely';
import type { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The sign-in of a paired channel by phone and code. */
export type SignInRow = {
  /** The pairing ends then; null: nobody pairs it. */
  expiresAt: Temporal.Instant | null;
  phone: string | null;
  codeExpiresAt: Temporal.Instant | null;
};

/** Locks the session, so that two entries at once are judged one after the other. */
export async function findSignInForUpdate(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
): Promise<SignInRow | undefined> {
  const row = await tx
    .selectFrom('channel_sessions')
    .select(['expires_at', 'phone', 'code_expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .forUpdate()
    .executeTakeFirst();
  return row && { expiresAt: row.expires_at, phone: row.phone, codeExpiresAt: row.code_expires_at };
}

export async function saveSignIn(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  change: Partial<{
    phone: string;
    codeExpiresAt: Temporal.Instant | null;
    loadingSince: Temporal.Instant;
  }>,
): Promise<void> {
  await tx
    .updateTable('channel_sessions')
    .set({
      phone: change.phone,
      code_expires_at: change.codeExpiresAt,
      loading_since: change.loadingSince,
    })
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .execute();
}

type CodeDay = { kind: ChannelKind; phone: string; day: string };

export async function countCodes({ tx, tenantId }: TenantScope, { kind, phone, day }: CodeDay): Promise<number> {
  const row = await tx
    .selectFrom('sign_in_codes')
    .select('sent')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('phone', '=', phone)
    .where('day', '=', sql<string>`${day}::date`)
    .executeTakeFirst();
  return row?.sent ?? 0;
}

/**
 * Counts one more code of a phone's day. It is counted before it is sent: two requests at once cannot share the last.
 *
 * @returns false when the day has no more
 */
export async function takeCode(
  { tx, tenantId }: TenantScope,
  { kind, phone, day, most }: CodeDay & { most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_codes as c (tenant_id, kind, phone, day, sent)
    values (${tenantId}, ${kind}, ${phone}, ${day}::date, 1)
    on conflict (tenant_id, kind, phone, day) do update set sent = c.sent + 1 where c.sent < ${most}
    returning sent`.execute(tx);
  return rows.length > 0;
}

/** Takes back the count of a code that was certainly not sent. */
export async function returnCode({ tx, tenantId }: TenantScope, { kind, phone, day }: CodeDay): Promise<void> {
  await sql`
    update sign_in_codes set sent = sent - 1
    where tenant_id = ${tenantId} and kind = ${kind} and phone = ${phone} and day = ${day}::date and sent > 0`.execute(
    tx,
  );
}

/** Deletes counts of past days. */
export async function forgetCodes({ tx, tenantId }: TenantScope, today: string): Promise<void> {
  await sql`delete from sign_in_codes where tenant_id = ${tenantId} and day < ${today}::date`.execute(tx);
}

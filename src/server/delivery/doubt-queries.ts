import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels.ts';
import type { MessageId } from '#contract/delivery.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { CHANGE, FORMER, keepingCounts } from './change-queries.ts';
import { MAX_ATTEMPTS } from './dispatch-rules.ts';

/** Of a channel's messages in doubt: how many a person must settle, and in how long the next settles itself. */
export type Doubts = { forPerson: number; nextInMs: number | null };

/**
 * @param settlesWithinMs in how long a status surely came back; null on channels that never tell
 */
export async function countDoubts(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  settlesWithinMs: number | null,
): Promise<Doubts> {
  const leftMs = sql`extract(epoch from claimed_at - statement_timestamp()) * 1000 + ${settlesWithinMs ?? 0}::float8`;
  const { rows } = await sql<{ for_person: number; next_in_ms: number | null }>`
    select count(*) filter (where ${leftMs} <= 0) as for_person,
      (min(${leftMs}) filter (where ${leftMs} > 0))::float8 as next_in_ms
    from messages where tenant_id = ${tenantId} and channel_id = ${channelId} and phase = 'doubtful' and status = 'unknown'`.execute(
    tx,
  );
  return { forPerson: rows[0]?.for_person ?? 0, nextInMs: rows[0]?.next_in_ms ?? null };
}

/**
 * What gave no sign in the time in which a sign surely comes was not accepted, and leaves again: only what is no
 * mailing, and only so often.
 *
 * @returns how many wait again
 */
export async function resendSilent(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  settlesWithinMs: number,
  now: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql`
    with changed as (
    update messages m set ${FORMER}, status = 'planned', attempts = attempts + 1, updated_at = ${now}
    where tenant_id = ${tenantId} and channel_id = ${channelId} and phase = 'doubtful' and status = 'unknown' and not is_marketing
      and attempts + 1 < ${MAX_ATTEMPTS} and claimed_at < statement_timestamp() - ${settlesWithinMs} * interval '1 millisecond'
    returning ${CHANGE}
    ),
    ${keepingCounts(tenantId)}
    select from changed`.execute(tx);
  return rows.length;
}

/** Whether posts of the channel wait to be read: a status may be among them. */
export async function hasUnreadPayloads({ tx, tenantId }: TenantScope, channelId: ChannelId): Promise<boolean> {
  const row = await tx
    .selectFrom('inbox')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', channelId)
    .where('state', '=', 'new')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's word on a message in doubt. @returns its channel, or null when it is in doubt no more */
export async function settleByPerson(
  { tx, tenantId }: TenantScope,
  id: MessageId,
  as: 'arrived' | 'send_again',
  now: Temporal.Instant,
): Promise<ChannelId | null> {
  const settled =
    as === 'arrived'
      ? sql`status = 'delivered', delivered_at = ${now}`
      : sql`status = 'planned', due_at = ${now}, error_class = null, error_text = null`;
  const { rows } = await sql<{ channel_id: ChannelId }>`
    with changed as (
      update messages m set ${FORMER}, ${settled}, reason = null, updated_at = ${now}
      where tenant_id = ${tenantId} and id = ${id} and status = 'unknown'
      returning channel_id, ${CHANGE}
    ),
    ${keepingCounts(tenantId)}
    select channel_id from changed`.execute(tx);
  return rows[0]?.channel_id ?? null;
}

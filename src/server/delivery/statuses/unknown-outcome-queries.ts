import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';
import { MAX_ATTEMPTS } from '#server/delivery/ledger/dispatch-rules.ts';

/**
 * Messages of a channel with an unknown outcome: the number a member must resolve, and the time until the next
 * resolves itself.
 */
export type UnknownOutcomes = { forPerson: number; nextInMs: number | null };

/** @param settlesWithinMs time within which a status is certain; null on channels without statuses */
export async function countUnknownOutcomes(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  settlesWithinMs: number | null,
): Promise<UnknownOutcomes> {
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
 * Sends messages again that got no status in the time in which one is certain: they were not accepted. Messages to
 * many are left out, and the number of repeats is limited.
 *
 * @returns the number of messages that wait again
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
    ${countingChanges(tenantId)}
    select from changed`.execute(tx);
  return rows.length;
}

/** Whether payloads of the channel are unread: a status may be among them. */
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

/**
 * Records a member's answer about an unknown outcome. @returns its channel, or null when the outcome is already
 * known
 */
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
    ${countingChanges(tenantId)}
    select channel_id from changed`.execute(tx);
  return rows[0]?.channel_id ?? null;
}

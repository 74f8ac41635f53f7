import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels.ts';
import { MessageId } from '#contract/delivery.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { Outcome } from './dispatch-rules.ts';

/**
 * Writes down what became of a run's sends, all in one statement.
 *
 * Fenced by the epoch a message was claimed under: who claimed it since knows better. A status that came before its
 * own send was recorded is not lowered; it only learns the provider's id.
 */
export async function saveOutcomes(
  { tx, tenantId }: TenantScope,
  {
    channelId,
    epoch,
    outcomes,
    now,
  }: { channelId: ChannelId; epoch: number; outcomes: readonly Outcome[]; now: Temporal.Instant },
): Promise<Set<MessageId>> {
  const rows = outcomes.map((outcome) => ({
    id: outcome.id,
    status: outcome.status,
    provider_message_id: outcome.providerMessageId,
    attempts: outcome.attempts,
    due_at: outcome.dueAt?.toString() ?? null,
    channel_id: outcome.moveTo?.channelId ?? null,
    fallback_channel_ids: outcome.moveTo?.rest ?? null,
    reason: outcome.reason,
    error_class: outcome.errorClass,
    error_code: outcome.errorCode,
    error_text: outcome.errorText,
  }));
  const isAccepted = sql`w.status in ('accepted', 'sent')`;
  const { rows: saved } = await sql<{ id: string }>`
    with saved as (
      update messages m set
        status = case when m.status in ('sending', 'unknown') then w.status else m.status end,
        provider_message_id = coalesce(w.provider_message_id, m.provider_message_id),
        attempts = w.attempts, due_at = coalesce(w.due_at, m.due_at),
        channel_id = coalesce(w.channel_id, m.channel_id),
        fallback_channel_ids = case when w.fallback_channel_ids is null then m.fallback_channel_ids
          else array(select jsonb_array_elements_text(w.fallback_channel_ids)::uuid) end,
        address_id = case when w.channel_id is null then m.address_id end,
        recipient = case when w.channel_id is null then m.recipient end,
        reason = case when m.status in ('sending', 'unknown') then w.reason else m.reason end,
        error_class = case when ${isAccepted} and m.status <> 'failed' then null else coalesce(w.error_class, m.error_class) end,
        error_code = case when ${isAccepted} and m.status <> 'failed' then null else coalesce(w.error_code, m.error_code) end,
        error_text = case when ${isAccepted} and m.status <> 'failed' then null else coalesce(w.error_text, m.error_text) end,
        claimed_at = case when w.status = 'unknown' then clock_timestamp() else m.claimed_at end,
        is_counted = m.is_counted and w.status <> 'failed',
        accepted_at = case when ${isAccepted} then coalesce(m.accepted_at, ${now}) else m.accepted_at end,
        sent_at = case when w.status = 'sent' then coalesce(m.sent_at, ${now}) else m.sent_at end,
        failed_at = case when w.status = 'failed' then ${now} else m.failed_at end,
        updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
        id uuid, status text, provider_message_id text, attempts int, due_at timestamptz, channel_id uuid,
        fallback_channel_ids jsonb, reason text, error_class text, error_code text, error_text text)
      where m.tenant_id = ${tenantId} and m.id = w.id and m.lease_epoch = ${epoch}
        and (m.status in ('sending', 'unknown') or ${isAccepted} and not w.provider_message_id = any(m.former_provider_ids))
      returning m.id, ${isAccepted} as is_accepted
    ),
    heard as (
      update channels set last_sent_at = ${now}
      where tenant_id = ${tenantId} and id = ${channelId} and exists (select from saved where is_accepted)
    )
    select id from saved`.execute(tx);
  return new Set(saved.map((row) => MessageId.parse(row.id)));
}

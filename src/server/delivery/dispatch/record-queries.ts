import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';
import type { Outcome } from '#server/delivery/ledger/dispatch-rules.ts';

/** An outcome with the values that the claim set and it does not change. */
export type Recorded = Omit<Outcome, 'dueAt'> & {
  dueAt: Temporal.Instant;
  fallbackChannelIds: ChannelId[];
  /** When it goes on to the next channel unless it is delivered. */
  passesOnAt: Temporal.Instant | null;
};

type Recording = { channelId: ChannelId; epoch: number; outcomes: readonly Recorded[]; now: Temporal.Instant };

/**
 * Records the outcomes of a run's sends, all in one statement; like the claim, an insert that always conflicts with
 * its row.
 *
 * Fenced by the epoch of the claim: a later holder's record wins. A status that came before its own send was recorded
 * is not lowered; it only gets the provider's id.
 */
export async function saveOutcomes(
  { tx, tenantId }: TenantScope,
  { channelId, epoch, outcomes, now }: Recording,
): Promise<Set<MessageId>> {
  const isAccepted = sql.raw(`excluded.status in ('accepted', 'sent')`);
  const isInDoubt = sql.raw(`m.status in ('sending', 'unknown')`);
  const { rows } = await sql<{ id: string }>`
    with changed as (
    insert into messages as m (tenant_id, id, sender_id, occasion_key, priority, channel_id, fallback_channel_ids, status, provider_message_id,
      attempts, due_at, passes_on_at, reason, error_class, error_code, error_text, claimed_at, planned_at, updated_at)
    select ${tenantId}::uuid, w.id, w.id, '', 0, coalesce(w.channel_id, ${channelId}::uuid),
      array(select jsonb_array_elements_text(w.fallback_channel_ids)::uuid), w.status, w.provider_message_id,
      w.attempts, w.due_at, w.passes_on_at, w.reason, w.error_class, w.error_code, w.error_text,
      case when w.status = 'unknown' then statement_timestamp() end, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(outcomes.toSorted(byId).map(toColumns))}::jsonb) as w (
      id uuid, channel_id uuid, fallback_channel_ids jsonb, status text, provider_message_id text, attempts int,
      due_at timestamptz, passes_on_at timestamptz, reason text, error_class text, error_code text, error_text text)
    on conflict (tenant_id, id) do update set ${FORMER},
      status = case when ${isInDoubt} then excluded.status else m.status end,
      reason = case when ${isInDoubt} then excluded.reason else m.reason end,
      due_at = case when ${isInDoubt} then excluded.due_at else m.due_at end,
      channel_id = case when ${isInDoubt} then excluded.channel_id else m.channel_id end,
      fallback_channel_ids = case when ${isInDoubt} then excluded.fallback_channel_ids else m.fallback_channel_ids end,
      address_id = case when excluded.channel_id = m.channel_id then m.address_id end,
      recipient = case when excluded.channel_id = m.channel_id then m.recipient end,
      passes_on_at = case when ${isInDoubt} or m.status in ('accepted', 'sent') then excluded.passes_on_at else m.passes_on_at end,
      provider_message_id = coalesce(excluded.provider_message_id, m.provider_message_id),
      attempts = case when ${isInDoubt} then excluded.attempts else m.attempts end,
      error_class = case when ${isInDoubt} then excluded.error_class else m.error_class end,
      error_code = case when ${isInDoubt} then excluded.error_code else m.error_code end,
      error_text = case when ${isInDoubt} then excluded.error_text else m.error_text end,
      claimed_at = coalesce(excluded.claimed_at, m.claimed_at),
      is_counted = m.is_counted and excluded.status <> 'failed',
      accepted_at = case when ${isAccepted} then coalesce(m.accepted_at, ${now}) else m.accepted_at end,
      sent_at = case when excluded.status = 'sent' then coalesce(m.sent_at, ${now}) else m.sent_at end,
      failed_at = case when excluded.status = 'failed' then ${now} else m.failed_at end,
      updated_at = excluded.updated_at
    where m.lease_epoch = ${epoch}
      and (${isInDoubt} or ${isAccepted} and not excluded.provider_message_id = any(m.former_provider_ids))
    returning ${CHANGE}
    ),
    ${countingChanges(tenantId)}
    select id from changed`.execute(tx);
  return new Set(rows.map((row) => MessageId.parse(row.id)));
}

/** The same order everywhere, so that a record and a status cannot deadlock. */
const byId = (a: Recorded, b: Recorded) => (a.id < b.id ? -1 : 1);

function toColumns(outcome: Recorded) {
  return {
    id: outcome.id,
    status: outcome.status,
    provider_message_id: outcome.providerMessageId,
    attempts: outcome.attempts,
    due_at: outcome.dueAt.toString(),
    passes_on_at: outcome.passesOnAt?.toString() ?? null,
    channel_id: outcome.moveTo?.channelId ?? null,
    fallback_channel_ids: outcome.fallbackChannelIds,
    reason: outcome.reason,
    error_class: outcome.errorClass,
    error_code: outcome.errorCode,
    error_text: outcome.errorText,
  };
}

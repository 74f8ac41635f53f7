import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import { type DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { CHANGE, FORMER, countingChanges } from './change-queries.ts';
import type { SentButton } from './queries.ts';

/** An attempt on a channel that a message leaves for the next one. */
export type FormerSend = {
  messageId: MessageId;
  channelId: ChannelId;
  addressId: string | null;
  recipient: string | null;
  /** Null: the provider never accepted it. */
  providerMessageId: string | null;
  status: 'failed' | 'skipped';
  rule: DecisionRule;
  body: string;
  leftBy: MessageContent['leftBy'];
  sentButtons: readonly SentButton[];
  errorText: string | null;
  acceptedAt: Temporal.Instant | null;
  sentAt: Temporal.Instant | null;
};

/** The number of the next attempt that a message leaves. @param message alias of a row with `tenant_id` and `id` */
export const nextNumber = (message: string) =>
  sql.raw(`(select coalesce(max(o.n), 0) + 1 from former_sends o
    where o.tenant_id = ${message}.tenant_id and o.message_id = ${message}.id)`);

/** Writes attempts that failed, or that were never made. One of each message. */
export async function insertFormerSends(
  { tx, tenantId }: TenantScope,
  sends: readonly FormerSend[],
  now: Temporal.Instant,
): Promise<void> {
  if (sends.length === 0) return;
  const rows = sends.map((send) => ({
    id: send.messageId,
    channel_id: send.channelId,
    address_id: send.addressId,
    recipient: send.recipient,
    pid: send.providerMessageId,
    status: send.status,
    rule: send.rule,
    body: send.body,
    left_by: send.leftBy ?? null,
    sent_buttons: send.sentButtons,
    error_text: send.errorText,
    accepted_at: send.acceptedAt?.toString() ?? null,
    sent_at: send.sentAt?.toString() ?? null,
  }));
  await sql`
    insert into former_sends (tenant_id, message_id, n, channel_id, address_id, recipient, provider_message_id, status, rule, body, left_by,
      sent_buttons, error_text, accepted_at, sent_at, failed_at, left_at)
    select m.tenant_id, m.id, ${nextNumber('m')}, w.channel_id, w.address_id, w.recipient, w.pid, w.status, w.rule, w.body,
      nullif(w.left_by, 'null'), w.sent_buttons, w.error_text, w.accepted_at, w.sent_at, case when w.status = 'failed' then ${now}::timestamptz end,
      ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
      id uuid, channel_id uuid, address_id uuid, recipient text, pid text, status text, rule text, body text, left_by jsonb,
      sent_buttons jsonb, error_text text, accepted_at timestamptz, sent_at timestamptz)
    join messages m on m.tenant_id = ${tenantId} and m.id = w.id
    on conflict do nothing`.execute(tx);
}

/**
 * Gives messages that wait for a channel back to the best of their earlier sends: they stay as that one left them, and go on no
 * more.
 *
 * @param ifUnsent includes those whose earlier sends had all been refused: one of them arrived after all
 */
export async function returnToFormerSends(
  { tx, tenantId }: TenantScope,
  ids: readonly MessageId[],
  { now, ifUnsent = false }: { now: Temporal.Instant; ifUnsent?: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  const isWaiting = ifUnsent
    ? sql.raw(`m.status in ('planned', 'failed')`)
    : sql.raw(`m.status = 'planned' and m.was_sent`);
  await sql`
    with best as (
      select distinct on (s.message_id) s.* from former_sends s
      where s.tenant_id = ${tenantId} and s.message_id = any(${[...ids]}::uuid[]) and s.provider_message_id is not null
      order by s.message_id, array_position(array['read', 'delivered', 'sent', 'accepted'], s.status), s.n desc
    ),
    changed as (
      update messages m set ${FORMER}, status = best.status, channel_id = best.channel_id, fallback_channel_ids = '{}',
        address_id = best.address_id, recipient = best.recipient, body = best.body,
        content = m.content || jsonb_build_object('leftBy', best.left_by), sent_buttons = best.sent_buttons,
        provider_message_id = best.provider_message_id,
        former_provider_ids = array_remove(m.former_provider_ids, best.provider_message_id),
        due_at = least(m.due_at, best.accepted_at), accepted_at = best.accepted_at, sent_at = best.sent_at,
        delivered_at = best.delivered_at, read_at = best.read_at, failed_at = best.failed_at,
        reason = case when best.status = 'failed' then best.rule end, error_class = null, error_code = null,
        error_text = case when best.status = 'failed' then best.error_text end,
        passes_on_at = null, was_sent = false, updated_at = ${now}
      from best
      where m.tenant_id = ${tenantId} and m.id = best.message_id and ${isWaiting}
      returning ${CHANGE}
    ),
    ${countingChanges(tenantId)},
    current as (
      delete from former_sends s using best, changed
      where s.tenant_id = ${tenantId} and s.message_id = best.message_id and s.n = best.n and changed.id = best.message_id
    )
    select from changed`.execute(tx);
}

/** Messages that wait for a channel after an earlier one had accepted them, with what is kept of the attempt that is not made. */
export async function listMessagesPassedOn(
  { tx, tenantId }: TenantScope,
  ids: readonly MessageId[],
): Promise<{ messageId: MessageId; channelId: ChannelId }[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'channel_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('status', '=', 'planned')
    .where('was_sent', '=', true)
    .forUpdate()
    .execute();
  return rows.map((row) => ({ messageId: row.id as MessageId, channelId: row.channel_id as ChannelId }));
}

/** A late status found its attempt. */
export type LateSend = { messageId: MessageId; providerMessageId: string; hasArrived: boolean };

export type LateTimes = {
  providerMessageId: string;
  sent: Temporal.Instant | null;
  delivered: Temporal.Instant | null;
  read: Temporal.Instant | null;
  failed: { at: Temporal.Instant; text: string | null } | null;
};

/** Notes statuses of attempts that messages have left, forward only. */
export async function updateFormerSends(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  late: readonly LateTimes[],
): Promise<LateSend[]> {
  const rows = late.map((one) => ({
    pid: one.providerMessageId,
    sent_at: one.sent?.toString() ?? null,
    delivered_at: (one.delivered ?? one.read)?.toString() ?? null,
    read_at: one.read?.toString() ?? null,
    failed_at: one.failed?.at.toString() ?? null,
    error_text: one.failed?.text ?? null,
  }));
  const { rows: found } = await sql<{ message_id: string; provider_message_id: string; has_arrived: boolean }>`
    update former_sends s set
      sent_at = coalesce(s.sent_at, w.sent_at), delivered_at = coalesce(s.delivered_at, w.delivered_at),
      read_at = coalesce(s.read_at, w.read_at), 
      failed_at = case when coalesce(s.delivered_at, w.delivered_at) is null then coalesce(s.failed_at, w.failed_at) else s.failed_at end,
      error_text = coalesce(s.error_text, w.error_text),
      status = case
        when coalesce(s.read_at, w.read_at) is not null then 'read'
        when coalesce(s.delivered_at, w.delivered_at) is not null then 'delivered'
        when coalesce(s.failed_at, w.failed_at) is not null then 'failed'
        when w.sent_at is not null then 'sent'
        else s.status end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
      pid text, sent_at timestamptz, delivered_at timestamptz, read_at timestamptz, failed_at timestamptz, error_text text)
    where s.tenant_id = ${tenantId} and s.channel_id = ${channelId} and s.provider_message_id = w.pid
    returning s.message_id, s.provider_message_id, w.delivered_at is not null as has_arrived`.execute(tx);
  return found.map((row) => ({
    messageId: MessageId.parse(row.message_id),
    providerMessageId: row.provider_message_id,
    hasArrived: row.has_arrived,
  }));
}

export type KnownFormerSend = {
  channelKind: string;
  status: string;
  rule: DecisionRule;
  leftBy: unknown;
  errorText: string | null;
  times: Record<'accepted' | 'sent' | 'delivered' | 'read' | 'failed', Temporal.Instant | null>;
  leftAt: Temporal.Instant;
};

/** Lists the attempts that a message has left, in their order. */
export async function listFormerSends({ tx, tenantId }: TenantScope, id: string): Promise<KnownFormerSend[]> {
  const rows = await tx
    .selectFrom('former_sends as s')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 's.tenant_id').onRef('c.id', '=', 's.channel_id'),
    )
    .selectAll('s')
    .select('c.kind as channel_kind')
    .where('s.tenant_id', '=', tenantId)
    .where('s.message_id', '=', id)
    .orderBy('s.n')
    .execute();
  return rows.map((row) => ({
    channelKind: row.channel_kind,
    status: row.status,
    rule: row.rule as DecisionRule,
    leftBy: row.left_by,
    errorText: row.error_text,
    times: {
      accepted: row.accepted_at,
      sent: row.sent_at,
      delivered: row.delivered_at,
      read: row.read_at,
      failed: row.failed_at,
    },
    leftAt: row.left_at,
  }));
}

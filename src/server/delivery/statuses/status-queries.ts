import type { MessageContent } from '#server/texts/content/message-content.ts';
import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ErrorClass, MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';
import type { SentButton } from '#server/delivery/ledger/queries.ts';
import type { KnownMessage, StatusChange, StatusUpdate } from './status-rules.ts';

/** A change and the message it applies to. */
export type MadeChange = { message: TrackedMessage; change: StatusChange };

export type TrackedMessage = KnownMessage & {
  dueAt: Temporal.Instant;
  providerMessageId: string;
  senderId: SenderId;
  senderVersion: number | null;
  contactId: ContactId | null;
  addressId: string | null;
  testPhone: string | null;
  wasSent: boolean;
  recipient: string | null;
  body: string;
  sentButtons: SentButton[];
  acceptedAt: Temporal.Instant | null;
  sentAt: Temporal.Instant | null;
  isCounted: boolean;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Locks the messages of statuses: found by the provider's id, or by our reference while the answer to the send is not
 * yet recorded. Statuses of a former send of a message that was sent again belong to no message; one that went on meanwhile is left
 * out.
 *
 * @returns by the provider's id
 */
export async function lockTracked(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  updates: readonly StatusUpdate[],
): Promise<Map<string, TrackedMessage>> {
  const wanted = updates.map(({ providerMessageId, reference }) => ({
    pid: providerMessageId,
    ref: reference && UUID.test(reference) ? reference : null,
  }));
  const { rows } = await sql<TrackedColumns>`
    select m.id, m.status, m.sender_id, m.sender_version, m.contact_id, m.address_id, m.test_phone, m.is_marketing, m.is_counted, m.was_sent,
      m.recipient, m.body, m.sent_buttons, m.accepted_at, m.sent_at, m.fallback_channel_ids, m.content, m.attempts, m.due_at, w.pid
    from jsonb_to_recordset(${JSON.stringify(wanted.toSorted(byReference))}::jsonb) as w (pid text, ref uuid)
    cross join lateral (
      select id from messages
      where tenant_id = ${tenantId} and channel_id = ${channelId} and provider_message_id = w.pid
      union
      select id from messages
      where tenant_id = ${tenantId} and id = w.ref and channel_id = ${channelId} and provider_message_id is null
        and status in ('sending', 'unknown') and not w.pid = any(former_provider_ids)
    ) found
    cross join lateral (select * from messages where tenant_id = ${tenantId} and id = found.id for update) m`.execute(
    tx,
  );
  const present = rows.filter(({ status }) => status !== 'planned');
  return new Map(present.map((row) => [row.pid, toTracked(row, channelId)]));
}

/** The order in which sends are recorded, so that the two cannot deadlock. */
const byReference = (a: { ref: string | null }, b: { ref: string | null }) => ((a.ref ?? '') < (b.ref ?? '') ? -1 : 1);

/** Writes changes by statuses, all in one statement; like the claim, an insert that always conflicts with its row. */
export async function saveStatuses(
  { tx, tenantId }: TenantScope,
  changes: readonly MadeChange[],
  now: Temporal.Instant,
): Promise<void> {
  const isAgain = sql.raw(`excluded.status = 'planned'`);
  // NOTE: the times of an attempt that it leaves are kept in former_sends.
  const hasMoved = sql.raw('excluded.channel_id <> m.channel_id');
  const hasFailed = sql.raw('excluded.failed_at is not null');
  const error = (column: string) =>
    sql.raw(`${column} = case when excluded.failed_at is not null then excluded.${column}
      when m.status in ('unknown', 'failed') then null else m.${column} end`);
  await sql`
    with changed as (
    insert into messages as m (tenant_id, id, sender_id, occasion_key, priority, channel_id, fallback_channel_ids, status, provider_message_id,
      accepted_at, sent_at, delivered_at, read_at, failed_at, attempts, due_at, reason, error_class, error_code, error_text,
      planned_at, updated_at)
    select ${tenantId}::uuid, w.id, w.id, '', 0, w.channel_id, array(select jsonb_array_elements_text(w.fallback_channel_ids)::uuid),
      w.status, w.pid, coalesce(w.accepted_at, w.sent_at, w.delivered_at, ${now}), coalesce(w.sent_at, w.delivered_at), w.delivered_at,
      w.read_at, w.failed_at, w.attempts, w.due_at, w.reason, w.error_class, w.error_code, w.error_text,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(changes.map(toColumns))}::jsonb) as w (
      id uuid, status text, pid text, accepted_at timestamptz, sent_at timestamptz, delivered_at timestamptz, read_at timestamptz,
      failed_at timestamptz, attempts int, due_at timestamptz, reason text, channel_id uuid, fallback_channel_ids jsonb,
      error_class text, error_code text, error_text text)
    on conflict (tenant_id, id) do update set ${FORMER}, status = excluded.status, updated_at = excluded.updated_at,
      provider_message_id = case when ${isAgain} then null else excluded.provider_message_id end,
      former_provider_ids = case when ${isAgain} then m.former_provider_ids || excluded.provider_message_id else m.former_provider_ids end,
      accepted_at = case when not ${hasMoved} then coalesce(m.accepted_at, excluded.accepted_at) end,
      sent_at = case when not ${hasMoved} then coalesce(m.sent_at, excluded.sent_at) end,
      delivered_at = coalesce(m.delivered_at, excluded.delivered_at), read_at = coalesce(m.read_at, excluded.read_at),
      failed_at = case when not ${hasMoved} then coalesce(excluded.failed_at, m.failed_at) end, attempts = excluded.attempts, due_at = excluded.due_at,
      passes_on_at = case when excluded.status in ('accepted', 'sent') then m.passes_on_at end,
      reason = case when ${hasFailed} or excluded.status <> m.status then excluded.reason else m.reason end,
      channel_id = excluded.channel_id, fallback_channel_ids = excluded.fallback_channel_ids,
      address_id = case when excluded.channel_id = m.channel_id then m.address_id end,
      is_counted = m.is_counted and excluded.status <> 'failed',
      ${error('error_class')}, ${error('error_code')}, ${error('error_text')}
    returning ${CHANGE}
    ),
    ${countingChanges(tenantId)}
    select from changed`.execute(tx);
}

function toColumns({ message, change: { status, providerMessageId, times, after, failure } }: MadeChange) {
  return {
    id: message.id,
    status,
    pid: providerMessageId,
    accepted_at: times.accepted?.toString(),
    sent_at: times.sent?.toString(),
    delivered_at: times.delivered?.toString(),
    read_at: times.read?.toString(),
    failed_at: failure?.at.toString(),
    attempts: after?.attempts ?? message.attempts,
    due_at: (after?.dueAt ?? message.dueAt).toString(),
    reason: after?.reason,
    channel_id: after?.moveTo?.channelId ?? message.channelId,
    fallback_channel_ids: after?.moveTo?.rest ?? message.fallbackChannelIds,
    error_class: failure?.errorClass,
    error_code: failure?.code,
    error_text: failure?.text,
  };
}

/** Stores statuses of unknown sends: the answer to the send is still being recorded. */
export async function keepEarly(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  updates: readonly StatusUpdate[],
): Promise<void> {
  const rows = updates.flatMap(({ providerMessageId, times, failure }) => [
    ...Object.entries(times).map(([status, at]) => ({ pid: providerMessageId, status, at: at.toString() })),
    ...(failure
      ? [
          {
            pid: providerMessageId,
            status: 'failed',
            at: failure.at.toString(),
            error_class: failure.errorClass,
            error_code: failure.code,
            error_text: failure.text,
            retry_after_ms: failure.retryAfterMs,
          },
        ]
      : []),
  ]);
  await sql`
    insert into early_statuses (tenant_id, channel_id, provider_message_id, status, at, error_class, error_code, error_text,
      retry_after_ms)
    select ${tenantId}::uuid, ${channelId}::uuid, w.pid, w.status, w.at, w.error_class, w.error_code, w.error_text,
      w.retry_after_ms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
      pid text, status text, at timestamptz, error_class text, error_code text, error_text text, retry_after_ms bigint)
    on conflict do nothing`.execute(tx);
}

/** Takes the stored statuses of sends that are recorded now. */
export async function takeEarly({ tx, tenantId }: TenantScope, channelId: ChannelId): Promise<StatusUpdate[]> {
  const { rows } = await sql<EarlyColumns>`
    delete from early_statuses e using messages m
    where e.tenant_id = ${tenantId} and e.channel_id = ${channelId}
      and m.tenant_id = ${tenantId} and m.channel_id = ${channelId} and m.provider_message_id = e.provider_message_id
    returning e.provider_message_id, e.status, e.at, e.error_class, e.error_code, e.error_text,
      e.retry_after_ms`.execute(tx);
  return [...Map.groupBy(rows, (row) => row.provider_message_id)].map(([providerMessageId, of]) => {
    const failed = of.find(({ status }) => status === 'failed');
    const times = Object.fromEntries(of.flatMap(({ status, at }) => (status === 'failed' ? [] : [[status, at]])));
    const failure = failed && {
      at: failed.at,
      errorClass: failed.error_class ?? 'content_rejected',
      code: failed.error_code,
      text: failed.error_text,
      retryAfterMs: failed.retry_after_ms,
    };
    return { providerMessageId, reference: null, times, failure: failure ?? null };
  });
}

export async function hasEarly({ tx, tenantId }: TenantScope, channelId: ChannelId): Promise<boolean> {
  const row = await tx
    .selectFrom('early_statuses')
    .select('status')
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('received_at', '>', sql<Temporal.Instant>`statement_timestamp() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type EarlyColumns = {
  provider_message_id: string;
  status: string;
  at: Temporal.Instant;
  error_class: ErrorClass | null;
  error_code: string | null;
  error_text: string | null;
  retry_after_ms: number | null;
};

type TrackedColumns = {
  id: string;
  status: MessageStatus;
  sender_id: string;
  sender_version: number | null;
  contact_id: string | null;
  address_id: string | null;
  test_phone: string;
  was_sent: boolean;
  recipient: string | null;
  body: string;
  sent_buttons: SentButton[];
  accepted_at: Temporal.Instant | null;
  sent_at: Temporal.Instant | null;
  is_marketing: boolean;
  is_counted: boolean;
  fallback_channel_ids: string[];
  content: MessageContent;
  attempts: number;
  due_at: Temporal.Instant;
  pid: string;
};

function toTracked(row: TrackedColumns, channelId: ChannelId): TrackedMessage {
  return {
    id: row.id as MessageId,
    status: row.status,
    providerMessageId: row.pid,
    channelId,
    senderId: row.sender_id as SenderId,
    senderVersion: row.sender_version,
    contactId: row.contact_id as ContactId | null,
    addressId: row.address_id,
    testPhone: row.test_phone || null,
    wasSent: row.was_sent,
    recipient: row.recipient,
    body: row.body,
    sentButtons: row.sent_buttons,
    acceptedAt: row.accepted_at,
    sentAt: row.sent_at,
    isMarketing: row.is_marketing,
    isCounted: row.is_counted,
    fallbackChannelIds: row.fallback_channel_ids as ChannelId[],
    content: row.content,
    attempts: row.attempts,
    dueAt: row.due_at,
  };
}

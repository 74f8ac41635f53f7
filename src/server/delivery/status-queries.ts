import { sql } from 'kysely';
import type { ChannelId } from '#contract/channels.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { ErrorClass, MessageId, MessageStatus } from '#contract/delivery.ts';
import type { FlowId } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { MessageContent } from './port.ts';
import type { KnownMessage, StatusChange, StatusNews } from './status-rules.ts';

export type TrackedMessage = KnownMessage & {
  providerMessageId: string;
  flowId: FlowId | null;
  flowVersion: number | null;
  contactId: ContactId | null;
  addressId: string | null;
  testPhone: string | null;
  isCounted: boolean;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The messages that news are of, locked in the order of their ids. By the provider's id; or by our reference, while the
 * answer to the send itself is not recorded. News of a former send of a message that left once more are of nobody.
 *
 * @returns by the provider's id
 */
export async function lockTracked(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  news: readonly StatusNews[],
): Promise<Map<string, TrackedMessage>> {
  const wanted = news.map(({ providerMessageId, reference }) => ({
    pid: providerMessageId,
    ref: reference && UUID.test(reference) ? reference : null,
  }));
  const { rows } = await sql<TrackedColumns>`
    select m.id, m.status, m.flow_id, m.flow_version, m.contact_id, m.address_id, m.test_phone, m.is_marketing, m.is_counted,
      m.fallback_channel_ids, m.content, m.attempts, w.pid
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (pid text, ref uuid)
    cross join lateral (
      select id from messages
      where tenant_id = ${tenantId} and channel_id = ${channelId} and provider_message_id = w.pid
      union
      select id from messages
      where tenant_id = ${tenantId} and id = w.ref and channel_id = ${channelId} and provider_message_id is null
        and status in ('sending', 'unknown') and not w.pid = any(former_provider_ids)
    ) found
    join messages m on m.tenant_id = ${tenantId} and m.id = found.id
    order by m.id for update of m`.execute(tx);
  return new Map(rows.map((row) => [row.pid, toTracked(row, channelId)]));
}

/** Writes what news made of messages, all in one statement. */
export async function saveStatuses(
  { tx, tenantId }: TenantScope,
  changes: readonly StatusChange[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update messages m set status = w.status, updated_at = ${now},
      provider_message_id = case when ${GOES_AGAIN} then null else w.pid end,
      former_provider_ids = case when ${GOES_AGAIN} then m.former_provider_ids || w.pid else m.former_provider_ids end,
      accepted_at = coalesce(m.accepted_at, w.accepted_at, w.sent_at, w.delivered_at, ${now}),
      sent_at = coalesce(m.sent_at, w.sent_at, w.delivered_at), delivered_at = coalesce(m.delivered_at, w.delivered_at),
      read_at = coalesce(m.read_at, w.read_at), failed_at = coalesce(w.failed_at, m.failed_at),
      attempts = coalesce(w.attempts, m.attempts), due_at = coalesce(w.due_at, m.due_at),
      reason = case when w.failed_at is null and w.status = m.status then m.reason else w.reason end,
      channel_id = coalesce(w.channel_id, m.channel_id),
      fallback_channel_ids = case when w.fallback_channel_ids is null then m.fallback_channel_ids
        else array(select jsonb_array_elements_text(w.fallback_channel_ids)::uuid) end,
      address_id = case when w.channel_id is null then m.address_id end,
      is_counted = m.is_counted and w.status <> 'failed',
      error_class = case when w.failed_at is not null then w.error_class when m.status in ('unknown', 'failed') then null else m.error_class end,
      error_code = case when w.failed_at is not null then w.error_code when m.status in ('unknown', 'failed') then null else m.error_code end,
      error_text = case when w.failed_at is not null then w.error_text when m.status in ('unknown', 'failed') then null else m.error_text end
    from jsonb_to_recordset(${JSON.stringify(changes.map(toColumns))}::jsonb) as w (
      id uuid, status text, pid text, accepted_at timestamptz, sent_at timestamptz, delivered_at timestamptz, read_at timestamptz,
      failed_at timestamptz, attempts int, due_at timestamptz, reason text, channel_id uuid, fallback_channel_ids jsonb,
      error_class text, error_code text, error_text text)
    where m.tenant_id = ${tenantId} and m.id = w.id`.execute(tx);
}

const GOES_AGAIN = sql.raw(`w.status = 'planned'`);

function toColumns({ id, status, providerMessageId, times, after, failure }: StatusChange) {
  return {
    id,
    status,
    pid: providerMessageId,
    accepted_at: times.accepted?.toString(),
    sent_at: times.sent?.toString(),
    delivered_at: times.delivered?.toString(),
    read_at: times.read?.toString(),
    failed_at: failure?.at.toString(),
    attempts: after?.attempts,
    due_at: after?.dueAt?.toString(),
    reason: after?.reason,
    channel_id: after?.moveTo?.channelId,
    fallback_channel_ids: after?.moveTo?.rest,
    error_class: failure?.errorClass,
    error_code: failure?.code,
    error_text: failure?.text,
  };
}

/** Keeps news of sends nobody knows yet: the answer to the send is still being recorded. */
export async function keepEarly(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  news: readonly StatusNews[],
): Promise<void> {
  const rows = news.flatMap(({ providerMessageId, times, failure }) => [
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
          },
        ]
      : []),
  ]);
  await sql`
    insert into early_statuses (tenant_id, channel_id, provider_message_id, status, at, error_class, error_code, error_text)
    select ${tenantId}::uuid, ${channelId}::uuid, w.pid, w.status, w.at, w.error_class, w.error_code, w.error_text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
      pid text, status text, at timestamptz, error_class text, error_code text, error_text text)
    on conflict do nothing`.execute(tx);
}

/** Takes the kept news of sends that are known by now. */
export async function takeEarly({ tx, tenantId }: TenantScope, channelId: ChannelId): Promise<StatusNews[]> {
  const { rows } = await sql<EarlyColumns>`
    delete from early_statuses e using messages m
    where e.tenant_id = ${tenantId} and e.channel_id = ${channelId}
      and m.tenant_id = ${tenantId} and m.channel_id = ${channelId} and m.provider_message_id = e.provider_message_id
    returning e.provider_message_id, e.status, e.at, e.error_class, e.error_code, e.error_text`.execute(tx);
  return [...Map.groupBy(rows, (row) => row.provider_message_id)].map(([providerMessageId, of]) => {
    const failed = of.find(({ status }) => status === 'failed');
    const times = Object.fromEntries(of.flatMap(({ status, at }) => (status === 'failed' ? [] : [[status, at]])));
    const failure = failed && {
      at: failed.at,
      errorClass: failed.error_class ?? 'content_rejected',
      code: failed.error_code,
      text: failed.error_text,
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
    .where('received_at', '>', sql<Temporal.Instant>`clock_timestamp() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The quoted message counts as answered, or else the last that went to the customer on the channel. */
export async function setReplied(
  { tx, tenantId }: TenantScope,
  reply: { contactId: ContactId; channelId: ChannelId; quotedProviderId: string | null; at: Temporal.Instant },
): Promise<boolean> {
  const { contactId, channelId, quotedProviderId, at } = reply;
  const { rows } = await sql`
    update messages m set replied_at = ${at}, updated_at = ${at}
    where m.tenant_id = ${tenantId} and m.replied_at is null and m.id = coalesce(
      (select id from messages
       where tenant_id = ${tenantId} and channel_id = ${channelId} and provider_message_id = ${quotedProviderId}),
      (select id from messages
       where tenant_id = ${tenantId} and contact_id = ${contactId} and channel_id = ${channelId} and not is_test
         and status in ('sending', 'accepted', 'sent', 'delivered', 'read', 'unknown')
         and due_at > ${at}::timestamptz - interval '7 days'
       order by due_at desc, id desc limit 1))
    returning m.id`.execute(tx);
  return rows.length > 0;
}

type EarlyColumns = {
  provider_message_id: string;
  status: string;
  at: Temporal.Instant;
  error_class: ErrorClass | null;
  error_code: string | null;
  error_text: string | null;
};

type TrackedColumns = {
  id: string;
  status: MessageStatus;
  flow_id: string | null;
  flow_version: number | null;
  contact_id: string | null;
  address_id: string | null;
  test_phone: string;
  is_marketing: boolean;
  is_counted: boolean;
  fallback_channel_ids: string[];
  content: MessageContent;
  attempts: number;
  pid: string;
};

function toTracked(row: TrackedColumns, channelId: ChannelId): TrackedMessage {
  return {
    id: row.id as MessageId,
    status: row.status,
    providerMessageId: row.pid,
    channelId,
    flowId: row.flow_id as FlowId | null,
    flowVersion: row.flow_version,
    contactId: row.contact_id as ContactId | null,
    addressId: row.address_id,
    testPhone: row.test_phone || null,
    isMarketing: row.is_marketing,
    isCounted: row.is_counted,
    fallbackChannelIds: row.fallback_channel_ids as ChannelId[],
    content: row.content,
    attempts: row.attempts,
  };
}

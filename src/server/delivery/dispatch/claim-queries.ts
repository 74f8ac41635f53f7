import type { MessageContent } from '#server/texts/content/message-content.ts';
import { sql } from 'kysely';
import type { ChannelId, ChannelState } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { type DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { SenderId, SenderKind } from '#contract/senders/calls.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import type { Decision, DueRow } from '#server/delivery/ledger/dispatch-rules.ts';
import { addressOf } from '#server/delivery/ledger/address-queries.ts';
import { CHANGE, FORMER, countingChanges } from '#server/delivery/ledger/change-queries.ts';
import { dueOrder, duePart, PRIORITIES } from '#server/delivery/ledger/due-index.ts';
import { leaseEnd } from './lease-queries.ts';
import { toSubject } from '#server/delivery/ledger/queries.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';

export type ClaimBounds = {
  channelId: ChannelId;
  epoch: number;
  traits: Pick<ChannelTraits, 'perSecond' | 'burst'>;
  dailyCap: number | null;
  /** Pause after a message of marketing, of a channel that must not hurry; null: none. */
  pauseMs?: number | null;
  /** The tenant's date, `YYYY-MM-DD`. */
  today: string;
  wanted: number;
  now: Temporal.Instant;
};

/** The number of sends the channel's limits allow now. `isHeld`: the lease is ours. */
export type ChannelAllowance = {
  isHeld: boolean;
  count: number;
  state: ChannelState;
  restMs: number;
  /** Milliseconds until the channel may send marketing again. */
  pauseMs: number;
  tokens: number;
  isCapped: boolean;
  /** The tenant's message balance; what is spent meanwhile is noticed when it is consumed. */
  quotaLeft: number;
};

/**
 * Finds the channel's due messages, as far as its limits allow, in one statement. The channel's row is locked, so
 * that no other run counts the same tokens; its messages need no lock, because the lease has one holder.
 *
 * NOTE: `for no key update`, because a transaction that plans messages for the channel shares the key of its row
 * (foreign key) and locks messages that this run is about to claim.
 */
export async function findDue(
  { tx, tenantId }: TenantScope,
  bounds: ClaimBounds,
): Promise<{ allowed: ChannelAllowance; rows: DueRow[] }> {
  const { channelId, epoch, traits, wanted, now, pauseMs = null } = bounds;
  const { rows } = await sql<AllowedColumns & Nullable<DueColumns>>`${PLANNED_ONCE}
    with channel as materialized (
      select c.state, coalesce(c.lease_epoch = ${epoch} and c.lease_until > statement_timestamp(), false) as is_held,
        ${millisecondsTo('c.throttled_until')} as rest_ms,
        ${millisecondsTo('c.paced_until')} as pause_ms, ${tokensNow(traits)} as tokens,
        ${bounds.dailyCap}::int - case when c.day_counted_on = ${bounds.today}::date then c.day_sent else 0 end as cap_left
      from channels c where c.tenant_id = ${tenantId} and c.id = ${channelId} for no key update
    ),
    allowed as materialized (
      select *, case when is_held and state = 'Authorized' and rest_ms = 0
        then greatest(0, least(${wanted}::int, floor(tokens)::int, coalesce(cap_left, ${wanted}::int))) else 0 end as count
      from channel
    ),
    due as (
      select m.* from ${PRIORITIES}
      cross join lateral (
        select * from messages o
        where o.tenant_id = ${tenantId} and o.channel_id = ${channelId} and ${duePart('o', { after: null, until: now })}
          ${pauseMs === null ? sql`` : sql`and (p.priority < ${PRIORITY.marketing} or (select pause_ms = 0 from channel))`}
        order by ${dueOrder('o')} limit ${wanted}
      ) m
      order by m.priority, m.due_at, m.id limit (select count from allowed)
    )
    select allowed.state, allowed.is_held, allowed.rest_ms, allowed.pause_ms, allowed.tokens, allowed.count, coalesce(allowed.cap_left <= 0, false) as is_capped,
      coalesce((select available from message_balances where tenant_id = ${tenantId}), 0) as quota_left,
      due.id, due.sender_id, sender.kind as sender_kind, due.sender_version, due.subject_kind, due.subject_id, due.step, due.occurrence, due.contact_id,
      due.fallback_channel_ids, due.test_phone, due.was_sent, due.former_provider_ids <> '{}' as was_accepted, due.is_test, due.is_marketing, due.due_at, due.use_by, due.content, due.attempts, due.is_counted, due.body, due.reason,
      coalesce(nullif(due.test_phone, ''), contact.phone) as phone,
      address.id as address_id, address.channel_user_id, address.phone as address_phone, address.state as address_state, address.window_until
    from allowed
    left join due on true
    left join lateral (select s.kind from senders s where s.tenant_id = ${tenantId} and s.id = due.sender_id limit 1) sender on true
    left join lateral (select c.phone from contacts c where c.tenant_id = ${tenantId} and c.id = due.contact_id limit 1) contact on true
    left join lateral (${addressOf(tenantId, 'due', sql`${channelId}`)}) address on true
    order by due.priority, due.due_at, due.id`.execute(tx);
  const first = rows[0];
  if (!first) throw new Error('The channel is gone');
  const allowed: ChannelAllowance = {
    isHeld: first.is_held,
    count: first.count,
    state: first.state,
    restMs: first.rest_ms,
    pauseMs: pauseMs === null ? 0 : first.pause_ms,
    tokens: first.tokens,
    isCapped: first.is_capped,
    quotaLeft: first.quota_left,
  };
  // NOTE: the left join gives all columns of `due` or none.
  return { allowed, rows: rows.flatMap((row) => (row.id ? [toDueRow(row as DueColumns, channelId)] : [])) };
}

function millisecondsTo(column: 'c.paced_until' | 'c.throttled_until') {
  return sql`greatest(0, coalesce(extract(epoch from ${sql.raw(column)} - statement_timestamp()) * 1000, 0))::float8`;
}

function tokensNow({ perSecond, burst }: Pick<ChannelTraits, 'perSecond' | 'burst'>) {
  // NOTE: a channel that has not sent yet has a full bucket: `least` ignores null.
  return sql`least(${burst}::float8, c.tokens + extract(epoch from statement_timestamp() - c.tokens_counted_at)::float8 * ${perSecond}::float8)`;
}

/** Milliseconds until the channel may send to each of the recipients again; those without a pause are left out. */
export async function listPauses(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  recipients: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ recipient: string; free_in_ms: number }>`
    select recipient, (extract(epoch from free_at - statement_timestamp()) * 1000)::float8 as free_in_ms from person_pauses
    where tenant_id = ${tenantId} and channel_id = ${channelId} and recipient = any(${[...new Set(recipients)]}::text[])
      and free_at > statement_timestamp()`.execute(tx);
  return new Map(rows.map((row) => [row.recipient, row.free_in_ms]));
}

export async function savePauses(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  recipients: readonly string[],
  pauseMs: number,
): Promise<void> {
  await sql`
    insert into person_pauses (tenant_id, channel_id, recipient, free_at)
    select ${tenantId}::uuid, ${channelId}::uuid, recipient, statement_timestamp() + ${pauseMs} * interval '1 millisecond'
    from unnest(${[...new Set(recipients)]}::text[]) as recipient
    on conflict (tenant_id, channel_id, recipient) do update set free_at = greatest(person_pauses.free_at, excluded.free_at)`.execute(
    tx,
  );
}

export type Decided = { row: DueRow; decision: Exclude<Decision, { kind: 'hold' }> };

/**
 * The claim: messages to be sent become `sending` under our epoch, with their content and recipient; the others get
 * their decision. One statement, which also consumes the channel's tokens and renews its lease.
 *
 * NOTE: it is an insert that always conflicts with its row. An update that joins a list of ids is planned by
 * estimates of the tenant's rows, and a wrong one scans all of them for each batch; this finds every id by the
 * primary key.
 *
 * @returns the messages whose decision was saved, and of these the ones we must send; messages cancelled meanwhile
 * are in neither
 */
export async function saveDecisions(
  { tx, tenantId }: TenantScope,
  { channelId, epoch, traits, today, now, pauseMs = null }: ClaimBounds,
  decided: readonly Decided[],
): Promise<{ saved: Set<MessageId>; claimed: Set<MessageId> }> {
  const { rows } = await sql<{ id: string; is_sending: boolean }>`
    with changed as (
      insert into messages as m (tenant_id, id, sender_id, occasion_key, priority, channel_id, fallback_channel_ids, due_at, status, reason,
        recipient, address_id, body, content, sent_buttons, lease_epoch, claimed_at, planned_at, updated_at)
      select ${tenantId}::uuid, w.id, w.id, '', 0, w.channel_id, array(select jsonb_array_elements_text(w.fallback_channel_ids)::uuid),
        w.due_at, w.status, w.reason, w.recipient, w.address_id, coalesce(w.content ->> 'body', w.content ->> 'text'), w.content - 'body', w.sent_buttons,
        ${epoch}, statement_timestamp(), ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(decided.map(toColumns))}::jsonb) as w (
        id uuid, channel_id uuid, fallback_channel_ids jsonb, due_at timestamptz, status text, reason text,
        recipient text, address_id uuid, content jsonb, sent_buttons jsonb)
      on conflict (tenant_id, id) do update set ${FORMER}, status = excluded.status, reason = excluded.reason, due_at = excluded.due_at,
        channel_id = excluded.channel_id, fallback_channel_ids = excluded.fallback_channel_ids,
        recipient = excluded.recipient, address_id = excluded.address_id, body = excluded.body, content = excluded.content,
        sent_buttons = excluded.sent_buttons, is_counted = excluded.status = 'sending' or m.is_counted and excluded.status <> 'skipped',
        lease_epoch = case when excluded.status = 'sending' then excluded.lease_epoch else m.lease_epoch end,
        claimed_at = case when excluded.status = 'sending' then excluded.claimed_at else m.claimed_at end,
        updated_at = excluded.updated_at
      where m.status = 'planned'
      returning ${CHANGE}
    ),
    ${countingChanges(tenantId)},
    spent as (
      update channels c set tokens = ${tokensNow(traits)} - (select count(*) from changed where status = 'sending'),
        tokens_counted_at = statement_timestamp(), lease_until = ${leaseEnd()},
        day_sent = case when c.day_counted_on = ${today}::date then c.day_sent else 0 end
          + (select count(*) from changed where status = 'sending'),
        day_counted_on = ${today}::date${pauseMs === null ? sql`` : pausing(pauseMs)}
      where c.tenant_id = ${tenantId} and c.id = ${channelId}
    )
    select id, status = 'sending' as is_sending from changed`.execute(tx);
  return {
    saved: new Set(rows.map((row) => MessageId.parse(row.id))),
    claimed: new Set(rows.flatMap((row) => (row.is_sending ? [MessageId.parse(row.id)] : []))),
  };
}

/** Part of the `set` list of channels: marketing pauses after a message of it. */
function pausing(pauseMs: number) {
  return sql`, paced_until = case
    when exists (select 1 from changed where status = 'sending' and priority >= ${PRIORITY.marketing})
    then statement_timestamp() + ${pauseMs} * interval '1 millisecond' else c.paced_until end`;
}

function toColumns({ row, decision }: Decided) {
  const stays = {
    id: row.id,
    channel_id: row.channelId,
    fallback_channel_ids: row.fallbackChannelIds,
    due_at: row.dueAt.toString(),
    content: row.body === row.content.text ? row.content : { ...row.content, body: row.body },
    sent_buttons: [],
  };
  if (decision.kind === 'skip') return { ...stays, status: 'skipped', reason: decision.rule };
  if (decision.kind === 'defer') {
    return { ...stays, status: 'planned', reason: decision.rule, due_at: decision.until.toString() };
  }
  if (decision.kind === 'move') {
    return { ...stays, status: 'planned', channel_id: decision.to, fallback_channel_ids: decision.rest };
  }
  const { row: leaving, outgoing, recipient, content, sentButtons } = decision.message;
  return {
    ...stays,
    status: 'sending',
    due_at: leaving.dueAt.toString(),
    recipient,
    address_id: row.address?.id ?? null,
    content: outgoing.text === content.text ? content : { ...content, body: outgoing.text },
    sent_buttons: sentButtons,
  };
}

type AllowedColumns = {
  state: ChannelState;
  is_held: boolean;
  rest_ms: number;
  pause_ms: number;
  tokens: number;
  count: number;
  is_capped: boolean;
  quota_left: number;
};

type Nullable<Columns> = { [Name in keyof Columns]: Columns[Name] | null };

type DueColumns = {
  id: string;
  sender_id: string;
  sender_kind: SenderKind;
  sender_version: number | null;
  subject_kind: string | null;
  subject_id: string | null;
  step: number;
  occurrence: number;
  contact_id: string | null;
  fallback_channel_ids: string[];
  test_phone: string;
  was_sent: boolean;
  was_accepted: boolean;
  is_test: boolean;
  is_marketing: boolean;
  due_at: Temporal.Instant;
  use_by: Temporal.Instant | null;
  content: MessageContent;
  attempts: number;
  is_counted: boolean;
  reason: DecisionRule | null;
  body: string;
  phone: string | null;
  address_id: string | null;
  channel_user_id: string | null;
  address_phone: string | null;
  address_state: string | null;
  window_until: Temporal.Instant | null;
};

function toDueRow(row: DueColumns, channelId: ChannelId): DueRow {
  return {
    id: row.id as MessageId,
    senderId: row.sender_id as SenderId,
    senderKind: row.sender_kind,
    senderVersion: row.sender_version,
    subject: toSubject(row),
    step: row.step,
    occurrence: row.occurrence,
    contactId: row.contact_id as ContactId | null,
    channelId,
    fallbackChannelIds: row.fallback_channel_ids as ChannelId[],
    testPhone: row.test_phone || null,
    wasSent: row.was_sent,
    wasAccepted: row.was_accepted,
    isTest: row.is_test,
    isMarketing: row.is_marketing,
    dueAt: row.due_at,
    useBy: row.use_by,
    content: row.content,
    attempts: row.attempts,
    isCounted: row.is_counted,
    heldBy: row.reason,
    body: row.body,
    phone: row.phone,
    address: row.address_id
      ? {
          id: row.address_id,
          channelUserId: row.channel_user_id ?? '',
          phone: row.address_phone,
          isReachable: row.address_state === 'reachable',
          windowUntil: row.window_until,
        }
      : null,
  };
}

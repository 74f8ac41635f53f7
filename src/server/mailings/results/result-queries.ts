import { type RawBuilder, sql } from 'kysely';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule, MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import type { MailingPerson } from '#contract/mailings/results.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Messages of a mailing with one channel, hour, status and reason. */
export type MessageGroup = {
  channelId: ChannelId;
  hour: Temporal.Instant;
  status: MessageStatus;
  rule: DecisionRule | null;
  count: number;
  replied: number;
};

/** Counts the messages of a mailing that have left or ended. NOTE: reads each of them once. */
export async function countMessages({ tx, tenantId }: TenantScope, mailingId: MailingId): Promise<MessageGroup[]> {
  const { rows } = await sql<{
    channel_id: string;
    hour: Temporal.Instant;
    status: string;
    reason: string | null;
    count: number;
    replied: number;
  }>`
    select channel_id, date_trunc('hour', coalesce(accepted_at, sent_at, due_at)) as hour, status, reason,
      count(*) as count, count(replied_at) as replied
    from messages
    where tenant_id = ${tenantId} and sender_id = ${mailingId} and phase in ('left', 'ended') and not is_test
    group by 1, 2, 3, 4`.execute(tx);
  return rows.map((row) => ({
    channelId: ChannelId.parse(row.channel_id),
    hour: row.hour,
    status: MessageStatus.parse(row.status),
    rule: DecisionRule.nullable().parse(row.reason),
    count: row.count,
    replied: row.replied,
  }));
}

/** Counts the messages of a mailing whose outcome is unknown. */
export async function countUnconfirmed({ tx, tenantId }: TenantScope, mailingId: MailingId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from messages
    where tenant_id = ${tenantId} and sender_id = ${mailingId} and phase = 'doubtful' and status = 'unknown'
      and not is_test`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Titles and kinds of channels, removed ones too. */
export async function listChannelNames(
  { tx, tenantId }: TenantScope,
  ids: readonly ChannelId[],
): Promise<{ id: ChannelId; kind: ChannelKind; title: string }[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('channels')
    .select(['id', 'kind', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .orderBy('title')
    .execute();
  return rows.map((row) => ({ id: ChannelId.parse(row.id), kind: ChannelKind.parse(row.kind), title: row.title }));
}

export type PeopleQuestion = {
  /** A filter of messages, aliased as `m`. */
  filter: RawBuilder<unknown>;
  rule: DecisionRule | null;
  after: readonly [string, string] | null;
  limit: number;
};

/** A contact of a page with its place in the order. */
type ListedPerson<After> = { person: MailingPerson; after: After };

/** One page of the contacts of a mailing's messages, the latest first, and one more when there is a next page. */
export async function listMessagePeople(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  { filter, rule, after, limit }: PeopleQuestion,
): Promise<ListedPerson<[string, string]>[]> {
  const isBefore = after
    ? sql`and m.due_at <= ${after[0]}::timestamptz and (m.due_at, m.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<PersonColumns & { id: string; due_at: Temporal.Instant }>`
    select m.id, m.due_at, m.contact_id, c.name, c.phone, m.status, m.reason, m.channel_id, h.title as channel_title,
      coalesce(m.accepted_at, m.sent_at, m.due_at) as at, m.replied_at
    from messages m
    join contacts c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    join channels h on h.tenant_id = ${tenantId} and h.id = m.channel_id
    where m.tenant_id = ${tenantId} and m.sender_id = ${mailingId} and not m.is_test and ${filter}
      ${rule === null ? sql`` : sql`and m.reason = ${rule}`} ${isBefore}
    order by m.due_at desc, m.id desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => ({
    person: {
      contactId: ContactId.parse(row.contact_id),
      contactName: row.name,
      phone: row.phone,
      messageId: MessageId.parse(row.id),
      status: MessageStatus.parse(row.status),
      rule: DecisionRule.nullable().parse(row.reason),
      channelId: ChannelId.parse(row.channel_id),
      channelTitle: row.channel_title,
      at: row.at.toString(),
      repliedAt: row.replied_at?.toString() ?? null,
    },
    after: [row.due_at.toString(), row.id],
  }));
}

type PersonColumns = {
  contact_id: string;
  name: string;
  phone: string | null;
  status: string;
  reason: string | null;
  channel_id: string;
  channel_title: string;
  at: Temporal.Instant;
  replied_at: Temporal.Instant | null;
};

/** One page of the contacts that were left out, by id. */
export async function listLeftOut(
  { tx, tenantId }: TenantScope,
  mailingId: MailingId,
  {
    rule,
    isControl,
    after,
    limit,
  }: { rule: DecisionRule | null; isControl: boolean; after: string | null; limit: number },
): Promise<ListedPerson<[string]>[]> {
  const { rows } = await sql<{ contact_id: string; name: string; phone: string | null; exclusion: string }>`
    select r.contact_id, c.name, c.phone, r.exclusion
    from mailing_recipients r
    join contacts c on c.tenant_id = ${tenantId} and c.id = r.contact_id
    where r.tenant_id = ${tenantId} and r.mailing_id = ${mailingId}
      and ${isControl ? sql`r.exclusion = 'control_group'` : sql`r.exclusion is not null and r.exclusion <> 'control_group'`}
      ${rule === null ? sql`` : sql`and r.exclusion = ${rule}`}
      ${after === null ? sql`` : sql`and r.contact_id > ${after}::uuid`}
    order by r.contact_id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => ({
    person: {
      contactId: ContactId.parse(row.contact_id),
      contactName: row.name,
      phone: row.phone,
      messageId: null,
      status: null,
      rule: DecisionRule.parse(row.exclusion),
      channelId: null,
      channelTitle: null,
      at: null,
      repliedAt: null,
    },
    after: [row.contact_id],
  }));
}

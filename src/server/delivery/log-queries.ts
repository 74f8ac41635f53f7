import { type RawBuilder, sql } from 'kysely';
import { ChannelId, ChannelKind } from '#contract/channels.ts';
import { ContactId } from '#contract/contacts.ts';
import { NEVER_MEANT_RULES } from '#contract/decision-rules.ts';
import { DecisionRule, type LogEntry, MessageStatus } from '#contract/delivery.ts';
import { SenderId, SenderKind } from '#contract/senders.ts';
import { VisitId } from '#contract/visits.ts';
import { isBeyond } from '#server/platform/cursor.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { orNull } from '#server/platform/reading.ts';

/** The filters of the log; see the contract. */
export type LogFilter = {
  search?: string | undefined;
  senderId?: SenderId | undefined;
  channelId?: ChannelId | undefined;
  contactId?: ContactId | undefined;
  visitId?: VisitId | undefined;
  status?: MessageStatus | 'not_sent' | 'waiting' | 'in_doubt' | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type LogPage = { after: [string, string] | null; limit: number };

/** Values read before the log, which bound it. */
export type LogBounds = {
  /** The contacts that match the search; null without a search. */
  contactIds: readonly ContactId[] | null;
  /** Upper bound of the number of messages with the requested status; null when unknown. */
  atMost: number | null;
};

/**
 * One page of the log, with one entry too many when there are more: waiting messages alone soonest first, all others
 * newest first.
 *
 * Messages and decisions against messages are each read in index order, as far as the page needs, then merged.
 */
export async function listLog(
  scope: TenantScope,
  filter: LogFilter,
  page: LogPage,
  { contactIds, atMost }: LogBounds,
): Promise<LogEntry[]> {
  if (contactIds?.length === 0 || atMost === 0) return [];
  const order = orderOf(filter);
  // NOTE: the scan for a rare status would continue to the end of the log after all of its messages were found.
  const messages = { ...page, limit: Math.min(page.limit, (atMost ?? Infinity) - 1) };
  const parts = waysTo(filter).map((way) => messagePart(scope, filter, messages, { contactIds, way }));
  if (hasVerdicts(filter)) parts.push(verdictPart(scope, filter, page, contactIds));
  const { rows } = await sql<LogColumns>`
    select entry.*, contact.name as contact_name, coalesce(nullif(entry.test_phone, ''), contact.phone) as phone,
      sender.kind as sender_kind, sender.title as sender_title, channel.kind as channel_kind
    from (
      select * from (${sql.join(parts, sql` union all `)}) either
      order by at ${order}, id ${order} limit ${page.limit + 1}
    ) entry
    left join contacts contact on contact.tenant_id = ${scope.tenantId} and contact.id = entry.contact_id
    join senders sender on sender.tenant_id = ${scope.tenantId} and sender.id = entry.sender_id
    left join channels channel on channel.tenant_id = ${scope.tenantId} and channel.id = entry.channel_id
    order by entry.at ${order}, entry.id ${order}`.execute(scope.tx);
  return rows.map(toEntry);
}

/** Finds one entry: a message, or else a verdict. */
export async function findEntry(scope: TenantScope, id: string): Promise<LogEntry | undefined> {
  const { tenantId } = scope;
  const { rows } = await sql<LogColumns>`
    select entry.*, contact.name as contact_name, coalesce(nullif(entry.test_phone, ''), contact.phone) as phone,
      sender.kind as sender_kind, sender.title as sender_title, channel.kind as channel_kind
    from (
      select ${MESSAGE_COLUMNS} from messages m where m.tenant_id = ${tenantId} and m.id = ${id}
      union all
      select ${VERDICT_COLUMNS} from verdicts v where v.tenant_id = ${tenantId} and v.id = ${id} and v.message_id is null
    ) entry
    left join contacts contact on contact.tenant_id = ${tenantId} and contact.id = entry.contact_id
    join senders sender on sender.tenant_id = ${tenantId} and sender.id = entry.sender_id
    left join channels channel on channel.tenant_id = ${tenantId} and channel.id = entry.channel_id`.execute(scope.tx);
  return rows[0] && toEntry(rows[0]);
}

/** Lists planned messages, soonest first. */
export async function listNext({ tx, tenantId }: TenantScope, limit: number): Promise<LogEntry[]> {
  const { rows } = await sql<LogColumns>`
    select entry.*, contact.name as contact_name, coalesce(nullif(entry.test_phone, ''), contact.phone) as phone,
      sender.kind as sender_kind, sender.title as sender_title, channel.kind as channel_kind
    from (
      select ${MESSAGE_COLUMNS} from messages m where m.tenant_id = ${tenantId} and m.phase = 'waiting' and m.status = 'planned'
      order by m.due_at, m.id limit ${limit}
    ) entry
    left join contacts contact on contact.tenant_id = ${tenantId} and contact.id = entry.contact_id
    join senders sender on sender.tenant_id = ${tenantId} and sender.id = entry.sender_id
    left join channels channel on channel.tenant_id = ${tenantId} and channel.id = entry.channel_id
    order by entry.at, entry.id`.execute(tx);
  return rows.map(toEntry);
}

const MESSAGE_COLUMNS = sql.raw(
  `m.id, 'message' as kind, m.contact_id, m.sender_id, m.channel_id, m.status, m.reason as rule, m.is_test, m.test_phone, m.body, 
   case when m.content -> 'leftBy' ->> 'name' is null then m.content -> 'file' ->> 'name' else m.content -> 'leftBy' -> 'header' ->> 'name' end as file_name,
   m.due_at as at, m.replied_at is not null as is_replied, m.visit_id`,
);
const VERDICT_COLUMNS = sql.raw(
  `v.id, 'verdict' as kind, v.contact_id, v.sender_id, null::uuid as channel_id, 'skipped' as status, v.rule, false as is_test,
   '' as test_phone, '' as body, null as file_name, v.decided_at as at, false as is_replied, v.visit_id`,
);

function messagePart(
  { tenantId }: TenantScope,
  filter: LogFilter,
  page: LogPage,
  { contactIds, way }: { contactIds: readonly string[] | null; way: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const where = [
    way,
    ...bounds(sql.raw('m.due_at'), sql.raw('m.id'), filter, page),
    ...(filter.senderId ? [sql`m.sender_id = ${filter.senderId}`] : []),
    ...(filter.channelId ? [sql`m.channel_id = ${filter.channelId}`] : []),
    ...(filter.contactId ? [sql`m.contact_id = ${filter.contactId}`] : []),
  ];
  const order = orderOf(filter);
  const first = (columns: RawBuilder<unknown>, of: RawBuilder<unknown>) => sql`
    select ${columns} from messages m where m.tenant_id = ${tenantId} and ${of} ${and(where)}
    order by m.due_at ${order}, m.id ${order} limit ${page.limit + 1}`;
  if (!contactIds) return sql`(${first(MESSAGE_COLUMNS, sql`true`)})`;
  return sql`(select ${MESSAGE_COLUMNS} from (
      select found.* from unnest(${contactIds}::uuid[]) as wanted (contact_id)
      cross join lateral (${first(sql.raw('m.id, m.due_at'), sql`m.contact_id = wanted.contact_id`)}) found
      order by found.due_at ${order}, found.id ${order} limit ${page.limit + 1}
    ) page
    join messages m on m.tenant_id = ${tenantId} and m.id = page.id)`;
}

function verdictPart(
  { tenantId }: TenantScope,
  filter: LogFilter,
  page: LogPage,
  contactIds: readonly string[] | null,
): RawBuilder<unknown> {
  const where = [
    ...bounds(sql.raw('v.decided_at'), sql.raw('v.id'), filter, page),
    ...(filter.senderId ? [sql`v.sender_id = ${filter.senderId}`] : []),
    ...(filter.visitId ? [sql`v.subject_id = ${filter.visitId}`] : []),
    ...(filter.contactId ? [sql`v.contact_id = ${filter.contactId}`] : []),
    ...(filter.status === 'not_sent' ? [sql`v.rule <> all (${[...NEVER_MEANT_RULES]}::text[])`] : []),
  ];
  const newest = (columns: RawBuilder<unknown>, of: RawBuilder<unknown>) => sql`
    select ${columns} from verdicts v
    where v.tenant_id = ${tenantId} and v.outcome = 'skipped' and v.message_id is null and ${of} ${and(where)}
    order by v.decided_at desc, v.id desc limit ${page.limit + 1}`;
  if (!contactIds) return sql`(${newest(VERDICT_COLUMNS, sql`true`)})`;
  return sql`(select ${VERDICT_COLUMNS} from (
      select found.* from unnest(${contactIds}::uuid[]) as wanted (contact_id)
      cross join lateral (${newest(sql.raw('v.id, v.decided_at'), sql`v.contact_id = wanted.contact_id`)}) found
      order by found.decided_at desc, found.id desc limit ${page.limit + 1}
    ) page
    join verdicts v on v.tenant_id = ${tenantId} and v.id = page.id)`;
}

function bounds(at: RawBuilder<unknown>, id: RawBuilder<unknown>, filter: LogFilter, { after }: LogPage) {
  return [
    isBeyond([at, id], after, isAhead(filter) ? 'asc' : 'desc'),
    ...(filter.from ? [sql`${at} >= ${filter.from}::timestamptz`] : []),
    ...(filter.to ? [sql`${at} < ${filter.to}::timestamptz`] : []),
  ];
}

/** Whether the list is soonest first: so are entries still to come, past ones are latest first. */
function isAhead({ status }: LogFilter): boolean {
  return status === 'waiting' || status === 'planned';
}

const orderOf = (filter: LogFilter) => (isAhead(filter) ? sql.raw('asc') : sql.raw('desc'));

const and = (conditions: readonly RawBuilder<unknown>[]) =>
  sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );

/** Whether decisions without a message can match; they have no channel. */
function hasVerdicts({ status, channelId }: LogFilter): boolean {
  return !channelId && (status === undefined || status === 'not_sent' || status === 'skipped');
}

/** Conditions that each match the order of an index; together they cover the filter. */
function waysTo({ status, visitId, senderId, contactId, search }: LogFilter): RawBuilder<unknown>[] {
  const statuses = statusesOf(status).map((one) => sql`m.status = ${one} and m.phase = ${PHASE_OF[one]}`);
  const isBySender = senderId !== undefined && (visitId ?? contactId ?? search) === undefined;
  const phases = isBySender ? PHASES.map((phase) => sql`m.phase = ${phase}`) : [sql`true`];
  const either = statuses.length > 0 ? statuses : phases;
  if (!visitId) return either;
  return either.map((way) => sql`${way} and m.subject_id = ${visitId}`);
}

const PHASES = ['waiting', 'doubtful', 'left', 'ended'] as const;

/**
 * The ledger's column `phase` by status. Sent messages have no index by status: they are nearly all messages, and are
 * found by time.
 */
const PHASE_OF: Record<MessageStatus, (typeof PHASES)[number]> = {
  planned: 'waiting',
  sending: 'doubtful',
  unknown: 'doubtful',
  accepted: 'left',
  sent: 'left',
  delivered: 'left',
  read: 'left',
  failed: 'ended',
  cancelled: 'ended',
  skipped: 'ended',
};

/** Whether messages of this status are searched for among all sent ones. */
export function hasLeft(status: LogFilter['status']): status is MessageStatus {
  return statusesOf(status).some((one) => PHASE_OF[one] === 'left');
}

function statusesOf(status: LogFilter['status']): MessageStatus[] {
  if (status === undefined) return [];
  if (status === 'not_sent') return ['skipped', 'cancelled'];
  if (status === 'waiting') return ['planned'];
  return [status === 'in_doubt' ? 'unknown' : status];
}

type LogColumns = {
  id: string;
  kind: 'message' | 'verdict';
  contact_id: string | null;
  contact_name: string | null;
  phone: string | null;
  sender_id: string;
  sender_kind: string;
  sender_title: string;
  channel_id: string | null;
  channel_kind: string | null;
  status: string;
  rule: string | null;
  is_test: boolean;
  body: string;
  file_name: string | null;
  at: Temporal.Instant;
  is_replied: boolean;
  visit_id: string | null;
};

function toEntry(row: LogColumns): LogEntry {
  return {
    id: row.id,
    kind: row.kind,
    contactId: orNull(ContactId, row.contact_id),
    contactName: row.contact_name ?? '',
    phone: row.phone,
    senderId: SenderId.parse(row.sender_id),
    senderKind: SenderKind.parse(row.sender_kind),
    senderTitle: row.sender_title,
    channelId: orNull(ChannelId, row.channel_id),
    channelKind: orNull(ChannelKind, row.channel_kind),
    status: MessageStatus.parse(row.status),
    rule: orNull(DecisionRule, row.rule),
    isTest: row.is_test,
    isToOwner: row.sender_kind === 'report',
    body: row.body,
    fileName: row.file_name,
    at: row.at.toString(),
    isReplied: row.is_replied,
    visitId: orNull(VisitId, row.visit_id),
  };
}

import { type RawBuilder, sql } from 'kysely';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { TEST_ENDED_RULES, UNCOUNTED_RULES } from '#contract/delivery/rules.ts';
import { DecisionRule, type LogEntry, type MessageStatus } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import { ENTRY_COLUMNS, MESSAGE_COLUMNS, readEntries, VERDICT_COLUMNS } from './log-entry-queries.ts';

/** The filters of the log; see the contract. */
export type LogFilter = {
  search?: string | undefined;
  senderId?: SenderId | undefined;
  channelId?: ChannelId | undefined;
  contactId?: ContactId | undefined;
  visitId?: VisitId | undefined;
  status?: MessageStatus | 'messages' | 'not_sent' | 'waiting' | 'in_doubt' | undefined;
  rule?: DecisionRule | undefined;
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
  scope: ActionScope,
  filter: LogFilter,
  page: LogPage,
  { contactIds, atMost }: LogBounds,
): Promise<LogEntry[]> {
  if (contactIds?.length === 0 || atMost === 0) return [];
  const order = orderOf(filter);
  // NOTE: the scan for a rare status would continue to the end of the log after all of its messages were found.
  const messages = { ...page, limit: Math.min(page.limit, (atMost ?? Infinity) - 1) };
  const parts = channelsFor(filter).map((way) => messagePart(scope, filter, messages, { contactIds, way }));
  if (hasVerdicts(filter)) parts.push(verdictPart(scope, filter, page, contactIds));
  const found = sql`${isInOrderOfIndexes(filter) ? PLANNED_ONCE : sql``}
    select ${ENTRY_COLUMNS} from (${sql.join(parts, sql` union all `)}) either
    order by at ${order}, id ${order} limit ${page.limit + 1}`;
  return readEntries(scope, found);
}

/** Lists messages by their ids, in any order. */
export async function listMessagesById(scope: ActionScope, ids: readonly string[]): Promise<LogEntry[]> {
  const page = sql`
    select ${MESSAGE_COLUMNS} from messages m
    where m.tenant_id = ${scope.tenantId} and m.id = any (${[...ids]}::uuid[])`;
  return readEntries(scope, page);
}

/** Finds an entry by its id: a message, or else a decision without one. */
export async function findEntry(scope: ActionScope, id: string): Promise<LogEntry | undefined> {
  const [message] = await listMessagesById(scope, [id]);
  if (message) return message;
  const page = sql`
    select ${VERDICT_COLUMNS} from verdicts v
    where v.tenant_id = ${scope.tenantId} and v.id = ${id} and v.message_id is null`;
  return (await readEntries(scope, page))[0];
}

/** Lists planned messages, soonest first. */
export async function listNext(scope: ActionScope, limit: number): Promise<LogEntry[]> {
  const page = sql`
    select ${MESSAGE_COLUMNS} from messages m
    where m.tenant_id = ${scope.tenantId} and m.phase = 'waiting' and m.status = 'planned'
    order by m.due_at, m.id limit ${limit}`;
  return readEntries(scope, page);
}

/** Counts what was decided against for some contacts or one visit, by reason. */
export async function countSkippedOf(
  { tx, tenantId }: TenantScope,
  filter: LogFilter,
  contactIds: readonly ContactId[] | null,
): Promise<SkippedCount[]> {
  const { senderId, visitId, contactId } = filter;
  const ofAll = contactId ? [contactId] : contactIds;
  const about = [
    ...(ofAll ? [sql`x.contact_id = any (${[...ofAll]}::uuid[])`] : []),
    ...(visitId ? [sql`x.subject_id = ${visitId}`] : []),
    ...(senderId ? [sql`x.sender_id = ${senderId}`] : []),
  ];
  const within = (at: string) => bounds(sql.raw(at), sql.raw('x.id'), filter, { after: null, limit: 0 });
  const { rows } = await sql<{ rule: string; count: number }>`
    select rule, count(*)::int8 as count from (
      select x.rule from verdicts x
      where x.tenant_id = ${tenantId} and x.outcome = 'skipped' and x.message_id is null ${and([...about, ...within('x.decided_at')])}
      union all
      select x.reason from messages x
      where x.tenant_id = ${tenantId} and x.reason is not null and x.status = any (${DECIDED_AGAINST}::text[])
        and ${isCounted('x')} ${and([...about, ...within('x.due_at')])}
    ) skipped
    group by rule order by count desc, rule`.execute(tx);
  return rows.map(({ rule, count }) => ({ rule: DecisionRule.parse(rule), count }));
}

type SkippedCount = { rule: DecisionRule; count: number };

/** Counts what was decided against on some days of the tenant's calendar, by reason; reads the tallies. */
export async function countSkippedOn(
  { tx, tenantId }: TenantScope,
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  senderId: SenderId | undefined,
): Promise<SkippedCount[]> {
  const { rows } = await sql<{ rule: string; count: number }>`
    select rule, sum(count)::int8 as count from skip_tallies
    where tenant_id = ${tenantId} and day between ${from.toString()}::date and ${to.toString()}::date
      and rule <> all (${[...UNCOUNTED_RULES]}::text[]) ${senderId ? sql`and sender_id = ${senderId}` : sql``}
    group by rule having sum(count) > 0 order by count desc, rule`.execute(tx);
  return rows.map(({ rule, count }) => ({ rule: DecisionRule.parse(rule), count }));
}

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
    ...(filter.rule ? [sql`m.reason = ${filter.rule}`] : []),
    ...(filter.status === 'not_sent' ? [isCounted('m')] : []),
    ...(filter.status === 'messages' ? [sql`m.status <> all (${DECIDED_AGAINST}::text[])`] : []),
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
    ...(filter.rule ? [sql`v.rule = ${filter.rule}`] : []),
  ];
  const newest = (columns: RawBuilder<unknown>, of: RawBuilder<unknown>) => sql`
    select ${columns} from verdicts v
    where v.tenant_id = ${tenantId} and v.outcome = 'skipped' and v.message_id is null and ${of} ${and(where)}
    order by v.decided_at desc, v.id desc limit ${page.limit + 1}`;
  const each = eachOf(tenantId, filter, contactIds);
  if (!each) return sql`(${newest(VERDICT_COLUMNS, sql`true`)})`;
  return sql`(select ${VERDICT_COLUMNS} from (
      select found.* from (${each.rows}) wanted
      cross join lateral (${newest(sql.raw('v.id, v.decided_at'), each.match)}) found
      order by found.decided_at desc, found.id desc limit ${page.limit + 1}
    ) page
    join verdicts v on v.tenant_id = ${tenantId} and v.id = page.id and v.decided_at = page.decided_at)`;
}

/**
 * The contacts or senders whose verdicts are each read in index order, then merged; null: all verdicts are in the order
 * of one index. A rule has an index by sender: those that counted it are read.
 */
function eachOf(
  tenantId: TenantId,
  { rule, senderId, contactId, visitId }: LogFilter,
  contactIds: readonly string[] | null,
) {
  if (contactIds) {
    return {
      rows: sql`select unnest(${contactIds}::uuid[]) as contact_id`,
      match: sql`v.contact_id = wanted.contact_id`,
    };
  }
  if (rule === undefined || (contactId ?? visitId) !== undefined) return null;
  return {
    rows: sql`select distinct sender_id from skip_tallies
      where tenant_id = ${tenantId} and rule = ${rule} ${senderId ? sql`and sender_id = ${senderId}` : sql``}`,
    match: sql`v.sender_id = wanted.sender_id`,
  };
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

/** Whether the page is the first rows of indexes, in their order, for every tenant. */
function isInOrderOfIndexes({ status, senderId: _sender, contactId: _contact, ...others }: LogFilter): boolean {
  return !hasLeft(status) && Object.values(others).every((value) => value === undefined);
}

/** Conditions that each match the order of an index; together they cover the filter. */
function channelsFor({ status, visitId, senderId, contactId, search }: LogFilter): RawBuilder<unknown>[] {
  const statuses = statusesOf(status).map(
    (one) => sql`m.status = ${sql.lit(one)} and m.phase = ${sql.lit(PHASE_OF[one])}`,
  );
  const isBySender = senderId !== undefined && (visitId ?? contactId ?? search) === undefined;
  const phases = isBySender ? PHASES.map((phase) => sql`m.phase = ${sql.lit(phase)}`) : [sql`true`];
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

/** Statuses of messages that a decision stopped. */
const DECIDED_AGAINST: MessageStatus[] = ['skipped', 'cancelled'];

/** Leaves out messages that the counts of skipped ones leave out. */
function isCounted(message: string): RawBuilder<unknown> {
  const [reason, isTest] = [sql.ref(`${message}.reason`), sql.ref(`${message}.is_test`)];
  const isUncounted = sql`${reason} = any (${[...UNCOUNTED_RULES]}::text[])`;
  const isTestEnded = sql`${isTest} and ${reason} = any (${[...TEST_ENDED_RULES]}::text[])`;
  return sql`(${reason} is null or not (${isUncounted} or ${isTestEnded}))`;
}

function statusesOf(status: LogFilter['status']): MessageStatus[] {
  if (status === undefined || status === 'messages') return [];
  if (status === 'not_sent') return DECIDED_AGAINST;
  if (status === 'waiting') return ['planned'];
  return [status === 'in_doubt' ? 'unknown' : status];
}

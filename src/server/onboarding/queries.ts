import { sql } from 'kysely';
import { OFFERED_KINDS } from '#contract/channels/kinds.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { Home, Notice } from '#contract/onboarding/calls.ts';
import { UNCOUNTED_RULES } from '#contract/delivery/rules.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A span from an instant to another, the end excluded; e.g. a day in some zone. */
export type Day = { from: Temporal.Instant; to: Temporal.Instant };

export type DayCounts = {
  visits: number;
  confirmed: number;
  cancelled: number;
};

export async function countVisitsOfDay(
  { tx, tenantId }: TenantScope,
  day: Day,
  branchId: BranchId | undefined,
): Promise<DayCounts> {
  const row = await tx
    .selectFrom('visits')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '!=', 'cancelled').as('visits'),
      fn.countAll<number>().filterWhere('status', 'in', ['confirmed', 'arrived']).as('confirmed'),
      fn.countAll<number>().filterWhere('status', '=', 'cancelled').as('cancelled'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('starts_at', '>=', day.from)
    .where('starts_at', '<', day.to)
    .where(sql<boolean>`(contact_id is not null or service_titles <> '{}')`) // NOTE: a break is not a visit, as in the list of visits
    .$if(branchId !== undefined, (query) => query.where('branch_id', '=', branchId ?? ''))
    .executeTakeFirstOrThrow();
  return row;
}

export type MessageCounts = Pick<Home['today'], 'sent' | 'delivered' | 'read' | 'failed'> & {
  /** Decided against when they were due, or cancelled before. */
  dropped: number;
  /** Sent in the period to compare with. */
  sentBefore: number;
};

/**
 * Counts messages to contacts that were due on the day, and those sent in a period before it; tests are not
 * counted.
 */
export async function countMessagesOfDay({ tx, tenantId }: TenantScope, day: Day, before: Day): Promise<MessageCounts> {
  const { rows } = await sql<MessageCounts>`
    select count(*) filter (where on_day and accepted_at is not null) as sent,
      count(*) filter (where on_day and status in ('delivered', 'read')) as delivered,
      count(*) filter (where on_day and status = 'read') as read,
      count(*) filter (where on_day and status = 'failed') as failed,
      count(*) filter (where on_day and status in ('skipped', 'cancelled') and is_counted) as dropped,
      count(*) filter (where due_at < ${before.to} and accepted_at is not null) as "sentBefore"
    from (
      select status, accepted_at, due_at, due_at >= ${day.from} as on_day,
        coalesce(reason, '') <> all (${[...UNCOUNTED_RULES]}::text[]) as is_counted
      from messages
      where tenant_id = ${tenantId} and not is_test and due_at >= ${before.from} and due_at < ${day.to}
    ) of_two_days`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A count has one row');
  return row;
}

/** Counts the day's decisions against a message for which no message was planned. */
export async function countVerdictsAgainst({ tx, tenantId }: TenantScope, day: Day): Promise<number> {
  const { count } = await tx
    .selectFrom('verdicts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('outcome', '=', 'skipped')
    .where('message_id', 'is', null)
    .where('rule', 'not in', UNCOUNTED_RULES)
    .where('decided_at', '>=', day.from)
    .where('decided_at', '<', day.to)
    .executeTakeFirstOrThrow();
  return count;
}

const LEFT = ['accepted', 'sent', 'delivered', 'read'] as const;

/** Whether a flow ever sent to a contact: a tenant that pauses all its flows does not see the quick start again. */
export async function hasBeenLive({ tx, tenantId }: TenantScope): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('priority', '>', PRIORITY.answer)
    .where('is_test', '=', false)
    .where('status', 'in', LEFT)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists channels in order of preference, with the fields that Home shows; without those never paired. */
export async function listChannelHealth({ tx, tenantId }: TenantScope): Promise<Home['channels']> {
  const rows = await tx
    .selectFrom('channels')
    .select(['id', 'kind', 'title', 'state', 'trouble'])
    .where('tenant_id', '=', tenantId)
    .where('kind', 'in', OFFERED_KINDS)
    .where('removed_at', 'is', null)
    .where('external_id', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return Home.shape.channels.parse(rows);
}

export async function listConnectionHealth({ tx, tenantId }: TenantScope): Promise<Home['connections']> {
  const rows = await tx
    .selectFrom('connections')
    .select(['id', 'kind', 'title', 'state', 'state_reason as trouble', 'last_event_at'])
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Home.shape.connections.parse(
    rows.map(({ last_event_at: at, ...row }) => ({ ...row, lastEventAt: at?.toString() ?? null })),
  );
}

/** Lists the contact's last message in each of the conversations. */
export async function lastWordsIn(
  { tx, tenantId }: TenantScope,
  ids: readonly ConversationId[],
): Promise<Map<ConversationId, string>> {
  const { rows } = await sql<{ id: string; text: string | null }>`
    select asked.id, said.text from unnest(${[...ids]}::uuid[]) as asked (id)
    cross join lateral (
      select text from inbound_messages
      where tenant_id = ${tenantId} and conversation_id = asked.id
      order by received_at desc, id desc limit 1
    ) said`.execute(tx);
  return new Map(rows.map(({ id, text }) => [ConversationId.parse(id), text ?? '']));
}

export async function countWaitingConversations({ tx, tenantId }: TenantScope): Promise<number> {
  const { count } = await tx
    .selectFrom('conversations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('needs_person_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function summariseFlows({ tx, tenantId }: TenantScope) {
  const rows = await tx
    .selectFrom('flows')
    .select(['id', 'title', 'status', 'mode', 'error_reason'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .execute();
  const working = rows.filter((row) => row.status === 'working');
  return {
    working: working.filter((row) => row.mode === 'combat').length,
    test: working.filter((row) => row.mode === 'test').length,
    failing: rows
      .filter((row) => row.status === 'error')
      .map((row) => ({ id: FlowId.parse(row.id), title: row.title, reason: row.error_reason })),
  };
}

/** The latest notices, newest first. */
export async function listNotices({ tx, tenantId }: TenantScope, limit: number): Promise<Notice[]> {
  const rows = await tx
    .selectFrom('notices')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toNotice);
}

/**
 * Finds the most serious open notice that affects the whole tenant, by the given order of kinds; the newest of
 * equals.
 */
export async function findMostSevereNotice(
  { tx, tenantId }: TenantScope,
  order: readonly Notice['kind'][],
): Promise<Notice | undefined> {
  const row = await tx
    .selectFrom('notices')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('resolved_at', 'is', null)
    .where('severity', '=', 'bad')
    .where('kind', 'in', order)
    .orderBy(sql`array_position(${[...order]}::text[], kind)`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toNotice(row);
}

export async function countUnreadNotices({ tx, tenantId }: TenantScope): Promise<number> {
  const { count } = await tx
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('read_at', 'is', null)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

type NoticeRow = {
  id: string;
  kind: string;
  severity: string;
  params: unknown;
  created_at: Temporal.Instant;
  read_at: Temporal.Instant | null;
  resolved_at: Temporal.Instant | null;
};

function toNotice(row: NoticeRow): Notice {
  return Notice.parse({
    id: row.id,
    kind: row.kind,
    severity: row.severity,
    params: row.params,
    createdAt: row.created_at.toString(),
    isRead: row.read_at !== null,
    isResolved: row.resolved_at !== null,
  });
}

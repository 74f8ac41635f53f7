import { sql } from 'kysely';
import { FlowId } from '#contract/flows.ts';
import { Notice } from '#contract/onboarding.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** The first instant of a day and of the next one, in some zone. */
export type Day = { from: Temporal.Instant; to: Temporal.Instant };

export type DayCounts = {
  visits: number;
  confirmed: number;
  cancelled: number;
};

export async function countVisitsOfDay({ tx, tenantId }: TenantScope, day: Day): Promise<DayCounts> {
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
    .executeTakeFirstOrThrow();
  return row;
}

/** Messages to customers whose time was on the day; test messages are not counted. */
export async function countMessagesOfDay({ tx, tenantId }: TenantScope, day: Day) {
  const reached = ['delivered', 'read'] as const;
  return tx
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('accepted_at', 'is not', null).as('sent'),
      fn.countAll<number>().filterWhere('status', 'in', reached).as('delivered'),
      fn.countAll<number>().filterWhere('status', '=', 'read').as('read'),
      fn.countAll<number>().filterWhere('status', '=', 'failed').as('failed'),
      fn.countAll<number>().filterWhere('status', '=', 'planned').as('planned'),
      fn.min('due_at').filterWhere('status', '=', 'planned').as('firstAt'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('is_test', '=', false)
    .where('due_at', '>=', day.from)
    .where('due_at', '<', day.to)
    .executeTakeFirstOrThrow();
}

/** Decisions of the day not to write to somebody. */
export async function countNotSentOfDay({ tx, tenantId }: TenantScope, day: Day): Promise<number> {
  const { count } = await tx
    .selectFrom('verdicts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('outcome', '=', 'skipped')
    .where('message_id', 'is', null)
    .where('decided_at', '>=', day.from)
    .where('decided_at', '<', day.to)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countInDoubt({ tx, tenantId }: TenantScope): Promise<number> {
  const { count } = await tx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'unknown')
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a message of a flow in test mode was ever sent: the step "test" of the first steps. */
export async function hasTested({ tx, tenantId }: TenantScope): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_test', '=', true)
    .where('status', 'in', ['accepted', 'sent', 'delivered', 'read'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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
    count: rows.length,
    working: working.filter((row) => row.mode === 'combat').length,
    test: working.filter((row) => row.mode === 'test').length,
    failing: rows
      .filter((row) => row.status === 'error')
      .map((row) => ({ id: FlowId.parse(row.id), title: row.title, reason: row.error_reason })),
  };
}

const SEVERITY = sql<number>`case severity when 'bad' then 0 when 'attention' then 1 else 2 end`;

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

/** The most serious notice that still holds; the newest of equals. */
export async function findGravestNotice({ tx, tenantId }: TenantScope): Promise<Notice | undefined> {
  const row = await tx
    .selectFrom('notices')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('resolved_at', 'is', null)
    .where('severity', '!=', 'info')
    .orderBy(SEVERITY)
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

export async function markNoticesRead({ tx, tenantId }: TenantScope, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ read_at: now })
    .where('tenant_id', '=', tenantId)
    .where('read_at', 'is', null)
    .execute();
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

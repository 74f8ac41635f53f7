import { sql } from 'kysely';
import type { FlowFilter } from '#contract/flows/list.ts';
import { FlowId, FlowKind } from '#contract/flows/calls.ts';
import { MAX_COUNTED_TODAY } from '#contract/flows/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orderOf, type SenderPage, titleKey } from '#server/senders/listing/page-reads.ts';
import { hasText } from '#server/texts/replacing/replacing-reads.ts';
import { zoneOfSubject } from '#server/subjects/zone-reads.ts';
import { flowColumns, type StoredFlow, toFlow } from '#server/flows/storage/stored-flows.ts';

export type ListedFlow = StoredFlow & { createdAt: Temporal.Instant; after: [string, FlowId] };

/** @property text only those that may contain it: in the title or the stored JSON of the settings, ignoring case */
type Filter = FlowFilter & { text?: string | undefined };

/** One page of the flows that are not deleted, and one more row when there is a next page. */
export async function listFlowPage(scope: TenantScope, page: SenderPage<Filter>): Promise<ListedFlow[]> {
  const { isBehind, by, keyOf } = orderOf(page);
  const rows = await filtered(scope, page.filter)
    .select([...flowColumns, titleKey])
    .where(isBehind)
    .orderBy(by[0])
    .orderBy(by[1])
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => listed(row, keyOf(row)));
}

function listed(row: Parameters<typeof toFlow>[0] & { created_at: Temporal.Instant }, key: string): ListedFlow {
  const flow = toFlow(row);
  return { ...flow, createdAt: row.created_at, after: [key, flow.id] };
}

function filtered({ tx, tenantId }: TenantScope, { status, kind, mode, search, text }: Filter) {
  let query = tx.selectFrom('flows').where('tenant_id', '=', tenantId).where('deleted_at', 'is', null);
  if (status) query = query.where('status', '=', status);
  if (kind) query = query.where('kind', '=', kind);
  if (mode) query = query.where('mode', '=', mode);
  if (search) query = query.where(sql<boolean>`strpos(lower(title), lower(${search})) > 0`);
  if (text) query = query.where(hasText(text));
  return query;
}

/** Titles of the flows, newest first. */
export async function listTitles(scope: TenantScope): Promise<{ id: FlowId; title: string; kind: FlowKind }[]> {
  const rows = await filtered(scope, {})
    .select(['id', 'title', 'kind'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, title, kind }) => ({ id: FlowId.parse(id), title, kind: FlowKind.parse(kind) }));
}

/** Counts flows by status, kind and mode together. */
export async function countFlowGroups(
  scope: TenantScope,
  search: string | undefined,
): Promise<{ status: string; kind: string; mode: string; count: number }[]> {
  return filtered(scope, { search })
    .select(({ fn }) => ['status', 'kind', 'mode', fn.countAll<number>().as('count')])
    .groupBy(['status', 'kind', 'mode'])
    .execute();
}

/** When a message is due, and the zone of what it is about. */
type NextDue = { at: Temporal.Instant; timeZone: string };

/** The due time of the next message of each flow, and the number of messages due before a moment; flows without any are left out. */
export async function listNextDueOf(
  { tx, tenantId }: TenantScope,
  flowIds: readonly FlowId[],
  until: Temporal.Instant,
): Promise<Map<FlowId, NextDue & { count: number }>> {
  if (flowIds.length === 0) return new Map();
  const { rows } = await sql<{ flow_id: string; due_at: Temporal.Instant; time_zone: string; count: number }>`
    select wanted.flow_id, next.due_at, next.time_zone, soon.count from unnest(${[...flowIds]}::uuid[]) wanted (flow_id)
    cross join lateral (
      select m.due_at, ${zoneOfSubject(tenantId, MESSAGE_PLACE)} as time_zone from messages m
      where m.tenant_id = ${tenantId} and m.sender_id = wanted.flow_id and m.phase = 'waiting'
      order by m.sender_id desc, m.phase desc, m.due_at, m.id limit 1
    ) next
    cross join lateral (
      select count(*)::int as count from (
        select from messages m
        where m.tenant_id = ${tenantId} and m.sender_id = wanted.flow_id and m.phase = 'waiting' and m.due_at < ${until}
        limit ${MAX_COUNTED_TODAY}
      ) counted
    ) soon`.execute(tx);
  return new Map(
    rows.map((row) => [FlowId.parse(row.flow_id), { at: row.due_at, timeZone: row.time_zone, count: row.count }]),
  );
}

const MESSAGE_PLACE = { kind: 'm.subject_kind', id: 'm.subject_id', contact: 'm.contact_id' };

/** The due time of the next message of any flow. */
export async function findNextOfFlows({ tx, tenantId }: TenantScope): Promise<NextDue | null> {
  const row = await tx
    .selectFrom('messages as m')
    .select('due_at')
    .select(zoneOfSubject(tenantId, MESSAGE_PLACE).as('time_zone'))
    .where('tenant_id', '=', tenantId)
    .where('phase', '=', 'waiting')
    .where('status', '=', 'planned')
    .where('sender_id', 'in', (of) => of.selectFrom('flows').select('id').where('tenant_id', '=', tenantId))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.due_at, timeZone: row.time_zone } : null;
}

/** Counts the planned messages of some flows. */
export async function countWaiting({ tx, tenantId }: TenantScope, flowIds: readonly FlowId[]): Promise<number> {
  const { count } = await tx
    .selectFrom('message_tallies')
    .select(sql<number>`coalesce(sum(count), 0)::int8`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'planned')
    .where('sender_id', '=', sql<string>`any (${[...flowIds]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count;
}

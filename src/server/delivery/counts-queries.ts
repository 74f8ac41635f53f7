import { sql } from 'kysely';
import type { MessageStatus } from '#contract/delivery.ts';
import { FlowId } from '#contract/flows.ts';
import type { SystemScope, TenantScope } from '#server/platform/db.ts';

/** What became of a flow's messages. A message counts in every step it has passed: what was read was delivered and sent. */
export type FlowTally = {
  planned: number;
  sent: number;
  delivered: number;
  read: number;
  replied: number;
  failed: number;
  skipped: number;
};

/** Trials to the owner's own numbers count too: in test mode they are all there is. */
export async function countByFlow(
  { tx, tenantId }: TenantScope,
  flowIds?: readonly FlowId[],
): Promise<Map<FlowId, FlowTally>> {
  const ofFlows = flowIds ? sql`flow_id = any(${[...flowIds]}::uuid[])` : sql`flow_id <> ${NO_FLOW}`;
  const of = (...statuses: string[]) => sql`coalesce(sum(count) filter (where status = any(${statuses})), 0)::int8`;
  const { rows } = await sql<FlowTally & { flow_id: string }>`
    select flow_id, ${of('planned')} as planned, ${of('accepted', 'sent', 'delivered', 'read')} as sent,
      ${of('delivered', 'read')} as delivered, ${of('read')} as read, sum(replied)::int8 as replied,
      ${of('failed')} as failed, ${of('skipped', 'decided_against')} as skipped
    from message_tallies where tenant_id = ${tenantId} and ${ofFlows}
    group by flow_id`.execute(tx);
  return new Map(rows.map(({ flow_id: id, ...tally }) => [FlowId.parse(id), tally]));
}

/** Tallies of messages no flow planned. */
const NO_FLOW = '00000000-0000-0000-0000-000000000000';

/** How many messages stand at a status: of all, or no fewer than a flow has. */
export async function countAtStatus(
  { tx, tenantId }: TenantScope,
  status: MessageStatus,
  flowId?: FlowId,
): Promise<number> {
  const { count } = await tx
    .selectFrom('message_tallies')
    .select(sql<number>`coalesce(sum(count), 0)::int8`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', status)
    .$if(flowId !== undefined, (query) => query.where('flow_id', 'in', [flowId ?? NO_FLOW, NO_FLOW]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds up what each connection has counted, as far as none is counting just now. Of all tenants. */
export async function sumTallies({ tx }: SystemScope): Promise<void> {
  await sql`
    with counted as (
      delete from message_tallies t using (
        select tenant_id, flow_id, status, counted_by from message_tallies where counted_by <> 0 for update skip locked
      ) free
      where (t.tenant_id, t.flow_id, t.status, t.counted_by) = (free.tenant_id, free.flow_id, free.status, free.counted_by)
      returning t.*
    )
    insert into message_tallies as t
    select tenant_id, flow_id, status, 0, sum(count), sum(replied) from counted
    group by tenant_id, flow_id, status order by tenant_id, flow_id, status
    on conflict (tenant_id, flow_id, status, counted_by) do update
      set count = t.count + excluded.count, replied = t.replied + excluded.replied`.execute(tx);
}

/** As `sumTallies`, of what the contact policy did. */
export async function sumPolicyTallies({ tx }: SystemScope): Promise<void> {
  await sql`
    with counted as (
      delete from policy_tallies t using (
        select tenant_id, day, flow_id, rule, is_held, counted_by from policy_tallies where counted_by <> 0 for update skip locked
      ) free
      where (t.tenant_id, t.day, t.flow_id, t.rule, t.is_held, t.counted_by)
        = (free.tenant_id, free.day, free.flow_id, free.rule, free.is_held, free.counted_by)
      returning t.*
    )
    insert into policy_tallies as t
    select tenant_id, day, flow_id, rule, is_held, 0, sum(count) from counted
    group by tenant_id, day, flow_id, rule, is_held order by tenant_id, day, flow_id, rule, is_held
    on conflict (tenant_id, day, flow_id, rule, is_held, counted_by) do update set count = t.count + excluded.count`.execute(
    tx,
  );
}

/** When the next message of each flow leaves; flows without any are left out. */
export async function listNextDue({ tx, tenantId }: TenantScope): Promise<Map<FlowId, Temporal.Instant>> {
  const { rows } = await sql<{ flow_id: string; due_at: Temporal.Instant }>`
    select planning.flow_id, next.due_at from (
      select flow_id from message_tallies where tenant_id = ${tenantId} and status = 'planned' and flow_id <> ${NO_FLOW}
      group by flow_id having sum(count) > 0
    ) planning
    cross join lateral (
      select m.due_at from messages m
      where m.tenant_id = ${tenantId} and m.flow_id = planning.flow_id and m.phase = 'waiting' and m.origin = 'flow'
      order by m.flow_id desc, m.phase desc, m.due_at, m.id limit 1
    ) next`.execute(tx);
  return new Map(rows.map((row) => [FlowId.parse(row.flow_id), row.due_at]));
}

/** Of all tenants: what leaves next. Only the demo's clock asks. */
export async function findNextDue(
  { tx }: SystemScope,
  now: Temporal.Instant,
): Promise<{ at: Temporal.Instant; flowTitle: string | null; contactName: string | null } | null> {
  const row = await tx
    .selectFrom('messages as m')
    .leftJoin('flows as f', (join) => join.onRef('f.tenant_id', '=', 'm.tenant_id').onRef('f.id', '=', 'm.flow_id'))
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.id', '=', 'm.contact_id'),
    )
    .select(['m.due_at', 'f.title', 'c.name'])
    .where('m.phase', '=', 'waiting')
    .where('m.due_at', '>', now)
    .orderBy('m.due_at')
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.due_at, flowTitle: row.title, contactName: row.name } : null;
}

/** Planned to leave within a period: how many, and the first. */
export async function countPlanned(
  { tx, tenantId }: TenantScope,
  { until }: { until: Temporal.Instant },
): Promise<{ count: number; firstAt: Temporal.Instant | null }> {
  const row = await tx
    .selectFrom('messages')
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<Temporal.Instant | null>`min(due_at)`.as('first_at')])
    .where('tenant_id', '=', tenantId)
    .where('phase', '=', 'waiting')
    .where('status', '=', 'planned')
    .where('due_at', '<', until)
    .executeTakeFirstOrThrow();
  return { count: row.count, firstAt: row.first_at };
}

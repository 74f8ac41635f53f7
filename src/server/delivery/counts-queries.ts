import { sql } from 'kysely';
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
  const ofFlows = flowIds ? sql`and flow_id = any(${[...flowIds]}::uuid[])` : sql``;
  const { rows } = await sql<FlowTally & { flow_id: string }>`
    select flow_id,
      count(*) filter (where status = 'planned') as planned,
      count(*) filter (where status in ('accepted', 'sent', 'delivered', 'read')) as sent,
      count(*) filter (where status in ('delivered', 'read')) as delivered,
      count(*) filter (where status = 'read') as read,
      count(*) filter (where replied_at is not null) as replied,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'skipped') as skipped
    from messages where tenant_id = ${tenantId} and origin = 'flow' ${ofFlows}
    group by flow_id`.execute(tx);
  const verdicts = await sql<{ flow_id: string; skipped: number }>`
    select flow_id, count(*) as skipped from verdicts
    where tenant_id = ${tenantId} and outcome = 'skipped' and message_id is null ${ofFlows}
    group by flow_id`.execute(tx);
  const tallies = new Map<FlowId, FlowTally>();
  for (const { flow_id: id, ...tally } of rows) tallies.set(FlowId.parse(id), tally);
  for (const { flow_id: id, skipped } of verdicts.rows) {
    const tally = tallies.get(FlowId.parse(id)) ?? NOTHING;
    tallies.set(FlowId.parse(id), { ...tally, skipped: tally.skipped + skipped });
  }
  return tallies;
}

const NOTHING: FlowTally = { planned: 0, sent: 0, delivered: 0, read: 0, replied: 0, failed: 0, skipped: 0 };

/** When the next message of each flow leaves; flows without any are left out. */
export async function listNextDue({ tx, tenantId }: TenantScope): Promise<Map<FlowId, Temporal.Instant>> {
  const rows = await tx
    .selectFrom('messages')
    .select(['flow_id', sql<Temporal.Instant>`min(due_at)`.as('due_at')])
    .where('tenant_id', '=', tenantId)
    .where('phase', '=', 'waiting')
    .where('origin', '=', 'flow')
    .groupBy('flow_id')
    .execute();
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
    .where('due_at', '<', until)
    .executeTakeFirstOrThrow();
  return { count: row.count, firstAt: row.first_at };
}

import { sql } from 'kysely';
import { DecisionRule, type MessageStatus } from '#contract/delivery/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/**
 * A sender's messages by step. A message counts in every step it has passed: a read one was also delivered and
 * sent.
 */
export type SenderTally = {
  planned: number;
  sent: number;
  delivered: number;
  read: number;
  replied: number;
  /** A link of it was followed. */
  clicked: number;
  failed: number;
  skipped: number;
};

/** Counts by sender. Tests to the owner's own numbers count too: in test mode there are no others. */
export async function countBySender(
  { tx, tenantId }: TenantScope,
  senderIds?: readonly SenderId[],
): Promise<Map<SenderId, SenderTally>> {
  const ofSenders = senderIds ? sql`sender_id = any(${[...senderIds]}::uuid[])` : sql`true`;
  const of = (...statuses: string[]) => sql`coalesce(sum(count) filter (where status = any(${statuses})), 0)::int8`;
  const { rows } = await sql<SenderTally & { sender_id: string }>`
    select sender_id, ${of('planned')} as planned, ${of('accepted', 'sent', 'delivered', 'read')} as sent,
      ${of('delivered', 'read')} as delivered, ${of('read')} as read, sum(replied)::int8 as replied,
      ${of('clicked')} as clicked,
      ${of('failed')} as failed, ${of('skipped', 'decided_against')} as skipped
    from message_tallies where tenant_id = ${tenantId} and ${ofSenders}
    group by sender_id`.execute(tx);
  return new Map(rows.map(({ sender_id: id, ...tally }) => [SenderId.parse(id), tally]));
}

/** Counts messages with a status: of all senders, or of one. */
export async function countAtStatus(
  { tx, tenantId }: TenantScope,
  status: MessageStatus,
  senderId?: SenderId,
): Promise<number> {
  const { count } = await tx
    .selectFrom('message_tallies')
    .select(sql<number>`coalesce(sum(count), 0)::int8`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', status)
    .$if(senderId !== undefined, (query) => query.where(sql.ref('sender_id'), '=', senderId))
    .executeTakeFirstOrThrow();
  return count;
}

/** Tables of counts in which each connection has rows of its own, until they are added up. */
export type TallyTable = 'message_tallies' | 'policy_tallies' | 'skip_tallies';

export async function listTenantsTallied({ tx }: SystemScope, table: TallyTable): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from ${sql.table(table)} where counted_by <> 0`.execute(tx);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

/** Adds up the counts of each connection, except rows that are being changed. */
export async function sumTallies({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`
    with counted as (
      delete from message_tallies t using (
        select sender_id, status, counted_by from message_tallies
        where tenant_id = ${tenantId} and counted_by <> 0 for update skip locked
      ) free
      where t.tenant_id = ${tenantId} and (t.sender_id, t.status, t.counted_by) = (free.sender_id, free.status, free.counted_by)
      returning t.*
    )
    insert into message_tallies as t
    select ${tenantId}::uuid, sender_id, status, 0, sum(count), sum(replied) from counted
    group by sender_id, status order by sender_id, status
    on conflict (tenant_id, sender_id, status, counted_by) do update
      set count = t.count + excluded.count, replied = t.replied + excluded.replied`.execute(tx);
}

/** Like `sumTallies`, for effects of the contact policy. */
export async function sumPolicyTallies({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`
    with counted as (
      delete from policy_tallies t using (
        select day, sender_id, rule, is_held, counted_by from policy_tallies
        where tenant_id = ${tenantId} and counted_by <> 0 for update skip locked
      ) free
      where t.tenant_id = ${tenantId} and (t.day, t.sender_id, t.rule, t.is_held, t.counted_by)
        = (free.day, free.sender_id, free.rule, free.is_held, free.counted_by)
      returning t.*
    )
    insert into policy_tallies as t
    select ${tenantId}::uuid, day, sender_id, rule, is_held, 0, sum(count) from counted
    group by day, sender_id, rule, is_held order by day, sender_id, rule, is_held
    on conflict (tenant_id, day, sender_id, rule, is_held, counted_by) do update set count = t.count + excluded.count`.execute(
    tx,
  );
}

/** A sender's next message, and the rule by which it waits. */
export type NextDue = { at: Temporal.Instant; heldBy: DecisionRule | null };

/** When each sender's next message is due; senders without any are left out. */
export async function listNextDue({ tx, tenantId }: TenantScope): Promise<Map<SenderId, NextDue>> {
  const { rows } = await sql<{ sender_id: string; due_at: Temporal.Instant; reason: string | null }>`
    select planning.sender_id, next.due_at, next.reason from (
      select sender_id from message_tallies where tenant_id = ${tenantId} and status = 'planned'
      group by sender_id having sum(count) > 0
    ) planning
    cross join lateral (
      select m.due_at, m.reason from messages m
      where m.tenant_id = ${tenantId} and m.sender_id = planning.sender_id and m.phase = 'waiting'
      order by m.sender_id desc, m.phase desc, m.due_at, m.id limit 1
    ) next`.execute(tx);
  return new Map(
    rows.map((row) => {
      const heldBy = DecisionRule.nullable().catch(null).parse(row.reason);
      return [SenderId.parse(row.sender_id), { at: row.due_at, heldBy }];
    }),
  );
}

/** Counts messages planned for a period, with the time of the first. */
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

import { sql } from 'kysely';
import { z } from 'zod';
import { MENDABLE_RULES, type MendableRule } from '#contract/flows/reach-values.ts';
import { FlowId } from '#contract/flows/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type Loss, LOSSES_CONSIDERED } from './attention-rules.ts';

/** Verdicts by these rules are losses, and those of messages that waited too long for one of them. */
const SKIP_RULES = [...MENDABLE_RULES, 'too_late'];

const MendableRuleSchema = z.enum(MENDABLE_RULES);

/**
 * The latest losses of each flow after a moment and after its last message that left, the latest first; flows without any are left out.
 * Reads at most a few rows for each flow and rule.
 */
export async function listLosses(
  { tx, tenantId }: TenantScope,
  flows: readonly { id: FlowId; since: Temporal.Instant }[],
): Promise<Map<FlowId, Loss[]>> {
  if (flows.length === 0) return new Map();
  const { rows } = await sql<{ flow_id: string; rule: string; contact_id: string | null }>`
    select wanted.flow_id, loss.rule, loss.contact_id
    from unnest(${flows.map(({ id }) => id)}::uuid[], ${flows.map(({ since }) => String(since))}::timestamptz[]) wanted (flow_id, since)
    left join lateral (
      select m.accepted_at from messages m
      where m.tenant_id = ${tenantId} and m.sender_id = wanted.flow_id and m.phase = 'left' and not m.is_test
        and m.due_at >= wanted.since
      order by m.due_at desc, m.id desc limit 1
    ) sent on true
    cross join unnest(${SKIP_RULES}::text[]) asked (rule)
    cross join lateral (
      select case when v.rule = 'too_late' then v.compared ->> 'heldBy' else v.rule end as rule, v.decided_at,
        case when v.contact_id is null then m.contact_id else v.contact_id end as contact_id
      from verdicts v
      left join messages m on m.tenant_id = ${tenantId} and m.id = v.message_id
      where v.tenant_id = ${tenantId} and v.outcome = 'skipped' and v.sender_id = wanted.flow_id and v.rule = asked.rule
        and v.decided_at >= wanted.since and (sent.accepted_at is null or v.decided_at > sent.accepted_at)
      order by v.decided_at desc, v.id desc limit ${LOSSES_CONSIDERED}
    ) loss
    where loss.rule = any (${[...MENDABLE_RULES]}::text[])
    order by loss.decided_at desc`.execute(tx);
  return Map.groupBy(
    rows.map((row) => ({
      flowId: FlowId.parse(row.flow_id),
      rule: MendableRuleSchema.parse(row.rule),
      contactId: row.contact_id,
    })),
    ({ flowId }) => flowId,
  );
}

/** Contacts of the messages of some flows that wait, a few for each flow: a flow that will reach them reaches someone. */
export async function listContactsWaiting(
  { tx, tenantId }: TenantScope,
  flowIds: readonly FlowId[],
): Promise<Map<FlowId, string[]>> {
  const { rows } = await sql<{ flow_id: string; contact_id: string }>`
    select wanted.flow_id, waiting.contact_id from unnest(${[...flowIds]}::uuid[]) wanted (flow_id)
    cross join lateral (
      select m.contact_id from messages m
      where m.tenant_id = ${tenantId} and m.sender_id = wanted.flow_id and m.phase = 'waiting' and not m.is_test
        and m.contact_id is not null
      order by m.due_at desc, m.id desc limit ${LOSSES_CONSIDERED}
    ) waiting`.execute(tx);
  const found = Map.groupBy(rows, (row) => FlowId.parse(row.flow_id));
  return new Map([...found].map(([id, ofFlow]) => [id, ofFlow.map((row) => row.contact_id)]));
}

/** Whether another flow that is not deleted reaches nobody by a rule. */
export async function hasAttention({ tx, tenantId }: TenantScope, rule: MendableRule): Promise<boolean> {
  const row = await tx
    .selectFrom('flows')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where('attention_rule', '=', rule)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type LossCount = { rule: MendableRule; flowId: FlowId; title: string; count: number };

/**
 * Messages that live flows did not send on some days of the cabinet's calendar, by rule and flow, the most first; reads the tallies.
 * That a contact has no channel counts where the flow reaches nobody for it: single ones are a matter of the contact.
 */
export async function countLosses(
  { tx, tenantId }: TenantScope,
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Promise<LossCount[]> {
  const { rows } = await sql<{ rule: string; flow_id: string; title: string; count: number }>`
    select t.rule, f.id as flow_id, f.title, sum(t.count)::int as count
    from skip_tallies t
    join flows f on f.tenant_id = ${tenantId} and f.id = t.sender_id
      and f.mode = 'combat' and f.status in ('working', 'error') and f.deleted_at is null
    where t.tenant_id = ${tenantId} and t.day between ${from.toString()}::date and ${to.toString()}::date
      and t.rule = any (${[...MENDABLE_RULES]}::text[]) and (t.rule <> 'no_channel' or f.attention_rule = 'no_channel')
    group by t.rule, f.id, f.title having sum(t.count) > 0
    order by count desc, f.title`.execute(tx);
  return rows.map(({ rule, flow_id: id, title, count }) => ({
    rule: MendableRuleSchema.parse(rule),
    flowId: FlowId.parse(id),
    title,
    count,
  }));
}

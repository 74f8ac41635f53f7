import { sql } from 'kysely';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { HANDOFF_REASONS } from '#contract/assistants/values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type Period = { from: Temporal.Instant; to: Temporal.Instant };

/** Conversations of a period with an answer, those of them that no person was called to, answers, and their cost. */
export async function sumTurns({ tx, tenantId }: TenantScope, assistantId: AssistantId, { from, to }: Period) {
  const { rows } = await sql<{ dialogues: number; resolved: number; answers: number; cost: number }>`
    select count(*)::int as dialogues, (count(*) filter (where not is_handed_over))::int as resolved,
      coalesce(sum(answers), 0)::int as answers, coalesce(sum(cost), 0)::bigint as cost
    from (
      select conversation_id, bool_or(outcome <> 'answered') as is_handed_over, count(*) as answers,
        sum(cost_micro_usd) as cost
      from assistant_turns
      where tenant_id = ${tenantId} and assistant_id = ${assistantId} and at >= ${from} and at < ${to}
        and conversation_id is not null
      group by conversation_id
    ) dialogue`.execute(tx);
  const { dialogues = 0, resolved = 0, answers = 0, cost = 0 } = rows[0] ?? {};
  return { dialogues, resolved, answers, costMicroUsd: Number(cost) };
}

/** Conversations of a period that a person was called to, by the first reason of each. */
export async function countHandoffs({ tx, tenantId }: TenantScope, assistantId: AssistantId, { from, to }: Period) {
  const { rows } = await sql<{ reason: (typeof HANDOFF_REASONS)[number]; dialogues: number }>`
    select reason, count(*)::int as dialogues
    from (
      select distinct on (conversation_id) handoff_reason as reason
      from assistant_turns
      where tenant_id = ${tenantId} and assistant_id = ${assistantId} and at >= ${from} and at < ${to}
        and conversation_id is not null and handoff_reason is not null
      order by conversation_id, at
    ) dialogue
    group by reason
    order by dialogues desc, reason`.execute(tx);
  return rows;
}

/** Ids of visits that answers of a period booked. */
export async function listBookedVisits(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { from, to }: Period,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct booked ->> 'visit_id' as id
    from assistant_turns
    cross join lateral jsonb_path_query(
      calls, '$[*] ? (@.tool == "book" && @.result.ok == true).result.visit') booked
    where tenant_id = ${tenantId} and assistant_id = ${assistantId} and at >= ${from} and at < ${to}
      and conversation_id is not null and booked ->> 'visit_id' is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Prices of appointments with doctors that answers of a period booked. */
export async function listBookedAppointments(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { from, to }: Period,
): Promise<{ totalMinor: number; currency: string }[]> {
  const { rows } = await sql<{ price: number; currency: string }>`
    select price_minor as price, currency
    from clinic_bookings
    where tenant_id = ${tenantId} and id::text in (
      select booked ->> 'appointment_id'
      from assistant_turns
      cross join lateral jsonb_path_query(
        calls, '$[*] ? (@.tool == "book_appointment" && @.result.ok == true).result.appointment') booked
      where tenant_id = ${tenantId} and assistant_id = ${assistantId} and at >= ${from} and at < ${to}
        and conversation_id is not null)`.execute(tx);
  return rows.map(({ price, currency }) => ({ totalMinor: Number(price), currency }));
}

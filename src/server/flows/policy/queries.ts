import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getPolicyReport } from '#contract/policy.ts';
import { DecisionRule, MessageId } from '#contract/delivery.ts';
import { FlowId } from '#contract/flows.ts';
import { SubjectKind } from '#contract/subjects.ts';
import type { DueFlowMessage } from '#server/flows/storage/sender-rules.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** A planned message of a flow to a customer. */
export type WaitingMessage = Pick<DueFlowMessage, 'id' | 'flowId' | 'flowVersion' | 'subject' | 'occurrence' | 'dueAt'>;

/** The next planned messages of flows to customers. */
export async function listNextWaiting({ tx, tenantId }: TenantScope, limit: number): Promise<WaitingMessage[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'sender_id', 'sender_version', 'subject_kind', 'subject_id', 'occurrence', 'due_at'])
    .where('tenant_id', '=', tenantId)
    .where('phase', '=', 'waiting')
    .where('status', '=', 'planned')
    .where('is_test', '=', false)
    .where('sender_id', 'in', (of) => of.selectFrom('flows').select('id').where('tenant_id', '=', tenantId))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: MessageId.parse(row.id),
    flowId: FlowId.parse(row.sender_id),
    flowVersion: row.sender_version ?? 1,
    subject: { kind: SubjectKind.parse(row.subject_kind), id: row.subject_id ?? '' },
    occurrence: row.occurrence,
    dueAt: row.due_at,
  }));
}

type Counts = ReplyOf<typeof getPolicyReport>;

/** Counts the messages that the policy postponed or refused since a day, from the tallies. */
export async function countPolicy(
  { tx, tenantId }: TenantScope,
  since: Temporal.PlainDate,
): Promise<Pick<Counts, 'held' | 'refused'>> {
  const { rows } = await sql<{ rule: string; is_held: boolean; count: number }>`
    select rule, is_held, sum(count)::int8 as count from policy_tallies
    where tenant_id = ${tenantId} and day >= ${since.toString()}::date
    group by rule, is_held having sum(count) > 0 order by count desc, rule`.execute(tx);
  const of = (isHeld: boolean) =>
    rows.filter((row) => row.is_held === isHeld).map(({ rule, count }) => ({ rule: DecisionRule.parse(rule), count }));
  return { held: of(true), refused: of(false) };
}

/** Counts the messages of each flow sent to customers since a moment, without tests and reports; one index range per flow. */
export async function countLeftByFlow(
  { tx, tenantId }: TenantScope,
  flowIds: readonly FlowId[],
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
): Promise<Map<FlowId, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select asked.id, counted.count from unnest(${[...flowIds]}::uuid[]) asked (id) cross join lateral (
      select count(*)::int8 as count from messages m
      where m.tenant_id = ${tenantId} and m.sender_id = asked.id and m.phase = 'left' and not m.is_test and m.test_phone = ''
        and m.due_at > ${since} and m.due_at <= ${until}) counted`.execute(tx);
  return new Map(rows.map(({ id, count }) => [FlowId.parse(id), count]));
}

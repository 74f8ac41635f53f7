import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getPolicyReport } from '#contract/policy/calls.ts';
import { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { WaitingMessage } from './port.ts';

/** Lists the next planned messages to contacts by senders of some kinds. */
export async function listNextWaiting(
  { tx, tenantId }: TenantScope,
  kinds: readonly SenderKind[],
  limit: number,
): Promise<WaitingMessage[]> {
  const rows = await tx
    .selectFrom('messages as m')
    .innerJoin('senders as s', (join) =>
      join.onRef('s.tenant_id', '=', 'm.tenant_id').onRef('s.id', '=', 'm.sender_id'),
    )
    .select(['m.id', 'm.sender_id', 's.kind', 'm.sender_version', 'm.subject_kind', 'm.subject_id', 'm.occurrence'])
    .select('m.due_at')
    .where('m.tenant_id', '=', tenantId)
    .where('m.phase', '=', 'waiting')
    .where('m.status', '=', 'planned')
    .where('m.is_test', '=', false)
    .where('s.kind', 'in', [...kinds])
    .orderBy('m.due_at')
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: MessageId.parse(row.id),
    senderId: SenderId.parse(row.sender_id),
    senderKind: SenderKind.parse(row.kind),
    senderVersion: row.sender_version,
    subject: row.subject_id === null ? null : { kind: SubjectKind.parse(row.subject_kind), id: row.subject_id },
    occurrence: row.occurrence,
    dueAt: row.due_at,
  }));
}

type Report = ReplyOf<typeof getPolicyReport>;

/** Counts the messages that the policy postponed or refused since a day, from the tallies. */
export async function countPolicy(
  { tx, tenantId }: TenantScope,
  since: Temporal.PlainDate,
): Promise<Pick<Report, 'held' | 'refused'>> {
  const { rows } = await sql<{ rule: string; is_held: boolean; count: number }>`
    select rule, is_held, sum(count)::int8 as count from policy_tallies
    where tenant_id = ${tenantId} and day >= ${since.toString()}::date
    group by rule, is_held having sum(count) > 0 order by count desc, rule`.execute(tx);
  const of = (isHeld: boolean) =>
    rows.filter((row) => row.is_held === isHeld).map(({ rule, count }) => ({ rule: DecisionRule.parse(rule), count }));
  return { held: of(true), refused: of(false) };
}

/**
 * Counts the messages that each sender of some kinds sent to contacts in a period, without tests; most first. One index
 * range per sender.
 */
export async function countSentBySender(
  { tx, tenantId }: TenantScope,
  kinds: readonly SenderKind[],
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
): Promise<Report['senders']> {
  const { rows } = await sql<{ id: string; kind: string; title: string; is_marketing: boolean; count: number }>`
    select s.id, s.kind, s.title, counted.is_marketing, counted.count from senders s cross join lateral (
      select count(*)::int8 as count, bool_or(m.is_marketing) as is_marketing from messages m
      where m.tenant_id = ${tenantId} and m.sender_id = s.id and m.phase = 'left' and not m.is_test and m.test_phone = ''
        and m.due_at > ${since} and m.due_at <= ${until}) counted
    where s.tenant_id = ${tenantId} and s.kind = any(${[...kinds]}::text[]) and s.deleted_at is null and counted.count > 0
    order by counted.count desc, s.id`.execute(tx);
  return rows.map((row) => ({
    senderId: SenderId.parse(row.id),
    kind: SenderKind.parse(row.kind),
    title: row.title,
    isMarketing: row.is_marketing,
    sent: row.count,
  }));
}

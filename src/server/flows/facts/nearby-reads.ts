import { sql } from 'kysely';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { oneOfKeys, PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import type { MessageNearby } from '#server/flows/deciding/decision.ts';
import type { KnownSubject } from '#server/subjects/rules.ts';
import { visitSubject } from '#server/subjects/visit-subject-rules.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';

/** Another visit of a subject's contact around it, with the messages about it. */
export type KnownNearby = KnownSubject & { messages: readonly MessageNearby[] };

/** Hours before and after a visit in which its succession lies. */
const HOURS_AROUND = 12;
/** Most visits around one. */
const AROUND = 20;

/** The contact's other visits around each visit, where a flow names them; in one query where there are none. @returns by the visit's id */
export async function listNearby(
  scope: TenantScope,
  subjects: readonly KnownSubject[],
  flows: readonly { kind: FlowKind }[],
): Promise<Map<string, KnownNearby[]>> {
  const visits = subjects.filter(({ kind, contactId }) => kind === 'visit' && contactId !== null);
  if (visits.length === 0 || !flows.some(({ kind }) => flowKind(kind).namesSuccession)) return new Map();
  const pairs = await listPairs(scope, visits);
  const ids = [...new Set(pairs.map(({ nearbyId }) => nearbyId))];
  const found = new Map((await getVisitFacts(scope, ids)).map((visit) => [visit.id, visitSubject(visit)]));
  const messages = await listMessagesAbout(scope, ids);
  const nearby = pairs.flatMap(({ visitId, nearbyId }) => {
    const visit = found.get(nearbyId);
    return visit ? [{ visitId, visit: { ...visit, messages: messages.get(nearbyId) ?? [] } }] : [];
  });
  return new Map(
    [...Map.groupBy(nearby, ({ visitId }) => visitId)].map(([id, ofVisit]) => [id, ofVisit.map(({ visit }) => visit)]),
  );
}

/** Whether a visit begins near enough to another to be of its succession. */
export function isAround({ startsAt }: KnownSubject, subject: KnownSubject): boolean {
  return Math.abs(startsAt.since(subject.startsAt).total('hours')) <= HOURS_AROUND;
}

async function listPairs(
  { tx, tenantId }: TenantScope,
  visits: readonly KnownSubject[],
): Promise<{ visitId: string; nearbyId: VisitId }[]> {
  const { rows } = await sql<{ visit_id: string; id: string }>`${PLANNED_ONCE}
    select asked.id as visit_id, v.id
    from unnest(
      ${visits.map(({ id }) => id)}::uuid[], ${visits.map(({ contactId }) => contactId)}::uuid[],
      ${visits.map(({ startsAt }) => startsAt)}::timestamptz[]) asked (id, contact_id, starts_at)
    cross join lateral (
      select id from visits v
      where v.tenant_id = ${tenantId} and v.contact_id = asked.contact_id and v.id <> asked.id
        and v.starts_at between asked.starts_at - ${HOURS_AROUND} * interval '1 hour'
          and asked.starts_at + ${HOURS_AROUND} * interval '1 hour'
      order by v.starts_at limit ${AROUND}) v`.execute(tx);
  return rows.map((row) => ({ visitId: row.visit_id, nearbyId: VisitId.parse(row.id) }));
}

/** Messages of flows about visits, except those that ended without being sent. Read only: delivery owns the ledger. */
async function listMessagesAbout(
  { tx, tenantId }: TenantScope,
  visitIds: readonly VisitId[],
): Promise<Map<string, MessageNearby[]>> {
  if (visitIds.length === 0) return new Map();
  const { mark, condition } = oneOfKeys('subject_id', visitIds);
  const rows = await tx
    .selectFrom('messages')
    .modifyFront(mark)
    .select(['sender_id', 'subject_id', 'test_phone', 'phase', 'due_at'])
    .where('tenant_id', '=', tenantId)
    .where(condition)
    .where('sender_version', 'is not', null)
    .where('phase', '<>', 'ended')
    .execute();
  const messages = rows.map((row) => ({
    visitId: row.subject_id ?? '',
    flowId: FlowId.parse(row.sender_id),
    testPhone: row.test_phone || null,
    isWaiting: row.phase === 'waiting',
    at: row.due_at,
  }));
  return Map.groupBy(messages, ({ visitId }) => visitId);
}

import { sql } from 'kysely';
import { ContactId } from '#contract/contacts.ts';
import { FlowId, FlowKind } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { orNull } from '#server/platform/reading.ts';

/** A message that left for a customer, or waits: a flow's, or marketing of whatever origin. */
export type RecentMessage = {
  /** Null: of no flow. */
  flowId: FlowId | null;
  /** Of a flow's, what it is about. */
  subjectId: string | null;
  occurrence: number;
  at: Temporal.Instant;
  isMarketing: boolean;
  /** The flow's; null: of no flow. */
  kind: FlowKind | null;
  /** The flow's; empty: of no flow. */
  title: string;
  /** Of what waits still, what it is called; null: it left, or is leaving. */
  waits: { kind: FlowKind | null; title: string } | null;
};

/** Of every customer at most so many are looked at: the latest. */
const LOOKED_AT = 100;

export async function listRecentMessages(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<ContactId, RecentMessage[]>> {
  const { rows } = await sql<{
    contact_id: string;
    flow_id: string | null;
    subject_id: string | null;
    occurrence: number;
    due_at: Temporal.Instant;
    is_marketing: boolean;
    is_waiting: boolean;
    kind: string | null;
    title: string | null;
  }>`
    select m.contact_id, m.flow_id, m.subject_id, m.occurrence, m.due_at, m.is_marketing, m.phase = 'waiting' as is_waiting,
      f.kind, f.title
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select * from messages m
      where m.tenant_id = ${tenantId} and m.contact_id = asked.id and m.due_at > ${since}
        and (m.origin = 'flow' or m.is_marketing) and not m.is_test and m.phase <> 'ended'
      order by m.due_at desc, m.id desc limit ${LOOKED_AT}) m
    left join flows f on f.tenant_id = ${tenantId} and f.id = m.flow_id`.execute(tx);
  const messages = rows.map((row) => {
    const [kind, title] = [orNull(FlowKind, row.kind), row.title ?? ''];
    return {
      contactId: ContactId.parse(row.contact_id),
      flowId: orNull(FlowId, row.flow_id),
      subjectId: row.subject_id,
      occurrence: row.occurrence,
      at: row.due_at,
      isMarketing: row.is_marketing,
      kind,
      title,
      waits: row.is_waiting ? { kind, title } : null,
    };
  });
  return Map.groupBy(messages, ({ contactId }) => contactId);
}

/** What is due today may have been planned for days ago: it was put off. */
const PUT_OFF_DAYS = 7;

/** Messages of a flow that left for customers since a moment, or are leaving. */
export async function countLeft(
  { tx, tenantId }: TenantScope,
  flowId: FlowId,
  since: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    where tenant_id = ${tenantId} and flow_id = ${flowId} and phase in ('left', 'doubtful')
      and due_at > ${since.subtract({ hours: 24 * PUT_OFF_DAYS })} and not is_test
      and coalesce(accepted_at, updated_at) >= ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

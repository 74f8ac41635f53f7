import { sql } from 'kysely';
import { ContactId } from '#contract/contacts.ts';
import { FlowId } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** A flow's message that left for a customer, or waits. */
export type HeardMessage = { flowId: FlowId; subjectId: string; at: Temporal.Instant; isMarketing: boolean };

/** Of every customer at most so many are looked at: the latest. */
const LOOKED_AT = 100;

export async function listHeard(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<ContactId, HeardMessage[]>> {
  const { rows } = await sql<{
    contact_id: string;
    flow_id: string;
    subject_id: string;
    due_at: Temporal.Instant;
    is_marketing: boolean;
  }>`
    select m.contact_id, m.flow_id, m.subject_id, m.due_at, m.is_marketing
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select * from messages m
      where m.tenant_id = ${tenantId} and m.contact_id = asked.id and m.due_at > ${since} and m.origin = 'flow'
        and not m.is_test and m.phase <> 'ended'
      order by m.due_at desc, m.id desc limit ${LOOKED_AT}) m`.execute(tx);
  const messages = rows.map((row) => ({
    contactId: ContactId.parse(row.contact_id),
    flowId: FlowId.parse(row.flow_id),
    subjectId: row.subject_id,
    at: row.due_at,
    isMarketing: row.is_marketing,
  }));
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

import { toFlowEvent } from '#server/subjects/event-reads.ts';
import type { FlowEvent } from '#server/subjects/rules.ts';
import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The latest subjects of one contact are listed up to this number; a page shows no more. */
const MAX_SUBJECTS = 100;

/** Lists the subjects of events of some kinds in a period: orders, carts or events of one contact. */
export async function listSubjectsOf(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  { from, to, triggers }: { from: Temporal.Instant; to: Temporal.Instant; triggers: readonly string[] },
): Promise<string[]> {
  if (triggers.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select subject_id as id from events
    where tenant_id = ${tenantId} and contact_id = ${contactId} and subject_id is not null
      and kind = any (${[...triggers]}::text[]) and occurred_at >= ${from} and occurred_at <= ${to}
    group by subject_id order by max(occurred_at) desc limit ${MAX_SUBJECTS}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists the latest event of some kinds for each of the subjects. */
export async function listHappened(
  { tx, tenantId }: TenantScope,
  subjects: readonly { kind: SubjectKind; id: string }[],
  kinds: readonly string[],
): Promise<Map<string, FlowEvent>> {
  const [first] = subjects;
  if (kinds.length === 0 || !first) return new Map();
  const column = first.kind === 'visit' ? 'visit_id' : 'subject_id'; // all subjects are of one kind
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'kind', column, 'facts', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where(column, '=', sql<string>`any (${subjects.map(({ id }) => id)}::uuid[])`)
    .where('kind', 'in', [...kinds])
    .orderBy('recorded_at')
    .execute();
  return new Map(
    rows.map((row) => {
      const event = { id: row.id, name: row.kind, occurredAt: row.occurred_at, facts: row.facts };
      return [row[column] ?? '', toFlowEvent(event)];
    }),
  );
}

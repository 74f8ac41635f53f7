import { sql } from 'kysely';
import type { ContactId } from '#contract/contacts.ts';
import { SubjectKind } from '#contract/flows.ts';
import type { Subject } from '#server/delivery/rules.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** Of one customer at most so many are decided about again. */
const OF_CONTACT = 20;

/** What the marketing that waits for some customers is about; trials of owners left out. */
export async function listMarketingSubjects(
  { tx, tenantId }: TenantScope,
  contactIds: readonly ContactId[],
): Promise<Subject[]> {
  const { rows } = await sql<{ subject_kind: string; subject_id: string }>`
    select distinct m.subject_kind, m.subject_id
    from unnest(${[...contactIds]}::uuid[]) asked (id) cross join lateral (
      select * from messages m
      where m.tenant_id = ${tenantId} and m.contact_id = asked.id and m.origin = 'flow' and m.phase = 'waiting'
        and m.is_marketing and not m.is_test
      order by m.due_at desc, m.id desc limit ${OF_CONTACT}) m`.execute(tx);
  return rows.map((row) => ({ kind: SubjectKind.parse(row.subject_kind), id: row.subject_id }));
}

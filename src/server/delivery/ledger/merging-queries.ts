import { sql } from 'kysely';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/**
 * Moves verdicts to the remaining contact, and what messages are about. The subject of a message may be the contact itself, e.g. of a
 * birthday: it becomes the other contact too, so that nothing is sent twice for one occasion.
 */
export async function moveSubjects(scope: TenantScope, merge: ContactMerge): Promise<void> {
  await moveVerdicts(scope, merge);
  await moveSubjectsOfMessages(scope, merge);
}

/**
 * NOTE: verdicts are found by existing indexes (without a message by contact, with one by message), so that the cost
 * grows with the contact's rows and not with the table.
 */
async function moveVerdicts({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  const moved = sql`contact_id = ${to}, subject_id = case v.subject_id when ${from} then ${to}::uuid else v.subject_id end`;
  await sql`
    update verdicts v set ${moved}
    where v.tenant_id = ${tenantId} and v.contact_id = ${from} and v.outcome = 'skipped' and v.message_id is null`.execute(
    tx,
  );
  await sql`
    update verdicts v set ${moved} from messages m
    where m.tenant_id = ${tenantId} and m.contact_id = ${from} and v.tenant_id = ${tenantId} and v.message_id = m.id
      and v.contact_id = ${from}`.execute(tx);
}

/** Where both contacts have a message for one occasion, that of `from` keeps its subject: the key is unique. */
async function moveSubjectsOfMessages({ tx, tenantId }: TenantScope, { from, to }: ContactMerge): Promise<void> {
  const key = sql`replace(m.occasion_key, ${from}, ${to})`;
  await sql`
    update messages m set subject_id = ${to}, occasion_key = ${key}
    where m.tenant_id = ${tenantId} and m.contact_id = ${from} and m.subject_id = ${from}
      and not exists (
        select from messages o
        where o.tenant_id = ${tenantId} and o.sender_id = m.sender_id and o.occasion_key = ${key})`.execute(tx);
}

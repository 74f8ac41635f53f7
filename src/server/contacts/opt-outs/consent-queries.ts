import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A consent that a member recorded, or its withdrawal. */
export type RecordedConsent = {
  contactId: ContactId;
  isGiven: boolean;
  source: string;
  consentedOn: string | null;
  recordedAt: Temporal.Instant;
  recordedBy: MemberId | null;
};

export async function insertConsent(
  { tx, tenantId }: TenantScope,
  { contactId, isGiven, source, consentedOn, recordedAt, recordedBy }: RecordedConsent,
  id: string,
): Promise<void> {
  await tx
    .insertInto('contact_consents')
    .values({
      tenant_id: tenantId,
      id,
      contact_id: contactId,
      is_given: isGiven,
      source,
      consented_on: consentedOn,
      recorded_at: recordedAt,
      recorded_by: recordedBy,
    })
    .execute();
}

type Row = Omit<RecordedConsent, 'recordedBy'> & { recordedBy: string | null };

/** The consents of contacts that members recorded, newest first; `recordedBy` is a name. */
export async function listRecordedConsents(
  { tx, tenantId }: TenantScope,
  ids: readonly ContactId[],
  { limit }: { limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'contactId'> & { contactId: string }>`
    select r.contact_id as "contactId", r.is_given as "isGiven", r.source, r.consented_on::text as "consentedOn",
      r.recorded_at as "recordedAt", coalesce(nullif(trim(m.full_name), ''), m.email) as "recordedBy"
    from unnest(${[...ids]}::uuid[]) person (id)
    cross join lateral (
      select * from contact_consents c where c.tenant_id = ${tenantId} and c.contact_id = person.id
      order by c.recorded_at desc, c.id desc limit ${limit}) r
    left join members m on m.tenant_id = ${tenantId} and m.id = r.recorded_by
    order by r.recorded_at desc, r.id desc`.execute(tx);
  return rows.map((row) => ({ ...row, contactId: ContactId.parse(row.contactId) }));
}

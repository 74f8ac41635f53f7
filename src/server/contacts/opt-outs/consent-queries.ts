import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { ImportId } from '#contract/imports/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { ClockedScope } from '#server/contacts/book/opt-out-queries.ts';
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

/** Stores that contacts of a list refuse advertising, in the words of their cells. */
export async function insertRefusals(
  { tx, tenantId, clock }: ClockedScope,
  importId: ImportId,
  refusals: readonly { contactId: ContactId; stated: string }[],
): Promise<void> {
  await tx
    .insertInto('contact_consents')
    .values(
      refusals.map(({ contactId, stated }) => ({
        tenant_id: tenantId,
        id: randomUUIDv7(),
        contact_id: contactId,
        is_given: false,
        source: stated,
        recorded_at: clock.now(),
        import_id: importId,
      })),
    )
    .execute();
}

/** Deletes the refusals that an import stored for contacts. */
export async function deleteRefusals(
  { tx, tenantId }: TenantScope,
  importId: ImportId,
  ids: readonly ContactId[],
): Promise<void> {
  await tx
    .deleteFrom('contact_consents')
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .where('contact_id', '=', sql<string>`any (${[...ids]}::uuid[])`)
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

import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { oneOfKeys, type TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { VisitSums } from './rules.ts';
import { contactColumns, type KnownContact, toContact } from './stored-contacts.ts';

export type NewContact = {
  name: string;
  phone: string | null;
  email?: string | null;
  language?: Language | null;
  createdAt: Temporal.Instant;
};

export async function findContact(
  { tx, tenantId }: TenantScope,
  id: ContactId,
  { isLocked = false } = {},
): Promise<KnownContact | undefined> {
  const row = await tx
    .selectFrom('contacts')
    .select(contactColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toContact(row);
}

export async function findContactByPhone(
  { tx, tenantId }: TenantScope,
  phone: string,
): Promise<KnownContact | undefined> {
  const row = await tx
    .selectFrom('contacts')
    .select(contactColumns)
    .where('tenant_id', '=', tenantId)
    .where('phone', '=', phone)
    .executeTakeFirst();
  return row && toContact(row);
}

/** Lists contacts with their tags and the imports whose lists have them. */
export async function listContactsById({ tx, tenantId }: TenantScope, ids: readonly ContactId[]) {
  const { mark, condition } = oneOfKeys('id', ids);
  const rows = await tx
    .selectFrom('contacts')
    .modifyFront(mark)
    .select(contactColumns)
    .select([
      sql<string[]>`array(select t.tag from contact_tags t
        where t.tenant_id = ${tenantId} and t.contact_id = contacts.id order by t.tag)`.as('tags'),
      sql<string[]>`array(select i.import_id::text from imported_contacts i
        where i.tenant_id = ${tenantId} and i.contact_id = contacts.id)`.as('import_ids'),
    ])
    .where('tenant_id', '=', tenantId)
    .where(condition)
    .execute();
  return rows.map((row) => ({ ...toContact(row), tags: row.tags, importIds: row.import_ids }));
}

/** Columns that an exported list has beside the rows of the page. */
export type ContactDetails = { email: string | null; birthDate: string | null; note: string | null };

/** Reads details of contacts. */
export async function listDetails(
  { tx, tenantId }: TenantScope,
  ids: readonly ContactId[],
): Promise<Map<ContactId, ContactDetails>> {
  const rows = await tx
    .selectFrom('contacts')
    .select(['id', 'email', 'birth_date', 'note'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, email, birth_date: birthDate, note }) => [ContactId.parse(id), { email, birthDate, note }]),
  );
}

/** Finds the contacts of phones. */
export async function listContactsByPhone(
  { tx, tenantId }: TenantScope,
  phones: readonly string[],
): Promise<Map<string, ContactId>> {
  const rows = await tx
    .selectFrom('contacts')
    .select(['id', 'phone'])
    .where('tenant_id', '=', tenantId)
    .where('phone', '=', sql<string>`any (${[...phones]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.phone ?? '', ContactId.parse(row.id)]));
}

/** Inserts a contact; concurrent inserts of one phone give one contact. */
export async function insertContact({ tx, tenantId }: TenantScope, contact: NewContact): Promise<ContactId> {
  const row = await tx
    .insertInto('contacts')
    .values({
      tenant_id: tenantId,
      id: newId(ContactId),
      name: contact.name,
      phone: contact.phone,
      email: contact.email ?? null,
      language: contact.language ?? null,
      created_at: contact.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'phone'])
        .where('phone', 'is not', null)
        .doUpdateSet({ phone: (eb) => eb.ref('excluded.phone') }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return ContactId.parse(row.id);
}

export type ContactFacts = Partial<{
  name: string;
  phone: string;
  email: string;
  visitsCount: number;
  refusesMailings: boolean;
  birthDate: string | null;
  categories: readonly string[];
  /** Minor units of the cabinet's currency, as the card had it when it was read. */
  spent: { minor: number; at: Temporal.Instant };
}>;

/** Fills unknown fields. */
export async function completeContact(
  { tx, tenantId }: TenantScope,
  id: ContactId,
  known: { name: string | null; language: Language | null },
): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({
      name: sql<string>`case when name = '' then ${known.name ?? ''} else name end`,
      language: sql<string | null>`coalesce(language, ${known.language})`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(
      sql<boolean>`((name = '' and ${known.name ?? ''} <> '') or (language is null and ${known.language}::text is not null))`,
    )
    .execute();
}

/** Gives a contact an unused phone. @returns false when another contact has it */
export async function setPhoneIfFree({ tx, tenantId }: TenantScope, id: ContactId, phone: string): Promise<boolean> {
  const updated = await tx
    .updateTable('contacts')
    .set({ phone })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contacts as other')
            .select('other.id')
            .where('other.tenant_id', '=', tenantId)
            .where('other.phone', '=', phone),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Links an outside system's client to a contact; the latest call overwrites. */
export async function putLink(
  { tx, tenantId }: TenantScope,
  link: { branchId: BranchId; externalId: string; contactId: ContactId },
): Promise<void> {
  await tx
    .insertInto('contact_links')
    .values({
      tenant_id: tenantId,
      branch_id: link.branchId,
      external_id: link.externalId,
      contact_id: link.contactId,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'branch_id', 'external_id']).doUpdateSet({ contact_id: link.contactId }),
    )
    .execute();
}

export async function countLinks({ tx, tenantId }: TenantScope, id: ContactId): Promise<number> {
  const row = await tx
    .selectFrom('contact_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Clears the facts of a removed card: birthday, categories, purchases. A member's changes and opt-outs stay. */
export async function forgetCard({ tx, tenantId }: TenantScope, id: ContactId): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({
      birth_date: sql<string | null>`case when 'birth_date' = any(kept_fields) then birth_date end`,
      categories: [],
      visits_count: 0,
      spent_minor: 0,
      spent_at: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Moves `last_visit_at` forward, for many contacts in one statement. */
export async function advanceLastVisit(
  { tx, tenantId }: TenantScope,
  visits: readonly { contactId: ContactId; at: Temporal.Instant }[],
): Promise<void> {
  if (visits.length === 0) return;
  await sql`
    update contacts c set last_visit_at = seen.at
    from (select id, max(at) as at from unnest(
      ${visits.map((visit) => visit.contactId)}::uuid[], ${visits.map((visit) => visit.at.toString())}::timestamptz[]
    ) as one (id, at) group by id) seen
    where c.tenant_id = ${tenantId} and c.id = seen.id and (c.last_visit_at is null or c.last_visit_at < seen.at)
  `.execute(tx);
}

/** Adds spending since the card was read, for many contacts in one statement. */
export async function addSpent(
  { tx, tenantId }: TenantScope,
  visits: readonly { contactId: ContactId; minor: number; at: Temporal.Instant }[],
): Promise<void> {
  if (visits.length === 0) return;
  await sql`
    update contacts c set spent_minor = greatest(0, c.spent_minor + since.minor)
    from (
      select told.id, sum(one.minor)::bigint as minor
      from unnest(
        ${visits.map((visit) => visit.contactId)}::uuid[], ${visits.map((visit) => visit.minor)}::bigint[],
        ${visits.map((visit) => visit.at.toString())}::timestamptz[]
      ) as one (id, minor, at)
      join contacts told on told.tenant_id = ${tenantId} and told.id = one.id and told.spent_at < one.at
      group by told.id) since
    where c.tenant_id = ${tenantId} and c.id = since.id
  `.execute(tx);
}

/** Stores the sums of visits, for many contacts in one statement. */
export async function setVisitSums({ tx, tenantId }: TenantScope, sums: readonly VisitSums[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    update contacts c set arrived_count = s.arrived, paid_minor = s."paidMinor", no_show_count = s."noShows",
      held_branch_ids = s."branchIds", held_master_ids = s."masterIds", held_service_ids = s."serviceIds",
      held_online = s."isOnline", held_by_staff = s."isByStaff"
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as s ("contactId" uuid, arrived int, "paidMinor" bigint,
      "noShows" int, "branchIds" uuid[], "masterIds" uuid[], "serviceIds" uuid[], "isOnline" boolean, "isByStaff" boolean)
    where c.tenant_id = ${tenantId} and c.id = s."contactId"
      and (c.arrived_count, c.paid_minor, c.no_show_count, c.held_branch_ids, c.held_master_ids, c.held_service_ids,
        c.held_online, c.held_by_staff)
        is distinct from (s.arrived, s."paidMinor", s."noShows", s."branchIds", s."masterIds", s."serviceIds",
          s."isOnline", s."isByStaff")`.execute(tx);
}

/** Serializes transactions that insert the same subject, until the transaction ends. */
export async function lockSubject({ tx, tenantId }: TenantScope, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${tenantId}:${subject}`}, 0))`.execute(tx);
}

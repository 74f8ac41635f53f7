import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { PLANNED_ONCE, type TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { ContactFacts, NewContact } from '#server/contacts/book/queries.ts';
import { contactColumns, type KnownContact, toContact } from '#server/contacts/book/stored-contacts.ts';

type Link = { externalId: string; contactId: ContactId };

/** Serializes recordings of the same clients until the transaction ends; in the given order. */
export async function lockClients(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  externalIds: readonly string[],
): Promise<void> {
  const keys = externalIds.map((externalId) => `contacts:${tenantId}:${branchId}:${externalId}`);
  await sql`${PLANNED_ONCE}
    select pg_advisory_xact_lock(hashtextextended(one.key, 0))
    from (select key from unnest(${keys}::text[]) with ordinality as t (key, place) order by place) one
  `.execute(tx);
}

/** Returns the contacts that outside clients are linked to, by the clients' ids. */
export async function findLinks(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  externalIds: readonly string[],
): Promise<Map<string, ContactId>> {
  const rows = await tx
    .selectFrom('contact_links')
    .select(['external_id', 'contact_id'])
    .where('tenant_id', '=', tenantId)
    .where('branch_id', '=', branchId)
    .where('external_id', '=', sql<string>`any (${[...externalIds]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.external_id, ContactId.parse(row.contact_id)]));
}

/** Links outside clients to contacts; the latest call overwrites. @param links each client once */
export async function putLinks(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map(({ externalId, contactId }) => ({
    tenant_id: tenantId,
    branch_id: branchId,
    external_id: externalId,
    contact_id: contactId,
  }));
  await tx
    .insertInto('contact_links')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'branch_id', 'external_id'])
        .doUpdateSet({ contact_id: (eb) => eb.ref('excluded.contact_id') }),
    )
    .execute();
}

export type ContactForUpdate = KnownContact & {
  email: string | null;
  /** Fields that cards do not overwrite. */
  changedByMember: string[];
};

/** Locks the contacts until the transaction ends, in a stable order. */
export async function lockContacts(
  { tx, tenantId }: TenantScope,
  ids: readonly ContactId[],
): Promise<Map<ContactId, ContactForUpdate>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('contacts')
    .select([...contactColumns, 'email', 'kept_fields'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const contacts = rows.map((row) => ({ ...toContact(row), email: row.email, changedByMember: row.kept_fields }));
  return new Map(contacts.map((contact) => [contact.id, contact]));
}

/** Inserts contacts; those with a stored phone are found by it. @returns ids in the given order */
export async function insertContacts(
  { tx, tenantId }: TenantScope,
  contacts: readonly NewContact[],
): Promise<ContactId[]> {
  if (contacts.length === 0) return [];
  const fresh = contacts.map((contact) => ({ contact, id: newId(ContactId) }));
  const firstByPhone = new Map(
    fresh.toReversed().flatMap((one) => (one.contact.phone === null ? [] : [[one.contact.phone, one] as const])),
  );
  // In the order of phones, so that two transactions cannot deadlock.
  const made = [...firstByPhone.values()].toSorted((a, b) =>
    (a.contact.phone ?? '').localeCompare(b.contact.phone ?? ''),
  );
  const rows = [...made, ...fresh.filter(({ contact }) => contact.phone === null)].map(({ contact, id }) => ({
    tenant_id: tenantId,
    id,
    name: contact.name,
    phone: contact.phone,
    email: contact.email ?? null,
    language: contact.language ?? null,
    created_at: contact.createdAt,
  }));
  const stored = await tx
    .insertInto('contacts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'phone'])
        .where('phone', 'is not', null)
        .doUpdateSet({ phone: (eb) => eb.ref('excluded.phone') }),
    )
    .returning(['id', 'phone'])
    .execute();
  const byPhone = new Map(stored.map((row) => [row.phone, ContactId.parse(row.id)]));
  return fresh.map(({ contact, id }) => (contact.phone === null ? id : (byPhone.get(contact.phone) ?? id)));
}

/** Facts of a card; absent ones stay unchanged. */
export type CardFacts = Pick<ContactFacts, 'refusesMailings' | 'birthDate' | 'categories' | 'spent'> & {
  /** Empty: not known. */
  name?: string;
  /** Given with the name; null: not known apart. */
  givenName?: string | null;
  email?: string | null;
  visitsCount?: number | null;
};

/**
 * Stores facts of cards; a member's changes stay. Each of several cards of one contact reports its own branch: the
 * largest sum and count are the nearest to the total.
 *
 * @param cards each contact once
 */
export async function updateCards(
  { tx, tenantId }: TenantScope,
  cards: ReadonlyMap<ContactId, CardFacts>,
): Promise<void> {
  if (cards.size === 0) return;
  const rows = [...cards].map(([id, facts]) => ({
    id,
    name: facts.name || null,
    given_name: facts.givenName || null,
    email: facts.email || null,
    visits_count: facts.visitsCount ?? null,
    refuses_mailings: facts.refusesMailings ?? null,
    has_birth_date: facts.birthDate !== undefined,
    birth_date: facts.birthDate ?? null,
    categories: facts.categories ?? null,
    spent_minor: facts.spent?.minor ?? null,
    spent_at: facts.spent?.at.toString() ?? null,
  }));
  await sql`
    update contacts c set
      name = case when one.name is null or 'name' = any (c.kept_fields) then c.name else one.name end,
      given_name = case when one.name is null or 'name' = any (c.kept_fields) then c.given_name else one.given_name end,
      email = coalesce(one.email, c.email),
      visits_count = greatest(c.visits_count, one.visits_count),
      refuses_mailings = coalesce(one.refuses_mailings, c.refuses_mailings),
      birth_date = case when not one.has_birth_date or 'birth_date' = any (c.kept_fields) then c.birth_date
        else one.birth_date end,
      categories = coalesce(one.categories, c.categories),
      spent_minor = case
        when one.spent_minor is null then c.spent_minor
        when (select count(*) from contact_links l where l.tenant_id = ${tenantId} and l.contact_id = c.id) > 1
        then greatest(c.spent_minor, one.spent_minor)
        else one.spent_minor end,
      spent_at = coalesce(one.spent_at, c.spent_at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
      id uuid, name text, given_name text, email text, visits_count int, refuses_mailings boolean, has_birth_date boolean,
      birth_date date, categories text[], spent_minor bigint, spent_at timestamptz)
    where c.tenant_id = ${tenantId} and c.id = one.id
  `.execute(tx);
}

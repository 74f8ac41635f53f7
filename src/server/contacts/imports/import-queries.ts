import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { ImportId } from '#contract/imports/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

/** A row of an imported list; absent values are null. */
export type ListRow = {
  rowNumber: number;
  /** E.164; each phone comes once. */
  phone: string;
  name: string | null;
  /** The first name; null where the list has none apart. */
  givenName?: string | null;
  email: string | null;
  birthDate: string | null;
  language: Language | null;
  tags: readonly string[];
  note: string | null;
  /** The consent that the list states; null where it has no column for it. */
  consent?: { answer: 'yes' | 'no' | 'unknown'; stated: string } | null;
};

/** Fields that a list changes; `kept_fields` and `given_name` follow the name and the birthday. */
const CHANGED_FIELDS = ['name', 'given_name', 'email', 'birth_date', 'language', 'note', 'kept_fields'] as const;
type Values = Readonly<Record<string, unknown>>;

/** Fields with their values before and after. */
type Changes = Record<string, readonly [before: unknown, after: unknown]>;

const valuesOf = (table: string) =>
  sql`jsonb_build_object(${sql.join(CHANGED_FIELDS.flatMap((field) => [sql.lit(field), sql.ref(`${table}.${field}`)]))})`;

function changesOf(was: Values, became: Values): Changes {
  const isSame = (field: string) => JSON.stringify(was[field]) === JSON.stringify(became[field]);
  return Object.fromEntries(
    CHANGED_FIELDS.filter((field) => !isSame(field)).map((field) => [field, [was[field], became[field]]]),
  );
}

/** Inserts contacts for phones that no contact has. @returns the phones of the new contacts */
export async function insertImported(
  { tx, tenantId }: TenantScope,
  rows: readonly ListRow[],
  createdAt: Temporal.Instant,
): Promise<Set<string>> {
  const column = <Value>(read: (row: ListRow) => Value) => rows.map(read);
  const inserted = await sql<{ phone: string }>`
    insert into contacts (tenant_id, id, phone, name, given_name, email, birth_date, language, note, created_at)
    select ${tenantId}::uuid, one.*, ${createdAt}::timestamptz from unnest(
      ${column(() => newId(ContactId))}::uuid[], ${column(({ phone }) => phone)}::text[],
      ${column(({ name }) => name ?? '')}::text[], ${column(({ givenName }) => givenName ?? null)}::text[],
      ${column(({ email }) => email)}::text[],
      ${column(({ birthDate }) => birthDate)}::date[], ${column(({ language }) => language)}::text[],
      ${column(({ note }) => note)}::text[]) as one
    on conflict (tenant_id, phone) where phone is not null do nothing
    returning phone`.execute(tx);
  return new Set(inserted.rows.map(({ phone }) => phone));
}

/**
 * Fills empty fields of contacts by a list; with `isReplacing` its values replace others too, and a booking system does
 * not overwrite them later.
 *
 * @returns the changes of each contact that changed
 */
export async function updateImported(
  { tx, tenantId }: TenantScope,
  rows: readonly (ListRow & { contactId: ContactId })[],
  isReplacing: boolean,
): Promise<Map<ContactId, Changes>> {
  if (rows.length === 0) return new Map();
  const given = JSON.stringify(
    rows.map(({ contactId, name, givenName, email, birthDate, language, note }) => ({
      id: contactId,
      name,
      given_name: givenName ?? null,
      email,
      birth_date: birthDate,
      language,
      note,
    })),
  );
  const merged = isReplacing
    ? sql`coalesce(one.name, c.name) as name, coalesce(one.email, c.email) as email,
        coalesce(one.birth_date, c.birth_date) as birth_date, coalesce(one.language, c.language) as language,
        coalesce(one.note, c.note) as note`
    : sql`case when c.name = '' then coalesce(one.name, '') else c.name end as name, coalesce(c.email, one.email) as email,
        coalesce(c.birth_date, one.birth_date) as birth_date, coalesce(c.language, one.language) as language,
        coalesce(c.note, one.note) as note`;
  const { rows: changed } = await sql<{ id: string; was: Values; became: Values }>`
    update contacts c set name = after.name, email = after.email,
      given_name = after.given_name, birth_date = after.birth_date,
      language = after.language, note = after.note,
      kept_fields = case when ${isReplacing} then array(select distinct unnest(c.kept_fields
        || case when after.name <> c.name then array['name'] else '{}' end
        || case when after.birth_date is distinct from c.birth_date then array['birth_date'] else '{}' end))
        else c.kept_fields end
    from (
      select one.*, case when one.name = one.former_name then coalesce(one.former_given, one.list_given) else one.list_given end as given_name
      from (select c.id, ${valuesOf('c')} as was, c.name as former_name, c.given_name as former_given,
        one.given_name as list_given, ${merged} from contacts c
      join json_to_recordset(${given}::json) as one (id uuid, name text, given_name text, email text, birth_date date, language text, note text)
        on one.id = c.id
      where c.tenant_id = ${tenantId}) one
    ) after
    where c.tenant_id = ${tenantId} and c.id = after.id
      and (c.name, c.given_name, c.email, c.birth_date, c.language, c.note)
        is distinct from (after.name, after.given_name, after.email, after.birth_date, after.language, after.note)
    returning c.id, after.was, ${valuesOf('c')} as became`.execute(tx);
  return new Map(changed.map(({ id, was, became }) => [ContactId.parse(id), changesOf(was, became)]));
}

/** Adds tags to contacts, each its own. @returns those that were added */
export async function insertTagsOf(
  { tx, tenantId }: TenantScope,
  tagged: readonly { contactId: ContactId; tag: string }[],
): Promise<{ contactId: ContactId; tag: string }[]> {
  if (tagged.length === 0) return [];
  const { rows } = await sql<{ contact_id: string; tag: string }>`
    insert into contact_tags (tenant_id, contact_id, tag)
    select ${tenantId}::uuid, one.* from unnest(
      ${tagged.map(({ contactId }) => contactId)}::uuid[], ${tagged.map(({ tag }) => tag)}::text[]) as one
    on conflict do nothing returning contact_id, tag`.execute(tx);
  return rows.map((row) => ({ contactId: ContactId.parse(row.contact_id), tag: row.tag }));
}

export type ListMember = {
  contactId: ContactId;
  rowNumber: number;
  wasCreated: boolean;
  addedTags: readonly string[];
  changes: Changes | null;
  /** Whether the list has a consent of the contact: its own yes, or that of the whole list. */
  hasConsent: boolean;
};

/** Adds contacts to the list of an import. */
export async function insertListMembers(
  { tx, tenantId }: TenantScope,
  importId: ImportId,
  members: readonly ListMember[],
): Promise<void> {
  if (members.length === 0) return;
  const given = JSON.stringify(
    members.map(({ contactId, rowNumber, wasCreated, addedTags, changes, hasConsent }) => ({
      contact_id: contactId,
      row_number: rowNumber,
      was_created: wasCreated,
      added_tags: addedTags,
      changes,
      has_consent: hasConsent,
    })),
  );
  await sql`
    insert into imported_contacts (tenant_id, import_id, contact_id, row_number, was_created, added_tags, changes, has_consent)
    select ${tenantId}::uuid, ${importId}::uuid, one.contact_id, one.row_number, one.was_created,
      array(select json_array_elements_text(one.added_tags)), one.changes, one.has_consent
    from json_to_recordset(${given}::json) as one (contact_id uuid, row_number int, was_created boolean, added_tags json, changes jsonb,
      has_consent boolean)
    on conflict do nothing`.execute(tx);
}

/** Returns those of the contacts that the list has already. */
export async function listMembersAmong(
  { tx, tenantId }: TenantScope,
  importId: ImportId,
  ids: readonly ContactId[],
): Promise<Set<ContactId>> {
  const rows = await tx
    .selectFrom('imported_contacts')
    .select('contact_id')
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .where('contact_id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => ContactId.parse(row.contact_id)));
}

/** A contact taken off a list. */
export type TakenMember = Pick<ListMember, 'contactId' | 'wasCreated' | 'changes'>;

/** Takes the next contacts off the list of an import, with the tags that the import gave them. */
export async function takeListMembers(
  { tx, tenantId }: TenantScope,
  importId: ImportId,
  limit: number,
): Promise<TakenMember[]> {
  const { rows } = await sql<{ contact_id: string; was_created: boolean; changes: Changes | null }>`
    with taken as (
      delete from imported_contacts
      where tenant_id = ${tenantId} and import_id = ${importId} and contact_id in (
        select contact_id from imported_contacts where tenant_id = ${tenantId} and import_id = ${importId}
        order by contact_id limit ${limit})
      returning contact_id, was_created, added_tags, changes
    ), untagged as (
      delete from contact_tags t using taken, unnest(taken.added_tags) as added (tag)
      where t.tenant_id = ${tenantId} and t.contact_id = taken.contact_id and t.tag = added.tag
      returning t.contact_id
    )
    select contact_id, was_created, changes from taken`.execute(tx);
  return rows.map((row) => ({
    contactId: ContactId.parse(row.contact_id),
    wasCreated: row.was_created,
    changes: row.changes,
  }));
}

/** Gives fields of contacts the values they had before a list, where nothing has changed them since. @returns the contacts */
export async function restoreFields(
  { tx, tenantId }: TenantScope,
  members: readonly Pick<TakenMember, 'contactId' | 'changes'>[],
): Promise<ContactId[]> {
  if (members.length === 0) return [];
  const given = JSON.stringify(members.map(({ contactId, changes }) => ({ id: contactId, changes })));
  const restored = CHANGED_FIELDS.map((field) => {
    const [column, change] = [sql.ref(`c.${field}`), sql`one.changes -> ${sql.lit(field)}`];
    const before = {
      birth_date: sql`(${change} ->> 0)::date`,
      kept_fields: sql`array(select k from unnest(c.kept_fields) k where not (${change} -> 1 ? k) or ${change} -> 0 ? k
        or case k when 'name' then c.name is distinct from one.changes -> 'name' ->> 1
          else c.birth_date::text is distinct from one.changes -> 'birth_date' ->> 1 end)`,
    };
    const value = field in before ? before[field as keyof typeof before] : sql`${change} ->> 0`;
    const isAsStored = sql`coalesce(to_jsonb(${column}), 'null') = ${change} -> 1`;
    return sql`${sql.ref(field)} = case when ${change} is not null
      and ${field === 'kept_fields' ? sql`true` : isAsStored} then ${value} else ${column} end`;
  });
  const { rows } = await sql<{ id: string }>`
    update contacts c set ${sql.join(restored)}
    from json_to_recordset(${given}::json) as one (id uuid, changes jsonb)
    where c.tenant_id = ${tenantId} and c.id = one.id
    returning c.id`.execute(tx);
  return rows.map(({ id }) => ContactId.parse(id));
}

/**
 * Deletes those of the contacts that nothing refers to: no row of any room, no tag, no other list, no field that a
 * member edited.
 *
 * @returns how many
 */
export async function deleteUnused({ tx, tenantId }: TenantScope, ids: readonly ContactId[]): Promise<number> {
  const bare = await sql<{ id: string }>`
    select c.id from contacts c where c.tenant_id = ${tenantId} and c.id = any(${[...ids]}::uuid[]) and c.kept_fields = '{}'
      and not exists (select from contact_tags t where t.tenant_id = ${tenantId} and t.contact_id = c.id)
      and not exists (select from imported_contacts i where i.tenant_id = ${tenantId} and i.contact_id = c.id)
      and not exists (select from opt_outs o where o.tenant_id = ${tenantId} and o.phone = c.phone)`.execute(tx);
  const { rows } = await sql<{ deleted: number }>`
    select frontdesk.delete_unreferenced_contacts(${bare.rows.map(({ id }) => id)}::uuid[]) as deleted`.execute(tx);
  return rows[0]?.deleted ?? 0;
}

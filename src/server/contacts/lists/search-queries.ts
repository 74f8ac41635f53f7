import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { searchTexts } from '#server/contacts/book/rules.ts';

/** Cursor before the first contact. */
const START = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

export type FoundContact = { id: ContactId; name: string; phone: string | null };

/** Finds contacts that match a search, those with the latest visit first, with their names and phones. */
export async function findNamedContacts(
  { tx, tenantId }: TenantScope,
  search: string,
  limit: number,
): Promise<FoundContact[]> {
  const { rows } = await sql<{ id: string; name: string; phone: string | null }>`
    select c.id, c.name, c.phone
    from frontdesk.find_contacts(${searchTexts(search)}::text[], ${START[0]}::timestamptz, ${START[1]}::uuid, ${limit}::int) found
    join contacts c on c.tenant_id = ${tenantId} and c.id = found.id
    order by found.listed_at desc, found.id desc`.execute(tx);
  return rows.map(({ id, name, phone }) => ({ id: ContactId.parse(id), name, phone }));
}

/** Finds contacts that match a search, in the order of the list of contacts, after a cursor. */
export async function findContacts(
  { tx }: TenantScope,
  { search, after, limit }: { search: string; after?: readonly [at: string, id: ContactId] | null; limit: number },
): Promise<ContactId[]> {
  const [at, id] = after ?? START;
  const { rows } = await sql<{ id: string }>`
    select id from frontdesk.find_contacts(${searchTexts(search)}::text[], ${at}::timestamptz, ${id}::uuid, ${limit}::int)
    order by listed_at desc, id desc`.execute(tx);
  return rows.map((row) => ContactId.parse(row.id));
}

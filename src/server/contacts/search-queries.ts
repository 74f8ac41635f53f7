import { sql } from 'kysely';
import { ContactId } from '#contract/contacts.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { searchTexts } from './rules.ts';

/** Cursor before the first contact. */
const START = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

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

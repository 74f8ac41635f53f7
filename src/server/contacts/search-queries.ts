import { sql } from 'kysely';
import { ContactId } from '#contract/contacts.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { searchTexts } from './rules.ts';

/** Before everybody who is listed. */
const START = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

/** Those who match a search, by their newest visit: in the order of the list of contacts, and after one of it. */
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

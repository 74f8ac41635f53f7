import { call } from '#web/lib/api/api.ts';
import type { FoundThing } from '#web/lib/pages/room.ts';

const FOUND = 6;

/** Finds contacts by a part of the name or phone. */
export async function searchContacts(query: string): Promise<FoundThing[]> {
  const { items } = await call('GET /api/v1/contacts', { query: { search: query, limit: FOUND } });
  return items.map(({ id, name, phone }) => ({ id, label: name, phone, to: `/contacts/${id}` }));
}

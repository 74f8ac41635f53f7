import { call } from '#web/lib/api/api.ts';
import type { FoundThing } from '#web/lib/pages/room.ts';

const FOUND = 6;

/** Finds mailings by a part of the title. */
export async function searchMailings(query: string): Promise<FoundThing[]> {
  const { items } = await call('GET /api/v1/distributions', { query: { search: query, limit: FOUND } });
  return items.map(({ id, title }) => ({ id, label: title, to: `/distributions/edit/${id}` }));
}

import { call } from '#web/lib/api/api.ts';
import type { FoundThing } from '#web/lib/pages/room.ts';

const FOUND = 6;

/** Finds flows by a part of the title. */
export async function searchFlows(query: string): Promise<FoundThing[]> {
  const { flows } = await call('GET /api/v1/flows', { query: { search: query } });
  return flows.slice(0, FOUND).map(({ id, title }) => ({ id, label: title, to: `/flows/edit/${id}` }));
}

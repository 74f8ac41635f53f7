import { call } from '#web/lib/api/api.ts';
import type { FoundThing } from '#web/lib/pages/room.ts';

const FOUND = 4;
const LONGEST_LABEL = 80;

/** Finds messages by the name or phone of their contact. */
export async function searchLog(query: string): Promise<FoundThing[]> {
  const { items } = await call('GET /api/v1/insights/message-logs', { query: { search: query, limit: FOUND } });
  const search = encodeURIComponent(query);
  return items.map(({ id, body, contactName, phone }) => ({
    id,
    label: body.slice(0, LONGEST_LABEL),
    description: contactName,
    phone: contactName ? null : phone,
    to: `/insights/message-logs?search=${search}&entry=${id}`,
  }));
}

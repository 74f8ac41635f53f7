import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Returns those messages that were planned before a person wrote in their contact's conversation. */
export async function findAnsweredByPerson(
  { tx, tenantId }: TenantScope,
  messageIds: readonly string[],
): Promise<Set<string>> {
  if (messageIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.contact_id', '=', 'm.contact_id'),
    )
    .select('m.id')
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', sql<string>`any (${[...messageIds]}::uuid[])`)
    .where('c.tenant_id', '=', tenantId)
    .whereRef('c.person_wrote_at', '>', 'm.planned_at')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

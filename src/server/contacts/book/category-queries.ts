import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Most distinct sets of categories read; longer lists are of no use for choosing. */
const MAX_SETS = 1_000;

/**
 * Lists categories, sorted. Each distinct set costs one index lookup, however many contacts have it.
 *
 * @param most longest list returned
 */
export async function listCategories({ tx, tenantId }: TenantScope, most: number): Promise<string[]> {
  const found = await sql<{ name: string }>`
    with recursive sets as (
      (select categories, 1 as place from contacts
        where tenant_id = ${tenantId} and categories <> '{}' order by categories limit 1)
      union all
      select (select categories from contacts
        where tenant_id = ${tenantId} and categories <> '{}' and categories > sets.categories
        order by categories limit 1), place + 1
      from sets where sets.categories is not null and place < ${MAX_SETS}::int
    )
    select distinct name from sets, unnest(categories) as name order by name limit ${most}::int`.execute(tx);
  return found.rows.map(({ name }) => name);
}

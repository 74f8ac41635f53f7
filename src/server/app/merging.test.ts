import { expect, test } from 'vitest';
import { ContactId } from '#contract/contacts/calls.ts';
import { mergeContacts } from '#server/contacts/book/merging-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { aFullCabinet } from '#server/testing/houses/full-cabinet.ts';
import { testServer } from '#server/testing/server/http.ts';

const { ctx, owner, ...server } = await testServer();

/** Every table that references contacts, as the schema has it after all migrations. */
async function tablesWithContacts(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'contact_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition order by c.relname`,
  );
  return rows.map(({ name }) => name);
}

test('rows of a merged contact belong to the contact that remains, in every table that references contacts', async () => {
  const { tenantId } = await aFullCabinet({ ctx, owner, ...server });
  const { aContact } = builders(owner);
  const from = (await aContact({ tenantId })).id;
  const to = (await aContact({ tenantId })).id;
  const tables = await tablesWithContacts();
  expect(tables.length).toBeGreaterThan(10);
  for (const table of tables)
    await owner.query(`update ${table} set contact_id = $2 where tenant_id = $1`, [tenantId, from]);

  await withTenant(ctx, tenantId, (scope) => mergeContacts(scope, { from: ContactId.parse(from), to }));

  const moved = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await owner.query<{ has_from: boolean; has_to: boolean }>(
        `select coalesce(bool_or(contact_id = $2), false) as has_from, coalesce(bool_or(contact_id = $3), false) as has_to
         from ${table} where tenant_id = $1`,
        [tenantId, from, to],
      );
      return { table, ...rows[0] };
    }),
  );
  expect(moved).toEqual(tables.map((table) => ({ table, has_from: false, has_to: true })));
});

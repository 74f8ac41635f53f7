import { sql } from 'kysely';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ContactTable } from '#server/room.ts';

/** Moves the rows of some tables to the contact that remains of two. */
export async function moveContactRows(
  { tx, tenantId }: TenantScope,
  tables: readonly ContactTable[],
  { from, to }: ContactMerge,
): Promise<void> {
  for (const table of tables)
    await sql`
      update ${sql.table(table)} set contact_id = ${to} where tenant_id = ${tenantId} and contact_id = ${from}`.execute(
      tx,
    );
}

import { sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';

/** Rows of one statement: few enough that its text stays small. */
const BATCH = 2_000;

/**
 * Inserts rows given by their columns' names; columns left out keep their defaults. The first row has all columns; one that
 * another row lacks is null there. A row whose key a visitor of the demo has taken meanwhile, e.g. by saving settings, is left out.
 */
export async function insertRows(
  { tx, tenantId }: TenantScope,
  table: keyof DB & string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = sql.join(['tenant_id', ...Object.keys(first)].map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map((row) => ({ tenant_id: tenantId, ...row }));
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::jsonb)
      on conflict do nothing
      returning 1`.execute(tx);
  }
}

import { hash } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { PLANNED_ONCE_MARK, type Statement } from '#server/platform/database/db.ts';
import { observedProduct } from '#server/testing/houses/all-statements.ts';

/**
 * Citus runs every SQL statement of the product. `CITUS_URL` names a coordinator whose database
 * `scripts/distribute.ts` has prepared; each statement runs there in a transaction that is rolled back, as the role it
 * has in the product, because row-level security changes how Citus plans it. The statements are those that all calls,
 * repeated jobs, a booking and its reminder send to an ordinary database, each with the first values it was sent with.
 */
const url = process.env['CITUS_URL'];
const statements = new Map<string, Statement>();
const useProduct = url
  ? await observedProduct((statement) => {
      if (isQuery(statement.text) && !statements.has(statement.text)) statements.set(statement.text, statement);
    })
  : undefined;

test.skipIf(!useProduct)(
  'Citus runs every statement of the product (skipped where CITUS_URL is not given)',
  async () => {
    await useProduct?.();
    expect(statements.size).toBeGreaterThan(200);
    const refused: Record<string, string> = {};
    let client = await connect();
    for (const statement of statements.values()) {
      const refusal = await refusalOf(client, statement);
      if (!refusal) continue;
      refused[statement.text.replaceAll(/\s+/g, ' ')] = refusal;
      await client.end().catch(() => undefined);
      client = await connect(); // NOTE: a refused statement may have crashed the server
    }
    await client.end();
    console.log(`Citus ran ${statements.size - Object.keys(refused).length} of ${statements.size} statements.`);
    expect(refused).toEqual({});
  },
  900_000,
);

/** PostgreSQL plans the first five uses of a prepared statement separately. */
const USES_OF_NAMED = 7;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** @returns the error, unless the statement ran, or violates a constraint because the rows it belongs to are not there */
async function refusalOf(client: pg.Client, { text, values, opening }: Statement): Promise<string | undefined> {
  await client.query('begin');
  const month = monthOf(text, values);
  if (month) await client.query('select frontdesk.begin_verdict_month($1)', [month]);
  await client.query(`select set_config('role', 'frontdesk_app', true); ${opening}`);
  try {
    const isNamed = text.includes(PLANNED_ONCE_MARK);
    const name = hash('sha256', text, 'base64url');
    for (let use = 0; use < (isNamed ? USES_OF_NAMED : 1); use++)
      await client.query({ ...(isNamed && { name }), text, values: [...values] });
  } catch (error) {
    const isConstraint = error instanceof pg.DatabaseError && error.code?.startsWith('23');
    if (!isConstraint) return String(error);
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/** The month of decisions whose table the statement needs; it is created first. */
function monthOf(text: string, values: readonly unknown[]): string | undefined {
  const [, year, month] = /frontdesk\.verdicts_(\d{4})_(\d{2})/.exec(text) ?? [];
  if (year) return `${year}-${month}-01`;
  return text.includes('attach_verdict_month') ? String(values[0]) : undefined;
}

const isQuery = (text: string) => /^\s*(?:\/\*.*?\*\/\s*)?(?:with|select|insert|update|delete)\b/i.test(text);

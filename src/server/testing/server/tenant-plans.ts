import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Plans?: Plan[];
  [detail: string]: unknown;
};

/** A scan of a table of tenants. `namesTenant`: its own conditions, or those of a join above it, compare the tenant. */
export type TenantScan = { table: string; alias: string; namesTenant: boolean };

const TENANT_COLUMNS = `
  select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as column
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'frontdesk') and c.relkind in ('r', 'p') and (c.relname = 'tenants' or exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))`;

/**
 * Plans statements for all values and without row-level security, and lists their scans of tenants' tables. It needs no
 * rows, and sees sub-selects and statements whose other conditions hide the rows of others from `setTripwire`.
 *
 * @param owner a superuser, for whom there is no row-level security
 */
export async function scansOfStatements(
  owner: Pick<pg.Pool, 'connect'>,
  texts: Iterable<string>,
): Promise<{ text: string; scans: TenantScan[] }[]> {
  const client = await owner.connect();
  try {
    const columns = await tenantColumns(client);
    const found: { text: string; scans: TenantScan[] }[] = [];
    for (const text of texts) {
      await client.query(`begin; set local app.tenant_id = '${randomUUID()}'`);
      for (const [, year, month] of text.matchAll(/verdicts_(\d{4})_(\d{2})/g))
        await client.query('select frontdesk.begin_verdict_month($1)', [`${year}-${month}-01`]);
      const { rows: plans } = await client.query(`explain (generic_plan, format json) ${text}`);
      await client.query('rollback');
      found.push({
        text: text.replaceAll(/\s+/g, ' ').trim(),
        scans: scansIn(plans[0]['QUERY PLAN'][0].Plan, columns),
      });
    }
    return found;
  } finally {
    client.release(true);
  }
}

/** The columns that name the tenant, by the table. */
export async function tenantColumns(owner: Pick<pg.Pool, 'query'>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await owner.query<{ name: string; column: string }>(TENANT_COLUMNS);
  return new Map(rows.map(({ name, column }) => [name, column]));
}

/** @param above conditions of the joins above the node */
function scansIn(plan: Plan, columns: ReadonlyMap<string, string>, above: readonly string[] = []): TenantScan[] {
  const { 'Node Type': node, 'Relation Name': table, Plans: below = [] } = plan;
  // A partition has the name of its table in the statement, and a number.
  const alias = (plan.Alias ?? '').replace(/_\d+$/, '');
  // A column of a subquery has the name of the subquery, not that of its table.
  const isSubquery = node === 'Subquery Scan';
  const conditionsHere = conditionsOf(plan).map((one) => (isSubquery ? one.replace(/^\w+\./, '') : one));
  const own = [...above, ...conditionsHere];
  if (table === undefined || node === 'ModifyTable') return below.flatMap((one) => scansIn(one, columns, own));
  // The indexes of a bitmap are scanned by nodes of their own, which do not name the table.
  const isBitmap = node === 'Bitmap Heap Scan';
  const conditions = isBitmap ? [...own, ...below.flatMap(conditionsOfIndexes)] : own;
  const column = columns.get(table);
  const scan = column && { table, alias, namesTenant: conditions.some((one) => compares(one, alias, column)) };
  return [...(scan ? [scan] : []), ...(isBitmap ? [] : below.flatMap((one) => scansIn(one, columns)))];
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter'];

/** Conditions that all hold. */
function conditionsOf(plan: Plan): string[] {
  return CONDITIONS.flatMap((name) => {
    const text = plan[name];
    return typeof text === 'string' ? conjuncts(text) : [];
  });
}

const conditionsOfIndexes = (plan: Plan): string[] =>
  // One of several that are joined by "or" need not hold.
  plan['Node Type'] === 'BitmapOr' ? [] : [...conditionsOf(plan), ...(plan.Plans ?? []).flatMap(conditionsOfIndexes)];

/** The parts of a condition that are joined by "and" at its outermost level. */
function conjuncts(text: string): string[] {
  const bare = withoutBrackets(text);
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === '(') depth += 1;
    if (bare[at] === ')') depth -= 1;
    if (depth > 0 || !bare.startsWith(' AND ', at)) continue;
    parts.push(bare.slice(start, at));
    start = at + ' AND '.length;
  }
  return [...parts, bare.slice(start)].map(withoutBrackets);
}

/** The text without brackets around all of it. */
function withoutBrackets(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0 && at < text.length - 1) return text;
  }
  return text.startsWith('(') ? withoutBrackets(text.slice(1, -1)) : text;
}

function compares(condition: string, alias: string, column: string): boolean {
  const name = `(?:"?${alias}(?:_\\d+)?"?\\.)?${column}`;
  return !condition.includes(' OR ') && new RegExp(`^${name} = .+$|^[^ ]+ = ${name}$`).test(condition);
}

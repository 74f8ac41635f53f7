import { globSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { ContactId } from '#contract/contacts/calls.ts';
import { listMessageLog } from '#contract/delivery/calls.ts';
import { listTimeline } from '#contract/insights/calls.ts';
import { getConversion } from '#contract/insights/conversion.ts';
import { PLANNED_ONCE_MARK } from '#server/platform/database/db.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';

const statements = new Map<string, string>();
const { server, open } = await bookedSalons({
  observe: ({ text, opening }) => {
    if (text.includes(PLANNED_ONCE_MARK)) statements.set(text, opening);
  },
});

/** Tables of which a tenant may have many rows. */
const LARGE = ['visits', 'contacts', 'contact_addresses', 'events', 'messages', 'senders', 'called_off', 'verdicts'];
const TENANTS = 200;
/** The first tenant has so many of ten rows. */
const OF_TEN = 6;
const ROWS = 4_000;

test('statements that are planned once name their columns and find rows by keys, also with one tenant far larger than the others', async () => {
  await useAll();
  expect(statements.size).toBeGreaterThanOrEqual(countMarks());
  for (const text of statements.keys()) expect(text).not.toMatch(RETURNS_ALL_COLUMNS);
  const client = await server.owner.connect();
  try {
    await fillTables(client);
    const scans: string[] = [];
    for (const [text, opening] of statements) scans.push(...(await listWideScans(client, text, opening)));
    expect(scans).toEqual([]);
  } finally {
    client.release(true);
  }
});

/** The server refuses such a statement on open connections after a migration adds a column. */
const RETURNS_ALL_COLUMNS = /^\s*(?:select \/\* planned once \*\/|\/\* planned once \*\/\s+select)\s+(?:"\w+"\.)?\*/;

/** Makes the product send each marked statement. */
async function useAll(): Promise<void> {
  const salon = await open();
  const { token } = salon.owner;
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.aFlow({ kind: 'repeat_visit' });
  await salon.book({ startsAt: server.clock.now().add({ hours: 24 }) });
  await server.clock.advance({ hours: 23, minutes: 30 });
  await server.runJobs();
  const startsAt = server.clock.now().add({ hours: 24 });
  const { externalId } = await salon.book({ startsAt });
  await salon.book({ externalId, startsAt: startsAt.add({ hours: 2 }) });
  await salon.book({ externalId, status: 'cancelled' });
  const { rows } = await server.owner.query<{ id: string }>('select id from contacts');
  const contactId = ContactId.parse(rows[0]?.id);
  const filters: Record<string, string>[] = [{}, { contactId }, { senderId: flow.id }];
  for (const query of [...filters, { status: 'not_sent' }, { status: 'waiting' }])
    await server.call(listMessageLog, { token, query });
  await server.call(listTimeline, { token, params: { contactId } });
  await server.call(getConversion, { token, query: { senderId: flow.id } });
}

/** Places in the sources that mark a statement. */
function countMarks(): number {
  const sources = globSync('src/server/*/**/*.ts').filter(
    (path) => !/platform\/database\/db\.ts$|\.test\.ts$/.test(path),
  );
  const marks = sources.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/\$\{.*PLANNED_ONCE\}|modifyFront\((PLANNED_ONCE|mark)\)/g),
  ]);
  return marks.length;
}

/** Fills the large tables with copies of a row that the product wrote. */
async function fillTables(client: pg.PoolClient): Promise<void> {
  await client.query('set session_replication_role = replica');
  for (const table of LARGE) await copyRow(client, table);
  await client.query('analyze');
}

async function copyRow(client: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = rows.map(({ name }) => `"${name}"`).join(', ');
  const ids = rows.filter(({ type }) => type === 'uuid').map(({ name }) => `'${name}', md5(n || '${name}')::uuid`);
  const tenant = `case when n % 10 < ${OF_TEN} then 0 else n % ${TENANTS} end`;
  const { rowCount } = await client.query(
    `insert into ${table} (${names})
     select ${names} from (select one from ${table} one limit 1) t, generate_series(1, ${ROWS}) n,
       lateral jsonb_populate_record(one, jsonb_build_object(${ids.join(', ')},
         'phone', '+' || n, 'dedupe_key', n, 'tenant_id', md5(${tenant} || 'tenant')::uuid))`,
  );
  expect(rowCount, table).toBe(ROWS);
}

type Plan = { 'Relation Name'?: string; 'Node Type': string; 'Index Cond'?: string; Plans?: Plan[] };

/** @returns the scans of a filled table that read all rows of a tenant, in the plan of a statement for all values */
async function listWideScans(client: pg.PoolClient, text: string, opening: string): Promise<string[]> {
  const { rows: filled } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples >= ${ROWS}`,
  );
  const large = new Set(filled.map(({ name }) => name));
  await client.query(`begin; set local role frontdesk_app; ${opening}`);
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
  await client.query('rollback');
  const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan).filter(({ table }) => large.has(table));
  const wide = scans.filter(({ condition, isFirst }) => !isFirst && (condition.match(/\w+ [=<>]/g) ?? []).length < 2);
  return wide.map(({ table, condition }) => `${table} by ${condition || 'nothing'}: ${text.replaceAll(/\s+/g, ' ')}`);
}

type Scan = { table: string; condition: string; isFirst: boolean };

/**
 * The scans of tables, with the condition of the index; empty where the whole table is read.
 *
 * @param isFirst whether a limit ends the scans, which are in the order of their index
 */
function scansIn(plan: Plan, isFirst = false): Scan[] {
  const node = plan['Node Type'];
  const isFirstBelow = node === 'Limit' || (isFirst && PASSES_ROWS_ON.has(node));
  const below = (plan.Plans ?? []).flatMap((one) => scansIn(one, isFirstBelow));
  const table = plan['Relation Name'];
  if (table === undefined || node === 'ModifyTable') return below;
  const scanOf = (index: Plan) => ({
    table,
    condition: index['Index Cond'] ?? '',
    isFirst: isFirst && node === 'Index Scan',
  });
  // A bitmap's indexes are scanned by nodes of their own, which do not name the table.
  if (node === 'Bitmap Heap Scan') return leavesOf(plan.Plans ?? []).map(scanOf);
  return [scanOf(plan), ...below];
}

/** Nodes that read a row when they are asked for one. */
const PASSES_ROWS_ON = new Set(['Append', 'Merge Append', 'Result', 'Subquery Scan']);

const leavesOf = (plans: readonly Plan[]): Plan[] =>
  plans.flatMap((plan) => (plan.Plans ? leavesOf(plan.Plans) : plan));

import type pg from 'pg';
import { openPool } from './db.ts';

/** Where the rows of a table are placed on a Citus cluster, and why not with their tenant's. */
type Placement = {
  /** `reference`: a copy on every node, so that it can be joined · `local`: on the coordinator only. */
  as: 'reference' | 'local';
  reason: string;
};

/**
 * Tables that are not distributed. Every other table is distributed by its tenant: `tenants` by `id`, the others by
 * `tenant_id`, with the rows of one tenant together on one node.
 */
export const NOT_DISTRIBUTED: Readonly<Record<string, Placement>> = {
  sign_in_names: { as: 'reference', reason: 'unique over all tenants; joined with members' },
  external_id_claims: { as: 'reference', reason: 'unique over all tenants' },
  migrations: { as: 'local', reason: 'read by migrations only' },
  demo_clock: { as: 'local', reason: 'one row; read by the queue, which is on the coordinator' },
  workers: { as: 'local', reason: 'heartbeats of processes; joined with the queue' },
  allowances: { as: 'local', reason: 'rate limits of all tenants together' },
  shared_limits: { as: 'local', reason: 'rate limits of all tenants together' },
  shared_limit_waiters: { as: 'local', reason: 'rate limits of all tenants together' },
  shared_limit_clients: { as: 'local', reason: 'rate limits of all tenants together' },
};

/** The column whose value selects the node of a row. */
export const distributionColumnOf = (table: string) => (table === 'tenants' ? 'id' : 'tenant_id');

/**
 * Distributes the tables of a migrated database over the nodes of its Citus cluster. Safe to run again.
 *
 * @param url of the coordinator, as a superuser: roles are changed on every node
 * @returns names of the tables that were distributed
 */
export async function distribute(url: string): Promise<string[]> {
  const pool = openPool(url, { max: 1, name: 'frontdesk-distribute' });
  try {
    await prepareNodes(pool);
    const present = await listTables(pool);
    const isKnown = new Set(present.filter(({ isPlaced }) => isPlaced).map(({ name }) => name));
    const wanted = present.map(({ name }) => name).filter((name) => !isKnown.has(name));
    const placed: string[] = [];
    for (const name of wanted.filter((table) => NOT_DISTRIBUTED[table]?.as === 'reference')) {
      await pool.query('select create_reference_table($1::text::regclass)', [name]);
      placed.push(name);
    }
    const distributed = wanted.filter((table) => !NOT_DISTRIBUTED[table]);
    for (const name of await inOrderOfReference(pool, distributed)) {
      await pool.query(`select create_distributed_table($1::text::regclass, $2, colocate_with => $3)`, [
        name,
        distributionColumnOf(name),
        name === 'tenants' ? 'none' : 'tenants',
      ]);
      placed.push(name);
    }
    return placed;
  } finally {
    await pool.end();
  }
}

/**
 * Lets the roles sign in, because nodes connect to each other as the role of the transaction, and makes Citus pass on
 * `set local app.tenant_id`, which row-level security reads.
 */
async function prepareNodes(pool: pg.Pool): Promise<void> {
  await pool.query('alter role frontdesk_app login');
  await pool.query('alter role frontdesk_system login');
  const { rows } = await pool.query<{ name: string }>('select quote_ident(current_database()) as name');
  await pool.query(`alter database ${rows[0]?.name} set citus.propagate_set_commands = 'local'`);
}

/** Lists the product's own tables; partitions follow their parent. */
async function listTables(pool: pg.Pool): Promise<{ name: string; isPlaced: boolean }[]> {
  const { rows } = await pool.query<{ name: string; isPlaced: boolean }>(
    `select c.relname as name, p.logicalrelid is not null as "isPlaced"
     from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  );
  return rows;
}

/** Orders tables after those that their foreign keys reference. */
async function inOrderOfReference(pool: pg.Pool, tables: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid <> confrelid`,
  );
  const ordered: string[] = [];
  const add = (table: string): void => {
    if (ordered.includes(table) || !tables.includes(table)) return;
    for (const key of rows.filter(({ from }) => from === table)) add(key.to);
    ordered.push(table);
  };
  for (const table of ['tenants', ...tables]) add(table);
  return ordered;
}

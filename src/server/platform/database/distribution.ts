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
  link_prefixes: { as: 'reference', reason: 'unique over all tenants' },
  migrations: { as: 'local', reason: 'read by migrations only' },
  demo_clock: { as: 'local', reason: 'one row; read by the queue, which is on the coordinator' },
  demo_makings: { as: 'local', reason: 'demos before their cabinets exist' },
  workers: { as: 'local', reason: 'heartbeats of processes; joined with the queue' },
  allowances: { as: 'local', reason: 'rate limits of all tenants together' },
  shared_limits: { as: 'local', reason: 'rate limits of all tenants together' },
  shared_limit_waiters: { as: 'local', reason: 'rate limits of all tenants together' },
  shared_limit_clients: { as: 'local', reason: 'rate limits of all tenants together' },
  managers: { as: 'local', reason: 'staff of the operator, for all tenants together' },
  pay_destinations: { as: 'local', reason: 'accounts of the operator, for all tenants together' },
  referral_touches: { as: 'local', reason: 'visitors before their cabinet exists' },
  promo_codes: { as: 'local', reason: 'codes that every cabinet may enter; uses are counted over all tenants' },
  invoice_numbers: { as: 'local', reason: 'invoices of the seller to all tenants together' },
  sending_pauses: { as: 'reference', reason: 'pauses of all tenants together; compared by every claim' },
  sending_pause_ends: { as: 'reference', reason: 'ends of pauses of all tenants together' },
  request_minutes: { as: 'local', reason: 'requests of processes, for all tenants together' },
  announcements: { as: 'reference', reason: 'of all tenants together; joined with what members have read' },
  ideas: { as: 'reference', reason: 'of all tenants together; joined with votes of members' },
  model_breakers: { as: 'local', reason: 'failures of models for all tenants together' },
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
    const keys = await listForeignKeys(pool);
    const ordered = inOrderOfReference(
      keys,
      wanted.filter((table) => !NOT_DISTRIBUTED[table]),
    );
    // NOTE: a key to a table that is not distributed yet is refused; two tables that refer to each other have one.
    const isEarly = ({ from, to }: ForeignKey) => ordered.includes(from) && ordered.indexOf(to) > ordered.indexOf(from);
    const early = keys.filter(isEarly);
    for (const { from, name } of early) await pool.query(`alter table ${from} drop constraint ${name}`);
    for (const name of ordered) {
      await pool.query(`select create_distributed_table($1::text::regclass, $2, colocate_with => $3)`, [
        name,
        distributionColumnOf(name),
        name === 'tenants' ? 'none' : 'tenants',
      ]);
      placed.push(name);
    }
    for (const { from, name, definition } of early)
      await pool.query(`alter table ${from} add constraint ${name} ${definition}`);
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
  // NOTE: a function with its owner's rights queries other nodes as the owner, and Citus repeats `set role` there.
  await pool.query('grant frontdesk_app to frontdesk_system');
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

type ForeignKey = { name: string; from: string; to: string; definition: string };

/** Lists foreign keys between two tables. */
async function listForeignKeys(pool: pg.Pool): Promise<ForeignKey[]> {
  const { rows } = await pool.query<ForeignKey>(
    `select quote_ident(conname) as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid <> confrelid`,
  );
  return rows;
}

/** Orders tables after those that their foreign keys reference; `tenants` is the first of all. */
function inOrderOfReference(keys: readonly ForeignKey[], tables: readonly string[]): string[] {
  const ordered = new Set<string>(['tenants'].filter((table) => tables.includes(table)));
  const add = (table: string, from: readonly string[] = []): void => {
    if (ordered.has(table) || !tables.includes(table) || from.includes(table)) return;
    for (const key of keys.filter((one) => one.from === table)) add(key.to, [...from, table]);
    ordered.add(table);
  };
  for (const table of tables) add(table);
  return [...ordered];
}

import type pg from 'pg';

type Queries = Pick<pg.Pool, 'query'>;

/** Tables that belong to tenants and whose tenant is not named by `tenant_id`. */
const TENANT_COLUMN: Readonly<Record<string, string>> = { tenants: 'id' };

type Policy = { name: string; command: string; kind: string; roles: string; reads: string; writes: string | null };
type Table = { name: string; isForced: boolean; policies: Policy[] };

/** Tables of all tenants together, of which a tenant may read the rows that concern it and write none. */
const CONCERNED: Readonly<Record<string, string>> = {
  sending_pauses: '((cabinet_id IS NULL) OR (cabinet_id = frontdesk.tenant_id()))',
};

const TABLES = `
  select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced",
    (select coalesce(json_agg(json_build_object(
        'name', p.policyname, 'command', p.cmd, 'kind', p.permissive, 'roles', p.roles::text,
        'reads', p.qual, 'writes', p.with_check) order by p.policyname), '[]')
     from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname) as policies
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'frontdesk') and c.relkind in ('r', 'p')
    and (c.relname = any ($1) or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
      or exists (select from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname))
  order by 1`;

/**
 * Compares the row-level security of every tenant's table with what `frontdesk.protect` makes, by expression: a policy
 * of the right name that lets every row through is no guard.
 *
 * @returns the names of the tables that are guarded otherwise
 */
export async function looselyGuarded(owner: Queries): Promise<string[]> {
  const { rows } = await owner.query<Table>(TABLES, [Object.keys(TENANT_COLUMN)]);
  if (rows.length < 40) throw new Error('Most tables were not found');
  return rows.filter((table) => !isGuarded(table)).map(({ name }) => name);
}

function isGuarded({ name, isForced, policies }: Table): boolean {
  const own = `(${TENANT_COLUMN[name] ?? 'tenant_id'} = frontdesk.tenant_id())`;
  const common = { command: 'ALL', kind: 'PERMISSIVE' };
  const every: Policy = { ...common, name: 'every_tenant', roles: '{frontdesk_system}', reads: 'true', writes: 'true' };
  const app = { ...common, roles: '{frontdesk_app}' };
  const reads = CONCERNED[name];
  const wanted: Policy[] = reads
    ? [{ ...app, name: 'concerned_tenant', command: 'SELECT', reads, writes: null }, every]
    : [every, { ...app, name: 'own_tenant', reads: own, writes: own }];
  return isForced && JSON.stringify(policies.map(inOrder)) === JSON.stringify(wanted.map(inOrder));
}

const inOrder = ({ name, command, kind, roles, reads, writes }: Policy) => [name, command, kind, roles, reads, writes];

/** The start of the error of a statement that reads a row of another tenant, see {@link setTripwire}. */
const TRIPPED = 'tripwire:';

/**
 * Replaces the guards of the database by a tripwire: a statement that comes upon a row of another tenant fails, where
 * the guard would only hide the row. A statement that names its tenant never comes upon one. It covers routes and jobs
 * alike, reads as well as writes.
 */
export async function setTripwire(owner: Queries): Promise<void> {
  // NOTE: its cost is high, so that the planner checks the statement's own conditions first.
  await owner.query(`
    create function frontdesk.tripwire(row_tenant uuid, name text) returns boolean language plpgsql stable cost 100000 as $$
    begin
      if row_tenant = frontdesk.tenant_id() then return true; end if;
      if frontdesk.tenant_id() is null then return false; end if;
      raise exception '${TRIPPED} a statement reads a row of another tenant from %', name;
    end $$;
    grant execute on function frontdesk.tripwire to frontdesk_app`);
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select format('%I.%I', schemaname, tablename) as table, split_part(trim(both '()' from qual), ' ', 1) as column
     from pg_policies where policyname = 'own_tenant'`,
  );
  for (const { table, column } of rows)
    await owner.query(`alter policy own_tenant on ${table} using (frontdesk.tripwire(${column}, '${table}'))`);
}

/** Returns the tables that a failure shows to be read without their tenant. */
export function trippedBy(error: unknown): string[] {
  const texts: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause) texts.push(one.message);
  return texts.filter((text) => text.includes(TRIPPED)).map((text) => text.split(' ').at(-1) ?? '');
}

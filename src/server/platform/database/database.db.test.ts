import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { looselyGuarded } from '#server/testing/server/guards.ts';
import { unremembered } from '#server/testing/server/planned-statements.ts';
import { openDatabase, openPool, PLANNED_ONCE, type TenantScope, withRetry, withSystem, withTenant } from './db.ts';

const { url, db, owner } = await testDatabase();

const aTenant = async () => {
  const id = TenantId.parse(randomUUID());
  await owner.query(`insert into tenants (id, name, brand, created_at) values ($1, 'Salon', 'main', now())`, [id]);
  return id;
};

test('a query that forgets the tenant finds nothing', async () => {
  await aTenant();
  expect(await db.selectFrom('tenants').selectAll().execute()).toEqual([]);
});

test('a session has its role and its search path whatever the connection string says', async () => {
  const { rows: databases } = await owner.query<{ name: string }>('select current_database() as name');
  await owner.query(`alter database ${databases[0]?.name} set search_path = '"$user"', 'nowhere'`);
  const otherwise = `${url}?options=${encodeURIComponent('-c role=frontdesk_system -c search_path=nowhere')}`;
  for (const role of ['frontdesk_app', 'frontdesk_system', undefined] as const) {
    const pool = openPool(otherwise, { max: 1, ...(role && { role }) });
    const { rows } = await pool.query(
      `select current_user::text as "user", current_setting('search_path') as path,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    await pool.end();
    expect(rows).toEqual([{ user: role ?? 'frontdesk_system', path: 'public', idle: '3s' }]);
  }
  await owner.query(`alter database ${databases[0]?.name} reset search_path`);
});

test('a connection whose role cannot be taken serves nothing', async () => {
  const stranger = `stranger_${randomUUID().replaceAll('-', '')}`;
  await owner.query(`create role ${stranger} login password 'secret'`);
  const strangerUrl = new URL(url);
  Object.assign(strangerUrl, { username: stranger, password: 'secret' });
  const pool = openPool(strangerUrl.href, { max: 1, role: 'frontdesk_app' });
  await expect(pool.query('select 1')).rejects.toThrow('permission denied to set role');
  await pool.end();
  await owner.query(`drop role ${stranger}`);
});

test("a tenant's transaction sees its own rows alone, even without a filter", async () => {
  const [own] = [await aTenant(), await aTenant()];
  const seen = await unremembered(() =>
    withTenant({ db }, own, ({ tx }) => tx.selectFrom('tenants').select('id').execute()),
  );
  expect(seen).toEqual([{ id: own }]);
});

test("a statement that is planned once reads the rows of each transaction's own tenant", async () => {
  const tenants = [await aTenant(), await aTenant()];
  const single = openDatabase(url, { max: 1 });
  const read = (tenantId: TenantId) =>
    withTenant({ db: single }, tenantId, ({ tx }) =>
      sql<{ id: string }>`${PLANNED_ONCE} select id from tenants`.execute(tx),
    );
  for (const tenantId of Array.from({ length: 5 }, () => tenants).flat())
    expect((await read(tenantId)).rows).toEqual([{ id: tenantId }]);
  const { rows } =
    await sql`select statement, generic_plans > 0 as is_planned_once from pg_prepared_statements`.execute(single);
  expect(rows).toEqual([{ statement: expect.stringContaining('select id from tenants'), is_planned_once: true }]);
  await single.destroy();
});

test("a tenant's transaction cannot write a row of another tenant", async () => {
  const [own, foreign] = [await aTenant(), await aTenant()];
  const write = withTenant({ db }, own, ({ tx }) =>
    tx.insertInto('message_balances').values({ tenant_id: foreign, available: 5 }).execute(),
  );
  await expect(write).rejects.toThrow(/row-level security/);
});

test('the system role sees every tenant and owns nothing', async () => {
  const [one, other] = [await aTenant(), await aTenant()];
  const seen = await withSystem({ db }, ({ tx }) => tx.selectFrom('tenants').select('id').execute());
  expect(seen.map((row) => row.id)).toEqual(expect.arrayContaining([one, other]));
  const { rows } = await owner.query(
    `select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ('frontdesk_app', 'frontdesk_system')`,
  );
  expect(rows).toEqual([]);
});

test('the tenant does not outlive its transaction on a pooled connection', async () => {
  const own = await aTenant();
  await withTenant({ db }, own, async () => {});
  const { rows } = await sql<{ id: string | null }>`select frontdesk.tenant_id() as id`.execute(db);
  expect(rows).toEqual([{ id: null }]);
});

test('a transaction is rolled back whichever statement fails, and its connection serves the next', async () => {
  const own = await aTenant();
  const rename = (name: string, after: () => void = () => {}) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.tenant_id', ${own}, true)`.execute(tx);
      await tx.updateTable('tenants').set({ name }).where('id', '=', own).execute();
      after();
    });
  const fail = () => {
    throw new Error('no');
  };
  await expect(db.transaction().execute(fail)).rejects.toThrow('no');
  await expect(rename('Undone', fail)).rejects.toThrow('no');
  await expect(withTenant({ db }, own, ({ tx }) => sql`select 1 / 0`.execute(tx))).rejects.toThrow('division by zero');
  await rename('Kept');
  const { rows } = await owner.query('select name from tenants where id = $1', [own]);
  expect(rows).toEqual([{ name: 'Kept' }]);
});

test('an idle transaction is ended by the server, its locks are released, and its process gets an error', async () => {
  const own = await aTenant();
  const rename = (tx: TenantScope['tx'], name: string) =>
    tx.updateTable('tenants').set({ name }).where('id', '=', own).execute();
  const frozen = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const silent = withTenant({ db }, own, async ({ tx }) => {
    await rename(tx, 'Held');
    held.resolve();
    await frozen.promise;
    await rename(tx, 'Never');
  });
  await held.promise;
  await withTenant({ db }, own, ({ tx }) => rename(tx, 'Goes on'));
  frozen.resolve();
  await expect(silent).rejects.toThrow();
  const { rows } = await owner.query('select name from tenants where id = $1', [own]);
  expect(rows).toEqual([{ name: 'Goes on' }]);
});

/** Sign-in finds a name before the tenant is known, so its key cannot begin with the tenant. */
const KEYED_OTHERWISE = ['sign_in_names', 'external_id_claims', 'link_prefixes'];

test('every table with a tenant is protected by its key, foreign keys and row-level security', async () => {
  // The verdicts of a month are a table of their own, created as time passes.
  await owner.query(`select frontdesk.begin_verdict_month('2040-01-01'), frontdesk.attach_verdict_month('2040-01-01')`);
  const { rows } = await owner.query<{
    name: string;
    forced: boolean;
    policies: string[];
    key: string[];
    loose: string[];
  }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select coalesce(array_agg(policyname::text order by policyname), '{}') from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname) as policies,
      (select array_agg(a.attname::text order by k.n) from pg_constraint pk
         cross join unnest(pk.conkey) with ordinality k(num, n)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
       where pk.conrelid = c.oid and pk.contype = 'p') as key,
      (select coalesce(array_agg(fk.conname::text), '{}') from pg_constraint fk
       where fk.conrelid = c.oid and fk.contype = 'f' and not (
         select attnum from pg_attribute where attrelid = c.oid and attname = 'tenant_id') = any (fk.conkey)) as loose
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'frontdesk') and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['verdicts', 'verdicts_other', 'verdicts_2040_01']),
  );
  for (const table of rows) {
    expect(table, table.name).toMatchObject({ forced: true, policies: ['every_tenant', 'own_tenant'], loose: [] });
    if (!KEYED_OTHERWISE.includes(table.name)) expect(table.key[0], table.name).toBe('tenant_id');
  }
});

test('every table of tenants is guarded by the very expressions of frontdesk.protect', async () => {
  expect(await looselyGuarded(owner)).toEqual([]);
});

test.each([
  ['a policy that lets every row through', 'alter policy own_tenant on contacts using (true)'],
  ['a policy that takes every row', 'alter policy own_tenant on contacts with check (true)'],
  ['a policy for more than its role', 'alter policy every_tenant on contacts to public'],
  ['a second policy', 'create policy also on contacts using (true)'],
  ['guards that are off', 'alter table contacts disable row level security'],
  ['guards that the owner passes', 'alter table contacts no force row level security'],
])('%s is reported', async (_, defect) => {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(defect);
    expect(await looselyGuarded(client)).toEqual(['contacts']);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('no table has a trigger: rules are statements that a compiler and tests see', async () => {
  const { rows } = await owner.query(
    `select c.relname, t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
       join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and n.nspname in ('public', 'frontdesk')`,
  );
  expect(rows).toEqual([]);
});

test('functions of the database protect tenants, queue jobs, search and maintain partitions; none has a rule of the product', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'frontdesk') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(FUNCTIONS);
});

/** A new function needs a decision: product rules are written in TypeScript. */
const FUNCTIONS = [
  'acquire_slot',
  'attach_verdict_month',
  'begin_verdict_month',
  'database_activity',
  'delete_unreferenced_contacts',
  'drop_verdict_month',
  'enqueue',
  'find_contacts',
  'find_texts',
  'protect',
  'queue_lateness',
  'search_mark',
  'search_parts',
  'session_member',
  'support_session_member',
  'tenant_id',
  'text_parts',
  'troubled_jobs',
  'verdict_month_name',
  'verdict_months',
  'wanted_parts',
];

/** Fails the first runs as PostgreSQL would. @returns the number of runs */
async function runFailing(tenantId: TenantId, failures: readonly { code: string; constraint?: string }[]) {
  let runs = 0;
  const fail = ({ code, constraint = '' }: { code: string; constraint?: string }) =>
    sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}', constraint = '${constraint}'; end $$`);
  const outcome = await withRetry({ db }, tenantId, async ({ tx }) => {
    const failure = failures[runs++];
    if (failure) await fail(failure).execute(tx);
    return 'done';
  }).catch((error: { code: string }) => error.code);
  return { runs, outcome };
}

test('a transaction that conflicts with another is retried, within bounds', async () => {
  const own = await aTenant();
  const deadlock = { code: '40P01' };
  expect(await runFailing(own, [deadlock, { code: '40001' }])).toEqual({ runs: 3, outcome: 'done' });
  expect(
    await runFailing(
      own,
      Array.from({ length: 9 }, () => deadlock),
    ),
  ).toEqual({ runs: 4, outcome: '40P01' });
});

test('a violated unique constraint is retried once, and a second violation is a bug', async () => {
  const own = await aTenant();
  const [one, other] = ['one_key', 'other_key'].map((constraint) => ({ code: '23505', constraint }));
  expect(await runFailing(own, [one!, other!])).toEqual({ runs: 3, outcome: 'done' });
  expect(await runFailing(own, [one!, one!])).toEqual({ runs: 2, outcome: '23505' });
  expect(await runFailing(own, [{ code: '42703' }])).toEqual({ runs: 1, outcome: '42703' });
});

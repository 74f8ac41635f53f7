import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { observedProduct } from '#server/testing/houses/all-statements.ts';
import { statementsThatRan, testDatabase } from '#server/testing/server/database.ts';
import { statementsOfFunction } from '#server/testing/server/function-statements.ts';
import { addStatement, type PlannedStatements } from '#server/testing/server/planned-statements.ts';
import { scansOfStatements, tenantColumns } from '#server/testing/server/tenant-plans.ts';

/**
 * Every statement names the tenant of each table that it reads or counts, by its plan. The test of tenant filters runs
 * statements, and sees those that come upon a row of another tenant; a count of what one channel has sent does not,
 * because no other tenant has that channel, and most need more than a sample to be reached.
 */
const isWholeRun = Boolean(process.env['WHOLE_RUN']);
const { owner } = await testDatabase();
const ofAllCalls: PlannedStatements = { ofTenants: new Set(), ofSystem: new Set() };
const makeAllCalls = isWholeRun ? undefined : await observedProduct((statement) => addStatement(ofAllCalls, statement));

/** The tables, by their names in the statement, that statements read without their tenant. */
async function withoutTenant(texts: Iterable<string>): Promise<{ text: string; tables: string[] }[]> {
  const planned = await scansOfStatements(owner, texts);
  return planned.flatMap(({ text, scans }) => {
    const tables = new Set(scans.flatMap(({ table, alias, namesTenant }) => (namesTenant ? [] : alias || table)));
    return tables.size > 0 ? [{ text, tables: [...tables] }] : [];
  });
}

// NOTE: in a whole run it reads what all other files have sent, so it runs last.
test('every statement of a tenant names the tenant of each table; one of all tenants compares those of its tables', async () => {
  await makeAllCalls?.();
  const { ofTenants, ofSystem } = isWholeRun ? await statementsThatRan() : ofAllCalls;
  expect(await withoutTenant(ofTenants)).toEqual([]);
  expect((await withoutTenant(ofSystem)).filter(({ tables }) => tables.length > 1)).toEqual([]);
  expect(ofSystem.size).toBeGreaterThan(30);
  expect(ofTenants.size).toBeGreaterThan(isWholeRun ? 700 : 300);
}, 300_000);

/** Some functions run with the rights of a role that sees every tenant, and name theirs alone. */
test('every statement in a function of the database names the tenant of each table', async () => {
  const files = globSync('src/server/*/sql/*.sql').map((path) => ({ path, source: readFileSync(path, 'utf8') }));
  const tables = [...(await tenantColumns(owner)).keys()].join('|');
  const reads = new RegExp(`\\b(?:from|join|update|insert into) (?:public\\.)?(?:${tables})\\b`);
  const read = files.filter(({ source }) => reads.test(source));
  expect(read.map(({ path }) => basename(path, '.sql')).toSorted()).toEqual([
    'delete_unreferenced_contacts',
    'find_contacts',
    'find_texts',
    'session_member',
    'support_session_member',
  ]);
  const statements = read.flatMap(({ source }) => statementsOfFunction(source));
  expect(statements.length).toBe(11);
  expect(await withoutTenant(statements)).toEqual([]);
});

test.each([
  ['a count', 'select count(*) from messages where channel_id = $1 and accepted_at > $2'],
  [
    'a sub-select',
    'select (select count(*) from messages m where m.channel_id = c.id) from channels c where c.tenant_id = $1',
  ],
  [
    'a join',
    'select count(*) from channels c join first_contacts f on f.channel_id = c.id where c.tenant_id = $1 and c.id = $2',
  ],
  ['a condition beside another', 'select count(*) from messages where tenant_id = $1 or channel_id = $2'],
  ['an update', 'update messages set reason = null from senders s where s.tenant_id = $1 and sender_id = s.id'],
])('%s without the tenant is reported', async (_what, text) => {
  expect(await withoutTenant([text])).toHaveLength(1);
});

import type pg from 'pg';
import type { Statement, StatementObserver } from '#server/platform/database/db.ts';

/** Statements by whose rows they see: those of one tenant, or of all. */
export type PlannedStatements = { ofTenants: Set<string>; ofSystem: Set<string> };

/** The others set, lock or notify, and have no plan. */
const HAS_PLAN = /^\s*(?:\/\*.*?\*\/\s*)?(?:with|select|insert|update|delete)\b/i;

/** Adds the text of a statement that has a plan. */
export function addStatement(
  { ofTenants, ofSystem }: PlannedStatements,
  { text, opening }: Pick<Statement, 'text' | 'opening'>,
): void {
  if (!HAS_PLAN.test(text)) return;
  if (opening.startsWith('set local app.tenant_id')) ofTenants.add(text);
  if (opening.startsWith("select set_config('role'")) ofSystem.add(text);
}

const ofThisProcess: PlannedStatements = { ofTenants: new Set(), ofSystem: new Set() };
const stored = new Set<string>();

let isRemembering = true;

export const rememberStatement: StatementObserver = (statement) => {
  if (isRemembering) addStatement(ofThisProcess, statement);
};

/** Runs statements that a test leaves without their tenant on purpose; the test of all statements does not see them. */
export async function unremembered<Result>(work: () => Promise<Result>): Promise<Result> {
  isRemembering = false;
  try {
    return await work();
  } finally {
    isRemembering = true;
  }
}

export const PLANNED_STATEMENTS_TABLE = `create table if not exists planned_statements (
  text_hash text, is_of_tenant boolean, text text not null, primary key (text_hash, is_of_tenant))`;

/** Stores what this process has remembered since, for the test that runs after all others. */
export async function storeRememberedStatements(pool: pg.Pool): Promise<void> {
  const { ofTenants, ofSystem } = ofThisProcess;
  const all = [
    ...[...ofTenants].map((text) => ({ text, isOfTenant: true })),
    ...[...ofSystem].map((text) => ({ text, isOfTenant: false })),
  ];
  const added = all.filter(({ text, isOfTenant }) => !stored.has(`${isOfTenant} ${text}`));
  for (const { text, isOfTenant } of added) stored.add(`${isOfTenant} ${text}`);
  await pool.query(
    `insert into planned_statements select md5(text), "isOfTenant", text
     from jsonb_to_recordset($1) as added (text text, "isOfTenant" boolean) order by 1, 2 on conflict do nothing`,
    [JSON.stringify(added)],
  );
}

export async function readStoredStatements(pool: pg.Pool): Promise<PlannedStatements> {
  const { rows } = await pool.query<{ text: string; isOfTenant: boolean }>(
    'select text, is_of_tenant as "isOfTenant" from planned_statements',
  );
  const textsOf = (isOfTenant: boolean) =>
    new Set(rows.flatMap((row) => (row.isOfTenant === isOfTenant ? row.text : [])));
  return { ofTenants: textsOf(true), ofSystem: textsOf(false) };
}

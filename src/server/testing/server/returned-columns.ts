import type pg from 'pg';
import type { StatementObserver } from '#server/platform/database/db.ts';

/** A column that a statement returned. `isNull`: one of its values was null. */
export type ReturnedColumn = { name: string; oid: number; isNull: boolean };

/** Columns by the statement's text. */
export type ReturnedColumns = Map<string, ReturnedColumn[]>;

/** Adds the columns of a statement's result. */
export function addColumns(columns: ReturnedColumns, { text, result }: Parameters<StatementObserver>[0]): void {
  const rows: Record<string, unknown>[] = result.rows;
  const known = columns.getOrInsertComputed(text, () =>
    result.fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID, isNull: false })),
  );
  for (const column of known) column.isNull ||= rows.some((row) => row[column.name] === null);
}

/** Kysely quotes the names in the statements it builds; their types are its own. */
const BUILT_BY_KYSELY = /^(with|select( distinct)?|insert into|update|delete from) "/;

const ofThisProcess: ReturnedColumns = new Map();
/** The columns as they were last stored, as JSON, by the statement's text. */
const stored = new Map<string, string>();

/** Remembers the columns of statements that are written in SQL. */
export const rememberColumns: StatementObserver = (statement) => {
  if (!BUILT_BY_KYSELY.test(statement.text)) addColumns(ofThisProcess, statement);
};

export const RETURNED_COLUMNS_TABLE = `create table if not exists returned_columns (
  text_hash text, name text, text text not null, oid int not null, is_null boolean not null, primary key (text_hash, name))`;

/** Stores what this process has remembered since, for the test that runs after all others. */
export async function storeRememberedColumns(pool: pg.Pool): Promise<void> {
  const changed = [...ofThisProcess].filter(([text, columns]) => stored.get(text) !== JSON.stringify(columns));
  for (const [text, columns] of changed) stored.set(text, JSON.stringify(columns));
  const rows = changed.flatMap(([text, columns]) => columns.map((column) => ({ text, ...column })));
  await pool.query(
    `insert into returned_columns
     select md5(text), name, min(text), min(oid), bool_or("isNull")
     from jsonb_to_recordset($1) as r(text text, name text, oid int, "isNull" boolean) group by 1, 2 order by 1, 2
     on conflict (text_hash, name) do update set is_null = returned_columns.is_null or excluded.is_null`,
    [JSON.stringify(rows)],
  );
}

export async function readStoredColumns(pool: pg.Pool): Promise<ReturnedColumns> {
  const { rows } = await pool.query<{ text: string } & ReturnedColumn>(
    'select text, name, oid, is_null as "isNull" from returned_columns',
  );
  return new Map(Map.groupBy(rows, ({ text }) => text));
}

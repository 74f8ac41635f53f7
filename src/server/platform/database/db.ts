import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { TenantId } from '#contract/tenants/ids.ts';
import { constraintOf, databaseErrorKind } from './db-errors.ts';
import type { DB as Schema } from './schema.gen.ts';

export type Database = Kysely<Schema>;

/** Access to one tenant's rows, inside one transaction: the first argument of every query. */
export type TenantScope = { readonly tenantId: TenantId; readonly tx: Transaction<Schema> };

/** Access to every tenant's rows: sign-in, webhooks before their tenant is known, sweeps, the operator's area. */
export type SystemScope = { readonly tx: Kysely<Schema> };

/** Database roles, made by platform/sql/roles.sql; neither owns a table. */
export type Role = 'frontdesk_app' | 'frontdesk_system';

export type PoolOptions = {
  max?: number;
  name?: string;
  role?: Role;
  /** How long a caller waits for a free connection before the database counts as away, in milliseconds. */
  waitMs?: number;
};

/** A statement that succeeded. `opening`: the first statement of its transaction, which sets the tenant or the role. */
export type Statement = { text: string; values: readonly unknown[]; result: pg.QueryResult; opening: string };

/** Receives every statement of a pool; tests check statements with it. */
export type StatementObserver = (statement: Statement) => void;

const APP_ROLE: Role = 'frontdesk_app';

export const PLANNED_ONCE_MARK = '/* planned once */';

/**
 * Part of a statement that the server plans once per connection, not in each call: one that runs often, is long to plan,
 * and whose best plan is the same for every tenant. It inserts a set of rows, finds single rows by a key in subselects, or
 * reads the first rows of an index; joins and lists of keys may read all rows of a tenant (decision 0214). Its text does not vary with the number of values,
 * and names the columns that it returns: after a migration that adds one, the server refuses `select *` on open connections.
 */
export const PLANNED_ONCE = sql.raw(PLANNED_ONCE_MARK);

/**
 * The condition that a column has one of some keys, and the mark of its statement: with one key, the usual case of an
 * event, it is planned once; with several, in each call.
 */
export function oneOfKeys(
  column: string,
  keys: readonly string[],
): { mark: RawBuilder<unknown>; condition: RawBuilder<boolean> } {
  const [single] = keys;
  return keys.length === 1
    ? { mark: PLANNED_ONCE, condition: sql`${sql.ref(column)} = ${single}` }
    : { mark: sql``, condition: sql`${sql.ref(column)} = any (${[...keys]}::uuid[])` };
}

/**
 * The server rolls back a transaction that is idle for this long. A frozen or disconnected process would otherwise
 * block every transaction that needs the same rows. Our transactions wait for nothing but the database.
 */
const FROZEN_AFTER_MS = 3_000;

export type DatabaseOptions = PoolOptions & {
  /**
   * `marked`, the default: those with {@link PLANNED_ONCE}. `all`: every text, each planned once per connection, for
   * pools with a few texts that run very often: the server keeps every text it has seen.
   */
  prepares?: 'marked' | 'all';
  observe?: StatementObserver;
};

/**
 * Opens the product's pool: every connection starts as a role that owns nothing; the usual role sees no tenant's
 * rows.
 *
 * @param url where the migrations ran; its user must be a member of both roles
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { observe, prepares = 'marked', ...rest } = options;
  const nameOf = nameStatements();
  return onPool(openPool(url, { role: APP_ROLE, ...rest }), async (client, text, values, opening) => {
    const isNamed = prepares === 'all' || text.includes(PLANNED_ONCE_MARK);
    const result = await (isNamed ? client.query({ name: nameOf(text), text, values }) : client.query(text, values));
    observe?.({ text, values, result, opening });
    return result;
  });
}

/** Names of prepared statements: the same text has the same name. */
function nameStatements(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => names.getOrInsertComputed(text, () => hash('sha256', text, 'base64url'));
}

/**
 * Sends BEGIN together with the statement after it. In our transactions that one sets the tenant or the role and returns
 * nothing, so its answer is awaited with that of the next: every transaction saves two round trips.
 */
function onPool(
  pool: pg.Pool,
  runQuery: (client: pg.PoolClient, text: string, values: unknown[], opening: string) => Promise<pg.QueryResult>,
): Database {
  const connect = async () => {
    const client = await pool.connect();
    let hasPendingBegin = false;
    let opening = '';
    let opened: Promise<unknown> | undefined;
    const query = async (text: string, values: readonly unknown[]) => {
      if (text === BEGIN) {
        hasPendingBegin = true;
        return NOTHING_YET;
      }
      const isFirst = hasPendingBegin;
      hasPendingBegin = false;
      if (isFirst) opening = text;
      if (isFirst && SETS_TENANT_OR_ROLE.test(text)) {
        opened = client.query(`${BEGIN};${text}`);
        opened.catch(() => {}); // NOTE: the next statement throws it, or the rollback
        return NOTHING_YET;
      }
      const before = isFirst ? client.query(BEGIN) : opened;
      opened = undefined;
      const [result] = await Promise.all([runQuery(client, text, [...values], opening), before]);
      return result;
    };
    return {
      query: query as unknown as PostgresPoolClient['query'], // NOTE: the other overload is for cursors, which are not configured
      release: (destroy?: boolean) => client.release(destroy),
    };
  };
  const postgresPool: PostgresPool = { options: pool.options, end: () => pool.end(), connect };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: postgresPool }) });
}

const BEGIN = 'begin';
const NOTHING_YET = { command: 'BEGIN', rows: [] };
const SETS_TENANT_OR_ROLE = /^(set local app\.tenant_id|select set_config\('role')/;

/**
 * Opens a pool of plain connections with our type parsers. Without a role it acts as the owner: migrations and the
 * queue. Every connection of the product is opened here.
 */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const settings = sessionSettings(options.role);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? 'frontdesk',
    connectionTimeoutMillis: options.waitMs ?? 5_000,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
    onConnect: (client) => client.query(settings),
  });
  // NOTE: an idle connection that the server closed emits this; the pool opens a new one on demand. Without a listener
  // the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Settings of a session, sent before its first statement. The pool closes a connection on which they fail.
 *
 * NOTE: with the default path the tables of an owner named `frontdesk` would go into the schema of that name. Not
 * startup parameters: PgBouncer refuses those it does not know, or drops them where it is set to, and an `options` in the
 * connection string replaces ours; the product would then act as the owner (decision 0221).
 */
function sessionSettings(role: Role | undefined): string {
  const settings = ['set search_path = public', `set idle_in_transaction_session_timeout = ${FROZEN_AFTER_MS}`];
  return [...settings, ...(role ? [`set role ${role}`] : [])].join('; ');
}

type HasPool = { readonly db: Database };

/** A context inside a tenant's transaction: the tenant's rows instead of the pool, and all else as it was. */
export type Scoped<C> = Omit<C, 'db'> & TenantScope;

/** A context inside a transaction that sees every tenant. */
export type SystemScoped<C> = Omit<C, 'db'> & SystemScope;

/**
 * Opens a transaction bound to one tenant; row-level security uses the same id.
 *
 * @param work receives the context without its pool, so that it cannot open a second transaction by mistake
 */
export function withTenant<C extends HasPool, T>(
  ctx: C,
  tenantId: TenantId,
  work: (scope: Scoped<C>) => Promise<T>,
): Promise<T> {
  const { db, ...services } = ctx;
  return db.transaction().execute(async (tx) => {
    await sql`set local app.tenant_id = ${sql.lit(tenantId)}`.execute(tx); // NOTE: Citus passes SET LOCAL on to its nodes, but not set_config()
    const result = await work({ ...services, tenantId, tx });
    for (const end of endings.get(tx) ?? []) await end();
    return result;
  });
}

/** Work left for the end of each tenant's transaction. */
const endings = new WeakMap<TenantScope['tx'], (() => Promise<void>)[]>();

/**
 * Runs work last in the transaction, just before it is committed: for a lock that is wanted by many transactions and
 * must be held shortly.
 */
export function beforeCommit({ tx }: TenantScope, work: () => Promise<void>): void {
  endings.getOrInsertComputed(tx, () => []).push(work);
}

/** Attempts of one transaction, including the first. */
const MAX_ATTEMPTS = 4;
/** Upper bound, in ms, of the random pause that separates conflicting transactions. */
const PAUSE_MS = 20;

/**
 * Like {@link withTenant}, with retries: after a deadlock or a serialization failure, and once after each unique
 * constraint, because the other transaction's row is visible by then. A constraint that is violated twice is a bug.
 *
 * @param work must have no effect outside its transaction
 */
export async function withRetry<C extends HasPool, T>(
  ctx: C,
  tenantId: TenantId,
  work: (scope: Scoped<C>) => Promise<T>,
): Promise<T> {
  const constraints = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    try {
      return await withTenant(ctx, tenantId, work);
    } catch (error) {
      const kind = databaseErrorKind(error);
      const isNewConstraint = kind === 'duplicate' && !constraints.has(constraintOf(error));
      if (attempt === MAX_ATTEMPTS || (kind !== 'conflict' && !isNewConstraint)) throw error;
      if (isNewConstraint) constraints.add(constraintOf(error));
      await setTimeout(Math.random() * PAUSE_MS);
    }
  }
}

/** Opens a transaction that sees every tenant. It stands out in review: {@link SystemScope} lists who may use it. */
export function withSystem<C extends HasPool, T>(ctx: C, work: (scope: SystemScoped<C>) => Promise<T>): Promise<T> {
  const { db, ...services } = ctx;
  return db.transaction().execute(async (tx) => {
    // NOTE: not SET LOCAL, which Citus passes on to its nodes, also for statements of functions that run as their owner.
    await sql`select set_config('role', 'frontdesk_system', true)`.execute(tx);
    return work({ ...services, tx });
  });
}

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const DATE = 1082;

/** Parses timestamps to Temporal.Instant, counts (int8) to numbers, dates to `YYYY-MM-DD`. */
function getTypeParser(oid: number, format?: string) {
  if (oid === TIMESTAMPTZ) return (text: string) => Temporal.Instant.from(text);
  if (oid === INT8) return Number;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format as 'text');
}

// NOTE: `toPostgres` is pg's documented hook for values it does not know; without it an Instant would be sent as
// quoted JSON.
Object.defineProperty(Temporal.Instant.prototype, 'toPostgres', {
  value(this: Temporal.Instant) {
    return this.toString();
  },
});

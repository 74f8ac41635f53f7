import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { TenantId } from '#contract/tenants.ts';
import { constraintOf, databaseErrorKind } from './db-errors.ts';
import type { DB as Schema } from './schema.gen.ts';

export type Database = Kysely<Schema>;

/** Access to one tenant's rows, inside one transaction. */
export type TenantScope = { readonly tenantId: TenantId; readonly tx: Transaction<Schema> };

/** Access to every tenant's rows: sign-in, webhooks before their tenant is known, sweeps, the operator's area. */
export type SystemScope = { readonly tx: Kysely<Schema> };

/** Database roles, made by platform/sql/roles.sql; neither owns a table. */
export type Role = 'frontdesk_app' | 'frontdesk_system';

export type PoolOptions = { max?: number; name?: string; role?: Role };

const APP_ROLE: Role = 'frontdesk_app';

/**
 * The server rolls back a transaction that is idle for this long. A frozen or disconnected process would otherwise
 * block every transaction that needs the same rows. Our transactions wait for nothing but the database.
 */
const FROZEN_AFTER_MS = 3_000;

/**
 * Opens the product's pool: every connection starts as a role that owns nothing; the usual role sees no tenant's
 * rows.
 *
 * @param url where the migrations ran; its user must be a member of both roles
 */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  return onPool(openPool(url, { role: APP_ROLE, ...options }), (client, text, values) => client.query(text, values));
}

/**
 * Opens a pool of prepared statements, for a few texts that run very often: the server plans each once per
 * connection. It keeps every text it has seen, so it is not for texts that vary with their input.
 */
export function openPreparedDatabase(url: string, options: PoolOptions = {}): Database {
  const names = new Map<string, string>();
  const nameOf = (text: string) => names.getOrInsertComputed(text, () => hash('sha256', text, 'base64url'));
  return onPool(openPool(url, { role: APP_ROLE, ...options }), (client, text, values) =>
    client.query({ name: nameOf(text), text, values }),
  );
}

/**
 * Sends BEGIN together with the statement after it, which in our transactions sets the tenant: every transaction
 * saves one round trip.
 */
function onPool(
  pool: pg.Pool,
  runQuery: (client: pg.PoolClient, text: string, values: unknown[]) => Promise<pg.QueryResult>,
): Database {
  const connect = async () => {
    const client = await pool.connect();
    let hasPendingBegin = false;
    const query = async (text: string, values: readonly unknown[]) => {
      if (text === BEGIN) {
        hasPendingBegin = true;
        return NOTHING_YET;
      }
      const isFirst = hasPendingBegin;
      hasPendingBegin = false;
      if (isFirst && values.length === 0) return lastOf(await client.query(`${BEGIN};${text}`));
      if (isFirst) await client.query(BEGIN);
      return runQuery(client, text, [...values]);
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

/** A text of several statements returns one result for each. */
const lastOf = (answers: unknown) => (Array.isArray(answers) ? answers.at(-1) : answers);

/**
 * Opens a pool of plain connections with our type parsers. Without a role it acts as the owner: migrations and the
 * queue.
 */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? 'frontdesk',
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: FROZEN_AFTER_MS,
    keepAlive: true,
    types: { getTypeParser },
    ...(options.role && { options: `-c role=${options.role}` }),
  });
  // NOTE: an idle connection that the server closed emits this; the pool opens a new one on demand. Without a listener
  // the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Opens a transaction bound to one tenant; row-level security uses the same id. */
export function withTenant<T>(db: Database, tenantId: TenantId, work: (scope: TenantScope) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local app.tenant_id = ${sql.lit(tenantId)}`.execute(tx); // NOTE: Citus passes SET LOCAL on to its nodes, but not set_config()
    return work({ tenantId, tx });
  });
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
export async function withRetry<T>(
  db: Database,
  tenantId: TenantId,
  work: (scope: TenantScope) => Promise<T>,
): Promise<T> {
  const constraints = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    try {
      return await withTenant(db, tenantId, work);
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
export function withSystem<T>(db: Database, work: (scope: SystemScope) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local role frontdesk_system`.execute(tx);
    return work({ tx });
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

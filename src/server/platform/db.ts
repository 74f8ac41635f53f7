import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { TenantId } from '#contract/tenants.ts';
import { constraintOf, databaseErrorKind } from './db-errors.ts';
import type { DB as Schema } from './schema.gen.ts';

export type Database = Kysely<Schema>;

/** The right to touch one tenant's rows, inside one transaction. */
export type TenantScope = { readonly tenantId: TenantId; readonly tx: Transaction<Schema> };

/** The right to touch every tenant's rows: sign-in, webhooks before their tenant is known, sweeps, the operator's area. */
export type SystemScope = { readonly tx: Kysely<Schema> };

/** Roles of the database, made by platform/sql/roles.sql; both own no table. */
export type Role = 'frontdesk_app' | 'frontdesk_system';

export type PoolOptions = { max?: number; name?: string; role?: Role };

const APP_ROLE: Role = 'frontdesk_app';

/**
 * A transaction whose process says nothing for so long is undone by the server: frozen, or cut off, it would hold up
 * everybody who wants the same rows. Ours never wait for anything but the database.
 */
const FROZEN_AFTER_MS = 3_000;

/**
 * Opens the product's pool: every connection starts as a role that owns nothing; the usual one sees no tenant.
 *
 * @param url where the migrations ran; its user must be a member of both roles
 */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  return onPool(openPool(url, { role: APP_ROLE, ...options }), (client, text, values) => client.query(text, values));
}

/**
 * Opens a pool for a few statements that are asked over and over: the server plans each once a connection. It keeps
 * every text it has seen, so this is not for texts that vary with what is asked.
 */
export function openPreparedDatabase(url: string, options: PoolOptions = {}): Database {
  const names = new Map<string, string>();
  const nameOf = (text: string) => names.getOrInsertComputed(text, () => hash('sha256', text, 'base64url'));
  return onPool(openPool(url, { role: APP_ROLE, ...options }), (client, text, values) =>
    client.query({ name: nameOf(text), text, values }),
  );
}

/**
 * BEGIN waits for the statement after it, which in our transactions is the one that says whose they are: both leave
 * together, and every transaction takes a round trip less.
 */
function onPool(
  pool: pg.Pool,
  ask: (client: pg.PoolClient, text: string, values: unknown[]) => Promise<pg.QueryResult>,
): Database {
  const connect = async () => {
    const client = await pool.connect();
    let isBeginning = false;
    const query = async (text: string, values: readonly unknown[]) => {
      if (text === BEGIN) {
        isBeginning = true;
        return NOTHING_YET;
      }
      const isFirst = isBeginning;
      isBeginning = false;
      if (isFirst && values.length === 0) return lastOf(await client.query(`${BEGIN};${text}`));
      if (isFirst) await client.query(BEGIN);
      return ask(client, text, [...values]);
    };
    return {
      query: query as unknown as PostgresPoolClient['query'], // NOTE: its other form is for cursors, and none is configured
      release: (destroy?: boolean) => client.release(destroy),
    };
  };
  const ours: PostgresPool = { options: pool.options, end: () => pool.end(), connect };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: ours }) });
}

const BEGIN = 'begin';
const NOTHING_YET = { command: 'BEGIN', rows: [] };

/** Several statements in one text have an answer each. */
const lastOf = (answers: unknown) => (Array.isArray(answers) ? answers.at(-1) : answers);

/** A pool of plain connections, with our reading of the types. Without a role it acts as the owner: migrations and the queue. */
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
  // NOTE: an idle connection that the server closed says so here; the pool opens another when asked. Unheard, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Opens a transaction bound to one tenant; row-level security sees the same id. */
export function withTenant<T>(db: Database, tenantId: TenantId, work: (scope: TenantScope) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local app.tenant_id = ${sql.lit(tenantId)}`.execute(tx); // NOTE: Citus passes SET LOCAL on to its nodes, not set_config()
    return work({ tenantId, tx });
  });
}

/** Runs of one transaction, the first included. */
const MAX_ATTEMPTS = 4;
/** Transactions that met are kept apart by a random pause up to this. */
const PAUSE_MS = 20;

/**
 * As {@link withTenant}, run again where another transaction was in the way: after a deadlock or a serialization
 * failure, and once after each unique constraint, because by then the other's row can be seen. A constraint that is
 * violated twice is a bug.
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
      const isNews = kind === 'duplicate' && !constraints.has(constraintOf(error));
      if (attempt === MAX_ATTEMPTS || (kind !== 'conflict' && !isNews)) throw error;
      if (isNews) constraints.add(constraintOf(error));
      await setTimeout(Math.random() * PAUSE_MS);
    }
  }
}

/** Opens a transaction that sees every tenant. It stands out in review: see {@link SystemScope} for who may. */
export function withSystem<T>(db: Database, work: (scope: SystemScope) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local role frontdesk_system`.execute(tx);
    return work({ tx });
  });
}

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const DATE = 1082;

/** Instants come as Temporal.Instant, counts (int8) as numbers, dates as `YYYY-MM-DD`. */
function getTypeParser(oid: number, format?: string) {
  if (oid === TIMESTAMPTZ) return (text: string) => Temporal.Instant.from(text);
  if (oid === INT8) return Number;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format as 'text');
}

// NOTE: `toPostgres` is pg's documented webhook for values it does not know; without it an Instant would be sent as quoted JSON.
Object.defineProperty(Temporal.Instant.prototype, 'toPostgres', {
  value(this: Temporal.Instant) {
    return this.toString();
  },
});

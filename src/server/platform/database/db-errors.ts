/**
 * Why a statement failed, as far as a retry is concerned.
 *
 * - `unavailable`: the database could not be reached, or ended the connection; nothing was committed by this
 *   statement.
 * - `conflict`: a deadlock or a serialization failure; the same transaction succeeds when it runs again.
 * - `duplicate`: a unique constraint. When it runs again, the transaction sees the row of the one that committed
 *   first.
 * - `other`: a bug, or not an error of the database.
 */
export type DatabaseErrorKind = 'unavailable' | 'conflict' | 'duplicate' | 'other';

const CONFLICTS = ['40P01', '40001'];
const UNIQUE_VIOLATION = '23505';

/** Socket errors, and conditions in which PostgreSQL ends or refuses a connection. */
const UNAVAILABLE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND', // the name of a container that is stopped
  'EAI_AGAIN',
  '25P03', // idle_in_transaction_session_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
];

/** SQLSTATE classes: connection exception, insufficient resources, system error. */
const UNAVAILABLE_CLASSES = ['08', '53', '58'];

/**
 * NOTE: the driver sets no code on these errors, and only a general one on the server's last:
 * https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/client.js
 */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|is not currently accepting connections/i;

/** Classifies an error by itself, or by the first of its causes that is a database error. */
export function databaseErrorKind(error: unknown): DatabaseErrorKind {
  if (!(error instanceof Error)) return 'other';
  const code = codeOf(error);
  if (CONFLICTS.includes(code)) return 'conflict';
  if (code === UNIQUE_VIOLATION) return 'duplicate';
  if (UNAVAILABLE.includes(code) || (code.length === 5 && UNAVAILABLE_CLASSES.includes(code.slice(0, 2))))
    return 'unavailable';
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return 'unavailable'; // a socket file
  if (UNAVAILABLE_MESSAGE.test(error.message)) return 'unavailable';
  return databaseErrorKind(error.cause);
}

/** Whether the database could not be reached: the caller may try again later. */
export function isDatabaseAway(error: unknown): boolean {
  return databaseErrorKind(error) === 'unavailable';
}

/** Whether a retry of the same work may succeed. */
export function isTransient(error: unknown): boolean {
  const kind = databaseErrorKind(error);
  return kind === 'unavailable' || kind === 'conflict';
}

/** Returns the name of the violated unique constraint; empty where the error names none. */
export function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '');

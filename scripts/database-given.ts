import pg from 'pg';
import { Refusal } from './ports.ts';

const OLDEST_MAJOR_VERSION = 15;

/**
 * Looks at the server that `DATABASE_URL` names.
 *
 * @returns its version, e.g. `15.18`
 * @throws Refusal in words: not reached, not let in, too old
 */
export async function checkServer(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const version = rows[0]?.server_version.split(' ')[0] ?? '';
    if (Number.parseInt(version, 10) < OLDEST_MAJOR_VERSION) {
      throw new Refusal(`PostgreSQL ${OLDEST_MAJOR_VERSION} or later is needed; DATABASE_URL leads to ${version}.`);
    }
    return version;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    throw new Refusal(
      `The database of DATABASE_URL (${withoutPassword(url)}) does not let us in: ${reason}\n` +
        'Correct the address, or leave DATABASE_URL out to use the embedded database.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:…@');
}

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createProviders } from '#server/app/providers.ts';
import { workRooms } from '#server/app/rooms.ts';
import { bookedSalons } from '#server/testing/booked-salon.ts';
import { aFullCabinet } from '#server/testing/full-cabinet.ts';
import { fullSampleOf, sampleOf } from '#server/testing/samples.ts';

/**
 * Citus plans every SQL statement of the product. `CITUS_URL` names a coordinator whose database
 * `scripts/distribute.ts` has prepared; nothing is written there. The statements are those that all calls, repeated
 * jobs, a booking and its reminder send to an ordinary database, each with the first values it was sent with.
 */
const url = process.env['CITUS_URL'];
const salons = url ? await bookedSalons() : undefined;

test.skipIf(!url)(
  'Citus plans every statement of the product (skipped where CITUS_URL is not given)',
  async () => {
    const statements = await recordStatements();
    expect(statements.size).toBeGreaterThan(200);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const refused: Record<string, string> = {};
    for (const [text, values] of statements) {
      await client.query(`begin; set local app.tenant_id = '${randomUUID()}'`);
      await client.query(`explain (costs off) ${text}`, [...values]).catch((error: unknown) => {
        refused[text.replaceAll(/\s+/g, ' ')] = String(error);
      });
      await client.query('rollback');
    }
    await client.end();
    console.log(`Citus planned ${statements.size - Object.keys(refused).length} of ${statements.size} statements.`);
    expect(refused).toEqual({});
  },
  300_000,
);

/** @returns texts of all statements, each with the values of one run */
async function recordStatements(): Promise<Map<string, readonly unknown[]>> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  if (!salons) return new Map();
  const { server, open } = salons;
  const own = await aFullCabinet(server);
  for (const endpoint of server.served) {
    const token = endpoint.access === 'api' ? own.apiToken : own.token;
    const hasBody = !['GET', 'DELETE'].includes(endpoint.method);
    const bodies = hasBody ? [sampleOf(endpoint.body, randomUUID()), fullSampleOf(endpoint.body, randomUUID())] : [{}];
    for (const body of bodies) {
      if (endpoint.path.includes('logout')) continue; // NOTE: the calls after it need the token
      const headers = endpoint.needsIdempotencyKey && { headers: { 'idempotency-key': randomUUID() } };
      await server.call(endpoint, { params: own.ids, token, ...(hasBody && { body }), ...headers });
    }
  }
  await server.owner.query('delete from graphile_worker._private_jobs'); // NOTE: they call providers that do not exist here
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  await server.clock.advance({ hours: 48 });
  await server.runJobs();
  const repeated: string[] = [];
  workRooms(
    () => {},
    (name) => void repeated.push(name),
    createProviders(server.ctx),
  );
  for (const name of repeated) await server.runRepeated(name).catch(() => undefined); // NOTE: some call providers that do not exist here
  const statements = new Map<string, readonly unknown[]>();
  for (const [nth, [statement, values]] of (spy.mock.calls as unknown[][]).entries()) {
    const client = spy.mock.contexts[nth] as unknown as { connectionParameters: { application_name?: string } };
    const isProductStatement = !client.connectionParameters.application_name?.startsWith('test');
    const { text, values: own } = toStatement(statement);
    if (isProductStatement && /^\s*(?:with|select|insert|update|delete)\b/i.test(text) && !statements.has(text))
      statements.set(text, (own ?? values ?? []) as unknown[]);
  }
  spy.mockRestore();
  return statements;
}

function toStatement(statement: unknown): { text: string; values?: unknown } {
  if (typeof statement === 'string') return { text: statement };
  return statement as { text: string; values?: unknown };
}

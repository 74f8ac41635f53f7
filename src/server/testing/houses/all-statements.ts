import { randomUUID } from 'node:crypto';
import { createProviders } from '#server/app/providers.ts';
import { ROOMS } from '#server/app/rooms.ts';
import { workRooms } from '#server/app/binding.ts';
import type { Statement } from '#server/platform/database/db.ts';
import { bookedSalons } from './booked-salon.ts';
import { aFullCabinet } from './full-cabinet.ts';
import { fullSampleOf, sampleOf } from '#server/testing/rows/samples.ts';

/**
 * Opens a product whose SQL statements are observed.
 *
 * @returns a function that makes all calls, runs all repeated jobs, and leads a booking, moved once, to its reminder
 */
export async function observedProduct(observe: (statement: Statement) => void): Promise<() => Promise<void>> {
  const { server, open } = await bookedSalons({ observe });
  return async () => {
    const own = await aFullCabinet(server);
    for (const endpoint of server.served) {
      if (endpoint.path.includes('logout')) continue; // NOTE: the calls after it need the token
      const token = endpoint.access === 'api' ? own.apiToken : own.token;
      const hasBody = !['GET', 'DELETE'].includes(endpoint.method);
      const samples = hasBody
        ? [sampleOf(endpoint.body, randomUUID()), fullSampleOf(endpoint.body, randomUUID())]
        : [{}];
      for (const body of samples) {
        const headers = (endpoint.needsIdempotencyKey || endpoint.takesIdempotencyKey) && {
          headers: { 'idempotency-key': randomUUID() },
        };
        await server.call(endpoint, { params: own.ids, token, ...(hasBody && { body }), ...headers });
      }
    }
    await server.owner.query('delete from graphile_worker._private_jobs'); // NOTE: they call providers that do not exist here
    const salon = await open();
    await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
    const startsAt = server.clock.now().add({ hours: 24 });
    const { externalId } = await salon.book({ startsAt });
    await salon.book({ externalId, startsAt: startsAt.add({ hours: 2 }) });
    await server.clock.advance({ hours: 48 });
    await server.runJobs();
    const repeated: string[] = [];
    workRooms(
      () => {},
      (name) => void repeated.push(name),
      { rooms: ROOMS, providers: createProviders(server.ctx) },
    );
    for (const name of repeated) await server.runRepeated(name).catch(() => undefined); // NOTE: some call providers that do not exist here
  };
}

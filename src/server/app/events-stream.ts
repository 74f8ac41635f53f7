import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TenantId } from '#contract/tenants.ts';
import { listen } from '#server/platform/clock.ts';
import type { Context, ReadBearer } from '#server/platform/context.ts';
import { openPool, withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { CHANGES_CHANNEL } from '#server/platform/realtime.ts';

/** Keeps proxies from closing a stream in which nothing happens. */
const KEEP_ALIVE_MS = 25_000;

/** A reader who missed more than so many changes fetches everything again instead. */
const MISSED_LIMIT = 200;

type Reader = { tenantId: TenantId; lastId: number; write(chunk: string): void };

/**
 * `GET /api/v1/events`: server-sent events of one tenant, `{ "room": "flows" }` with the change's id.
 *
 * One connection of the process listens for all its readers. A reader who comes back with `Last-Event-ID` is told
 * what she missed; one who missed too much, and everybody after the listener lost its connection, is told room `*`.
 */
export async function serveEventStream(
  app: FastifyInstance,
  ctx: Context,
  readBearer: ReadBearer,
): Promise<{ close(): Promise<void> }> {
  const readers = new Set<Reader>();
  const pool = openPool(ctx.config.databaseUrl, { max: 1, name: 'frontdesk-events', role: 'frontdesk_app' });
  const stopListening = await listen(pool, CHANGES_CHANNEL, (payload) => {
    const [tenantId, id, room] = payload.split(':');
    for (const reader of readers) {
      if (!payload) tell(reader, reader.lastId, '*');
      else if (reader.tenantId === tenantId && room) tell(reader, Number(id), room);
    }
  });
  const keepAlive = setInterval(() => readers.forEach((reader) => reader.write(':\n\n')), KEEP_ALIVE_MS);

  app.get('/api/v1/events', async (request, reply) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const bearer = token ? await readBearer(token) : null;
    if (!bearer) throw new Problem('auth.required');
    const lastId = readLastId(request.headers['last-event-id']);
    const missed = lastId > 0 ? await missedSince(ctx, bearer.tenantId, lastId) : [];

    const reader = openStream(reply, bearer.tenantId, lastId);
    readers.add(reader);
    request.raw.on('close', () => readers.delete(reader));
    for (const change of missed) tell(reader, change.id, change.room);
  });

  return {
    async close() {
      clearInterval(keepAlive);
      await stopListening();
      await pool.end();
    },
  };
}

/** @returns 0 for one that we did not give, which is as good as none */
function readLastId(header: string | string[] | undefined): number {
  const lastId = Number(header);
  return Number.isSafeInteger(lastId) && lastId > 0 ? lastId : 0;
}

function openStream(reply: FastifyReply, tenantId: TenantId, lastId: number): Reader {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // NOTE: nginx would hold events back to fill its buffer
  });
  reply.raw.write(':\n\n');
  return { tenantId, lastId, write: (chunk) => void reply.raw.write(chunk) };
}

function tell(reader: Reader, id: number, room: string): void {
  reader.lastId = id;
  reader.write(`id: ${id}\ndata: ${JSON.stringify({ room })}\n\n`);
}

async function missedSince(ctx: Context, tenantId: TenantId, lastId: number): Promise<{ id: number; room: string }[]> {
  const changes = await withTenant(ctx.db, tenantId, ({ tx }) =>
    tx
      .selectFrom('changes')
      .select(['id', 'room'])
      .where('tenant_id', '=', tenantId)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(MISSED_LIMIT)
      .execute(),
  );
  const last = changes.at(-1);
  return last && changes.length === MISSED_LIMIT ? [{ id: last.id, room: '*' }] : changes;
}

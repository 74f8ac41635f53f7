import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { bearerOf } from '#server/platform/bearer.ts';
import { listen } from '#server/platform/clock.ts';
import type { Bearer, Context, ReadBearer } from '#server/platform/context.ts';
import { openPool, type TenantScope, withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { parseNotification, NOTIFY_CHANNEL } from '#server/platform/realtime.ts';

/** Keeps proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 25_000;

/**
 * A client that does not read is disconnected when this much is buffered; it reconnects with the last id it
 * received.
 */
const WAITING_LIMIT_BYTES = 262_144;

/** Sent to a client that missed more than is stored: every room may be stale. */
const EVERYTHING = '*';

type Reader = Pick<Bearer, 'tenantId' | 'sessionId'> & { response: ServerResponse };

/**
 * `GET /api/v1/events`: server-sent events of one tenant, `{ "room": "flows" }` with the change's id.
 *
 * One connection of the process listens for all clients. A stream ends with its session, and at the latest with the
 * access token it was opened with: a client reconnects with a new one, and with `Last-Event-ID` receives the changes
 * it missed, or room `*` when those are no longer stored. Streams also end when the listener lost its connection.
 */
export async function serveEventStream(
  app: FastifyInstance,
  ctx: Context,
  readBearer: ReadBearer,
): Promise<{ close(): Promise<void> }> {
  const readers = new Set<Reader>();
  const endWhere = (isMeant: (reader: Reader) => boolean) =>
    [...readers].filter(isMeant).forEach(({ response }) => response.end());
  const pool = openPool(ctx.config.databaseUrl, { max: 1, name: 'frontdesk-events', role: 'frontdesk_app' });
  const stopListening = await listen(pool, NOTIFY_CHANNEL, (payload) => {
    const message = parseNotification(payload);
    if (message === null) return endWhere(() => true);
    if (message.kind === 'session_over') return endWhere(({ sessionId }) => sessionId === message.sessionId);
    for (const reader of readers)
      if (reader.tenantId === message.tenantId) sendChange(reader, message.id, message.room);
  });
  const keepAlive = setInterval(() => readers.forEach((reader) => write(reader, ':\n\n')), KEEP_ALIVE_MS);
  app.addHook('preClose', async () => endWhere(() => true));

  app.get('/api/v1/events', { exposeHeadRoute: false }, async (request, reply) => {
    const token = bearerOf(request);
    const bearer = token ? await readBearer(token) : null;
    if (!token || !bearer) throw new Problem('auth.required');

    const reader = { ...bearer, response: openStream(reply) };
    readers.add(reader);
    const expiry = setTimeout(() => reader.response.end(), untilMs(bearer.expiresAt));
    request.raw.on('close', () => {
      clearTimeout(expiry);
      readers.delete(reader);
    });
    try {
      await greet(ctx, reader, readLastId(request.headers['last-event-id']));
      // NOTE: if the session ended between the check of the token and this line, its end was announced to no reader.
      if (!(await readBearer(token))) reader.response.end();
    } catch (error) {
      ctx.log.warn({ err: error }, 'A live stream could not begin');
      reader.response.end();
    }
  });

  return {
    async close() {
      clearInterval(keepAlive);
      await stopListening();
      await pool.end();
    },
  };
}

function openStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // NOTE: nginx would delay events until its buffer is full
  });
  reply.raw.write(':\n\n');
  return reply.raw;
}

function untilMs(instant: Temporal.Instant): number {
  return Math.max(0, instant.epochMilliseconds - Date.now());
}

/** @returns null for an id that is not ours, which counts as none */
function readLastId(header: string | string[] | undefined): number | null {
  const lastId = typeof header === 'string' && header.trim() !== '' ? Number(header) : null;
  return lastId !== null && Number.isSafeInteger(lastId) && lastId >= 0 ? lastId : null;
}

/** Sends the id from which the client can later request missed changes, and the changes missed so far. */
async function greet(ctx: Context, reader: Reader, lastId: number | null): Promise<void> {
  await withTenant(ctx.db, reader.tenantId, async (scope) => {
    const from = lastId ?? (await newestId(scope));
    write(reader, `id: ${from}\nevent: hello\ndata: {}\n\n`);
    const missed = lastId === null ? [] : await missedSince(scope, lastId);
    for (const { id, room } of missed) sendChange(reader, Math.max(id, from), room);
  });
}

function sendChange(reader: Reader, id: number, room: string): void {
  write(reader, `id: ${id}\ndata: ${JSON.stringify({ room })}\n\n`);
}

function write({ response }: Reader, chunk: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > WAITING_LIMIT_BYTES) response.destroy();
  else response.write(chunk);
}

/** @returns 0 when there are no recent changes */
async function newestId({ tx, tenantId }: TenantScope): Promise<number> {
  const newest = await tx
    .selectFrom('changes')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? 0;
}

/**
 * Lists the rooms that changed after a change, each once. Ids are assigned before their changes are committed, so the
 * smaller of two may be announced later: changes shortly before the last seen one are sent again.
 */
async function missedSince({ tx, tenantId }: TenantScope, lastId: number): Promise<{ id: number; room: string }[]> {
  const seen = await tx
    .selectFrom('changes')
    .select('changed_at')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', lastId)
    .executeTakeFirst();
  if (!seen) return [{ id: await newestId({ tx, tenantId }), room: EVERYTHING }];
  return tx
    .selectFrom('changes')
    .select(({ fn, ref }) => ['room', fn.max(ref('id')).as('id')])
    .where('tenant_id', '=', tenantId)
    .where('id', '!=', lastId)
    .where((eb) =>
      eb.or([
        eb('id', '>', lastId),
        eb('changed_at', '>', sql<Temporal.Instant>`${seen.changed_at}::timestamptz - interval '10 seconds'`),
      ]),
    )
    .groupBy('room')
    .orderBy('id')
    .execute();
}

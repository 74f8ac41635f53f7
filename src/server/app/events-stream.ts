import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { TenantId } from '#contract/tenants/ids.ts';
import { EVENTS_AT_ONCE, eventsAfter, lastSeq } from '#server/conversations/threads/live-actions.ts';
import { bearerOf } from '#server/platform/secrets/bearer.ts';
import type { Bearer, Context, ReadBearer } from '#server/platform/context/context.ts';
import { openPool, type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { listen } from '#server/platform/database/listen.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { parseNotification, NOTIFY_CHANNEL } from '#server/platform/events/realtime.ts';

/** Keeps proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 25_000;

/**
 * A client that does not read is disconnected when this much is buffered; it reconnects with the last id it
 * received.
 */
const WAITING_LIMIT_BYTES = 262_144;

/** Sent to a client that missed more than is stored: every room may be stale. */
const EVERYTHING = '*';

/** The place of a client: the last change of a room, and the last event of conversations. */
type Place = { change: number; seq: number };

/** @property place null until the client was greeted */
type Reader = Pick<Bearer, 'tenantId' | 'sessionId'> & { response: ServerResponse; place: Place | null };

/** A support session follows the cabinet too. */
const ACCEPTED = { acceptsSupport: true };

/**
 * `GET /api/v1/events`: server-sent events of one tenant. `{ "room": "flows" }` has the change's id;
 * `{ "room": "conversations", "conversation": … }` is numbered, and arrives once and in order: see `LiveConversation`.
 *
 * One connection of the process listens for all clients. A stream ends with its session, and at the latest with the
 * access token it was opened with: a client reconnects with a new one, and with `Last-Event-ID` receives what it
 * missed, or room `*` and a `reset` when that is no longer stored. Without it the changes of the last seconds are sent. Streams also end when the listener lost its
 * connection.
 */
export async function serveEventStream(
  app: FastifyInstance,
  ctx: Context,
  readBearer: ReadBearer,
): Promise<{ close(): Promise<void> }> {
  const readers = new Set<Reader>();
  const endWhere = (isMeant: (reader: Reader) => boolean) =>
    [...readers].filter(isMeant).forEach(({ response }) => response.end());
  const followNumbered = createFollower(ctx, readers);
  const pool = openPool(ctx.config.databaseUrl, { max: 1, name: 'frontdesk-events', role: 'frontdesk_app' });
  const stopListening = await listen(pool, NOTIFY_CHANNEL, (payload) => {
    const message = parseNotification(payload);
    if (message === null) return endWhere(() => true);
    if (message.kind === 'session_over') return endWhere(({ sessionId }) => sessionId === message.sessionId);
    const isOfTenant = ({ tenantId }: Reader) => tenantId === message.tenantId;
    if (message.kind === 'numbered') return void followNumbered(TenantId.parse(message.tenantId));
    for (const reader of [...readers].filter(isOfTenant)) {
      if (message.kind === 'change') sendChange(reader, message.id, message.room);
      else write(reader, `data: ${JSON.stringify(message.data)}\n\n`);
    }
  });
  const keepAlive = setInterval(() => readers.forEach((reader) => write(reader, ':\n\n')), KEEP_ALIVE_MS);
  app.addHook('preClose', async () => endWhere(() => true));

  app.get('/api/v1/events', { exposeHeadRoute: false }, async (request, reply) => {
    const token = bearerOf(request);
    const bearer = token ? await readBearer(token, ACCEPTED) : null;
    if (!token || !bearer) throw new Problem('auth.required');

    const reader: Reader = { ...bearer, response: openStream(reply), place: null };
    readers.add(reader);
    const expiry = setTimeout(() => reader.response.end(), untilMs(bearer.expiresAt));
    request.raw.on('close', () => {
      clearTimeout(expiry);
      readers.delete(reader);
    });
    try {
      await greet(ctx, reader, readPlace(request.headers['last-event-id']));
      await followNumbered(reader.tenantId);
      // NOTE: if the session ended between the check of the token and this line, its end was announced to no reader.
      if (!(await readBearer(token, ACCEPTED))) reader.response.end();
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
function readPlace(header: string | string[] | undefined): Place | null {
  const [change, seq] = /^(\d+)(?::(\d+))?$/.exec(typeof header === 'string' ? header.trim() : '')?.slice(1) ?? [];
  const place = { change: Number(change), seq: Number(seq ?? 0) };
  return change !== undefined && Object.values(place).every(Number.isSafeInteger) ? place : null;
}

/** The place of a client that names an event to come, as after a restored backup: it is sent a `reset`. */
const UNKNOWN_SEQ = -1;

const idOf = ({ change, seq }: Place) => (seq === 0 ? `${change}` : `${change}:${seq}`);

/** Sends the id from which the client can later request what it missed, and the changes of rooms missed so far. */
async function greet(ctx: Context, reader: Reader, last: Place | null): Promise<void> {
  await withTenant(ctx, reader.tenantId, async (scope) => {
    const seq = await lastSeq(scope);
    const place = last ?? { change: await newestId(scope), seq };
    write(reader, `id: ${idOf(place)}\nevent: hello\ndata: {}\n\n`);
    const missed = last === null ? await listRecentChanges(scope) : await missedSince(scope, last.change);
    reader.place = { ...place, seq: place.seq > seq ? UNKNOWN_SEQ : place.seq };
    for (const { id, room } of missed) sendChange(reader, Math.max(id, place.change), room);
  });
}

/** A client that was not greeted yet gets no id: it could not name its place by it. */
function sendChange({ place, ...reader }: Reader, id: number, room: string): void {
  if (place) place.change = Math.max(id, place.change);
  write(reader, `${place ? `id: ${idOf(place)}\n` : ''}data: ${JSON.stringify({ room })}\n\n`);
}

/**
 * Sends numbered events of a tenant to its clients, each from its own place. Runs of one tenant follow one another, so
 * that no event is sent twice or out of order.
 */
function createFollower(ctx: Context, readers: ReadonlySet<Reader>): (tenantId: TenantId) => Promise<void> {
  const running = new Map<TenantId, { isWantedAgain: boolean }>();
  const sendMissed = async (tenantId: TenantId): Promise<boolean> => {
    const greeted = [...readers].flatMap((one) => (one.tenantId === tenantId && one.place ? [one] : []));
    if (greeted.length === 0) return false;
    const from = Math.min(...greeted.map(({ place }) => place?.seq ?? 0));
    const events = await withTenant(ctx, tenantId, (scope) => eventsAfter(scope, from));
    for (const reader of greeted) {
      let chunk = '';
      for (const event of events) {
        const { place } = reader;
        const isDue = place && (event.kind === 'reset' ? event.seq !== place.seq : event.seq > place.seq);
        if (!isDue) continue;
        place.seq = event.seq;
        chunk += `id: ${idOf(place)}\ndata: ${JSON.stringify({ room: 'conversations', conversation: event })}\n\n`;
      }
      if (chunk !== '') write(reader, chunk);
    }
    return events.length === EVENTS_AT_ONCE;
  };
  return async function follow(tenantId) {
    const current = running.get(tenantId);
    if (current) {
      current.isWantedAgain = true;
      return;
    }
    const run = { isWantedAgain: false };
    running.set(tenantId, run);
    try {
      do {
        run.isWantedAgain = false;
        if (await sendMissed(tenantId)) run.isWantedAgain = true;
      } while (run.isWantedAgain);
    } catch (error) {
      ctx.log.warn({ err: error }, 'Events of conversations could not be sent');
      for (const { response } of [...readers].filter((one) => one.tenantId === tenantId)) response.end();
    } finally {
      running.delete(tenantId);
    }
  };
}

function write({ response }: Pick<Reader, 'response'>, chunk: string): void {
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

/** A page may have read its data this long before its stream opened. */
const LATELY = sql`interval '10 seconds'`;

/** Lists the rooms that changed while a page without a place was loading, each once. */
function listRecentChanges({ tx, tenantId }: TenantScope): Promise<{ id: number; room: string }[]> {
  return tx
    .selectFrom('changes')
    .select(({ fn, ref }) => ['room', fn.max(ref('id')).as('id')])
    .where('tenant_id', '=', tenantId)
    .where('changed_at', '>', sql<Temporal.Instant>`now() - ${LATELY}`)
    .groupBy('room')
    .orderBy('id')
    .execute();
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
        eb('changed_at', '>', sql<Temporal.Instant>`${seen.changed_at}::timestamptz - ${LATELY}`),
      ]),
    )
    .groupBy('room')
    .orderBy('id')
    .execute();
}

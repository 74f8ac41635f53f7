import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, wrongField } from '#server/platform/values/problem.ts';

/** How slowly a body may arrive. */
export type BodyPace = {
  /** Average that a sender has to keep. */
  bytesPerSecond: number;
  /**
   * How far a sender may fall behind that average, and so the longest that one may send nothing. Time in which we do not
   * read, e.g. while the upload waits for a place, does not count.
   */
  patienceMs: number;
  /** Maximum time in which a body that is no form with files arrives whole. */
  wholeWithinMs: number;
  /** Time for the sender to read the refusal before the connection is closed. */
  lingerMs: number;
  checkEveryMs: number;
};

/**
 * 4 KB/s is a fifth of what a phone reaches on a bad connection (EDGE, about 20 KB/s): it sends a photo of 5 MB in four
 * minutes and keeps well ahead. 15 s without a byte are more than a handover between cells or a lift take.
 */
export const BODY_PACE: BodyPace = {
  bytesPerSecond: 4_096,
  patienceMs: 15_000,
  wholeWithinMs: 60_000,
  lingerMs: 5_000,
  checkEveryMs: 500,
};

type Arriving = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Bytes that the connection had read at the last check. */
  bytesRead: number;
  patienceMs: number;
  waitedMs: number;
  lingerMs: number;
  /** Null where no form is read. */
  loss: AbortController | null;
};

const arriving = new WeakMap<IncomingMessage, Arriving>();

/**
 * Aborted once the rest of a form cannot be awaited: its sender is too slow, or has left. The caller then stops reading and
 * answers with {@link lossOf}.
 */
export function lossSignal({ raw }: FastifyRequest): AbortSignal {
  return arriving.get(raw)?.loss?.signal ?? new AbortController().signal;
}

/** Stops reading a form that has not arrived whole yet. */
export function refuseForm({ raw }: FastifyRequest, refusal: Problem): void {
  const body = arriving.get(raw);
  if (body && !raw.complete) end(body, refusal);
}

/** The refusal of a form that was lost, e.g. `file.too_slow`; `request.invalid` when it broke off. */
export function lossOf({ reason }: AbortSignal): Problem {
  return reason instanceof Problem ? reason : wrongField('file', 'unreadable');
}

/** @throws {Problem} {@link lossOf} when the form is lost before the work is done */
export async function unlessLost<Result>(loss: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const refuse = () => reject(lossOf(loss));
  loss.addEventListener('abort', refuse, { once: true });
  if (loss.aborted) refuse();
  try {
    return await Promise.race([work, promise]);
  } finally {
    loss.removeEventListener('abort', refuse);
  }
}

/**
 * Ends requests whose bodies arrive too slowly. A form with files is refused by the route that reads it
 * ({@link lossSignal}); another body gets the answer of Node.js to a request that does not end, 408.
 */
export function watchBodies(app: FastifyInstance, pace: BodyPace): void {
  const watched = new Set<IncomingMessage>();
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      watched.add(request.raw);
      arriving.set(request.raw, arrivingOf(request, reply, pace));
    }
    done();
  });
  // NOTE: most bodies are whole by then, and need not be kept until the next check.
  app.addHook('preHandler', ({ raw }, _reply, done) => {
    if (raw.complete) watched.delete(raw);
    done();
  });
  let checkedAt = performance.now();
  const check = () => {
    const now = performance.now();
    const passedMs = Math.min(now - checkedAt, 2 * pace.checkEveryMs); // NOTE: while the process stood still, nothing was read
    checkedAt = now;
    for (const raw of watched) {
      const body = arriving.get(raw);
      if (raw.complete || raw.destroyed || !body) watched.delete(raw);
      else if (isTooSlow(body, passedMs, pace)) {
        watched.delete(raw);
        end(body, new Problem('file.too_slow'));
      }
    }
  };
  const checking = setInterval(check, pace.checkEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(checking));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function arrivingOf(request: FastifyRequest, reply: FastifyReply, { patienceMs, lingerMs }: BodyPace): Arriving {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false;
  const { bytesRead } = request.raw.socket;
  return {
    request,
    reply,
    bytesRead,
    patienceMs,
    waitedMs: 0,
    lingerMs,
    loss: isForm ? lossOfConnection(request.raw) : null,
  };
}

/** NOTE: a stream that was destroyed before it is read emits nothing any more, so that its reader would wait forever. */
function lossOfConnection(raw: IncomingMessage): AbortController {
  const loss = new AbortController();
  raw.once('close', () => {
    if (!raw.readableEnded) loss.abort();
  });
  return loss;
}

/** Counts what arrived since the last check. */
function isTooSlow(body: Arriving, passedMs: number, pace: BodyPace): boolean {
  const { raw } = body.request;
  const bytes = raw.socket.bytesRead - body.bytesRead;
  body.bytesRead += bytes;
  const awaitedMs = raw.readableFlowing ? passedMs : 0;
  body.waitedMs += awaitedMs;
  body.patienceMs += (bytes / pace.bytesPerSecond) * 1_000 - awaitedMs;
  body.patienceMs = Math.min(body.patienceMs, pace.patienceMs);
  return body.patienceMs <= 0 || (!body.loss && body.waitedMs > pace.wholeWithinMs);
}

function end({ request, reply, loss, lingerMs }: Arriving, refusal: Problem): void {
  const { raw } = request;
  const { socket } = raw;
  request.log.info({ path: request.routeOptions.url, code: refusal.code }, 'a body is not awaited any longer');
  if (!loss) {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
    return;
  }
  loss.abort(refusal);
  // NOTE: a sender whose connection is closed at once never reads the reason.
  const close = () => raw.complete || socket.destroy();
  const closeOnceAnswered = () => (reply.raw.writableFinished ? close() : reply.raw.once('finish', close));
  setTimeout(closeOnceAnswered, lingerMs).unref();
}

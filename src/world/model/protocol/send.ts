import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { WireFault } from '../faults/kinds.ts';

/** How an answer goes out: how fast, and with which fault. */
export type Wire = { fault: WireFault | undefined; delayMs: number; tokensPerSecond: number };

const HANG_MS = 120_000;
const FLUSH_MS = 30;

const BROKEN_CHUNK = '{"id":"chatcmpl-broken","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"conte';
const ERROR_CHUNK = {
  error: {
    message: 'The server had an error while processing your request.',
    type: 'server_error',
    param: null,
    code: null,
  },
};

/** Sends a JSON answer; faults of the stream act on its halves. */
export async function sendJson(reply: FastifyReply, body: object, wire: Wire): Promise<FastifyReply> {
  if (await isCutBefore(reply, wire)) return reply;
  if (!wire.fault || wire.fault === 'delay_headers') return reply.send(body);
  const text = JSON.stringify(wire.fault === 'error_chunk' ? ERROR_CHUNK : body);
  const middle = Math.ceil(text.length / 2);
  const parts = wire.fault === 'broken_chunk' ? [text.slice(0, middle)] : [text.slice(0, middle), text.slice(middle)];
  return reply.type('application/json').send(Readable.from(disturbed(reply, parts, wire)));
}

/** Sends the chunks of a streamed answer as server-sent events. */
export async function sendStream(reply: FastifyReply, chunks: readonly object[], wire: Wire): Promise<FastifyReply> {
  if (await isCutBefore(reply, wire)) return reply;
  const events = withStreamFault(chunks, wire.fault).map((chunk) => `data: ${chunk}\n\n`);
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(Readable.from(disturbed(reply, events, wire)));
}

function withStreamFault(chunks: readonly object[], fault: WireFault | undefined): string[] {
  const lines = chunks.map((chunk) => JSON.stringify(chunk));
  const middle = Math.ceil(lines.length / 2);
  if (fault === 'no_finish')
    return lines.filter((line) => !/"finish_reason":"/u.test(line) && !/"choices":\[\]/u.test(line));
  if (fault === 'error_chunk') return [...lines.slice(0, middle), JSON.stringify(ERROR_CHUNK)];
  if (fault === 'broken_chunk') return [...lines.slice(0, middle), BROKEN_CHUNK, ...lines.slice(middle), '[DONE]'];
  return [...lines, '[DONE]'];
}

/** The delays and cuts before headers. */
async function isCutBefore(reply: FastifyReply, { fault, delayMs }: Wire): Promise<boolean> {
  if (fault === 'delay_headers') await wait(reply.request, delayMs);
  if (fault !== 'cut_headers') return false;
  reply.hijack();
  reply.request.raw.socket.resetAndDestroy();
  return true;
}

async function* disturbed(reply: FastifyReply, events: readonly string[], wire: Wire): AsyncGenerator<string> {
  const { fault, delayMs, tokensPerSecond } = wire;
  reply.raw.flushHeaders();
  if (fault === 'delay_first_chunk') await wait(reply.request, delayMs);
  if (fault === 'cut_first_chunk') return cut(reply);
  const middle = Math.ceil(events.length / 2);
  for (const [index, event] of events.entries()) {
    if (index === middle && fault === 'delay_stream') await wait(reply.request, delayMs);
    if (index === middle && fault === 'cut_stream') return cut(reply);
    if (tokensPerSecond > 0) await wait(reply.request, 2000 / tokensPerSecond);
    if (reply.request.raw.socket.destroyed) return;
    yield event;
  }
  if (fault === 'open_after_done') await wait(reply.request, HANG_MS);
}

/** The chunks before it reach the caller first. */
async function cut(reply: FastifyReply): Promise<void> {
  await wait(reply.request, FLUSH_MS);
  reply.raw.socket?.destroy();
}

/** Waits, and no longer than the caller does. */
async function wait({ raw: { socket } }: FastifyRequest, ms: number): Promise<void> {
  if (socket.destroyed) return;
  const left = new AbortController();
  const leave = () => left.abort();
  socket.once('close', leave);
  await pause(ms, undefined, { signal: left.signal }).catch(() => undefined);
  socket.off('close', leave);
}

import multipart from '@fastify/multipart';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { ControlError } from '../values/control-error.ts';
import type { Fault } from './faults.ts';
import { CHANNELS, type Channel, type Entry } from './journal.ts';
import type { Sim } from './sim.ts';

/** How each vendor writes down a refusal. */
export type RefusalShape = (status: number, message: string) => unknown;
/** `{ error }` for services that are not listed. */
export type RefusalShapes = Readonly<Partial<Record<Channel, RefusalShape>>>;

const PLAIN_REFUSAL: RefusalShape = (_status, message) => ({ error: message });

type Passage = {
  startedAt: number;
  channel: Channel | undefined;
  entry: Entry | undefined;
  fault: Fault | undefined;
  /** Set once a fault has given its own answer. */
  disturbed: boolean;
};

const HANG_MS = 120_000;
const BODY_LIMIT = 64 * 1024 * 1024;
/** By the first part of a path. */
const CHANNEL_OF: ReadonlyMap<string, Channel> = new Map([
  ...CHANNELS.map((channel): [string, Channel] => [channel, channel]),
  ['altegio-app', 'altegio'],
]);

const passages = new WeakMap<FastifyRequest, Passage>();

/** The HTTP side of all services: logging, latency and faults are the same for each of them. */
export async function createServer(sim: Sim, refusals: RefusalShapes): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  });
  readBodies(app);
  await app.register(multipart, { limits: { fileSize: BODY_LIMIT } });

  const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, message: string) => {
    const channel = channelOf(request);
    return reply.code(status).send((refusals[channel ?? 'mail'] ?? PLAIN_REFUSAL)(status, message));
  };

  app.addHook('onRequest', async (request) => {
    passages.set(request, {
      startedAt: performance.now(),
      channel: channelOf(request),
      entry: undefined,
      fault: undefined,
      disturbed: false,
    });
  });
  app.addHook('preHandler', async (request, reply) => {
    const passage = passages.get(request);
    if (!passage?.channel) return;
    passage.entry = note(sim, request, passage.channel);
    await pauseAsConfigured(sim, passage.channel);
    const line = `${request.method} ${request.url}`;
    passage.fault = sim.faults.take(passage.channel, line, () => JSON.stringify(request.body) ?? '');
    if (!passage.fault) return;
    if (passage.entry) passage.entry.fault = passage.fault.action;
    sim.changed('engineer');
    if (passage.fault.effect === 'none') await disturb(passage, request, reply, refuse);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const passage = passages.get(request);
    if (!passage?.fault || passage.disturbed) return payload;
    passage.disturbed = true;
    const { fault } = passage;
    if (fault.action === 'slow') await pause(fault.delayMs);
    if (fault.action === 'timeout') await hang(request);
    if (fault.action === 'reset') request.raw.socket.resetAndDestroy();
    if (fault.action !== 'http') return payload;
    reply.code(fault.status).headers(fault.headers).type('application/json');
    return JSON.stringify(
      fault.body ?? (refusals[passage.channel ?? 'mail'] ?? PLAIN_REFUSAL)(fault.status, 'Internal error'),
    );
  });
  app.addHook('onResponse', async (request, reply) => {
    const passage = passages.get(request);
    if (!passage?.entry) return;
    passage.entry.status = reply.statusCode;
    passage.entry.ms = Math.round(performance.now() - passage.startedAt);
    sim.bulletin.publish('log');
  });

  app.setNotFoundHandler((request, reply) => refuse(request, reply, 404, 'Not Found'));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ControlError)
      return reply.code(error.status).send({ error: error.message, code: error.code, issues: error.issues });
    const status = statusOf(error);
    if (status >= 500) process.stderr.write(`world: ${request.method} ${request.url}: ${String(error)}\n`);
    return refuse(request, reply, status, error instanceof Error ? error.message : 'Internal error');
  });
  return app;
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(.*\+)?json/, { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch (error) {
      done(Object.assign(new Error('Body is not valid JSON', { cause: error }), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))));
  });
}

async function disturb(
  passage: Passage,
  request: FastifyRequest,
  reply: FastifyReply,
  refuse: (request: FastifyRequest, reply: FastifyReply, status: number, message: string) => FastifyReply,
): Promise<void> {
  const { fault } = passage;
  if (!fault || fault.action === 'slow') return;
  passage.disturbed = true;
  if (fault.action === 'timeout') await hang(request);
  if (fault.action !== 'http') {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return;
  }
  reply.headers(fault.headers);
  if (fault.body === null) refuse(request, reply, fault.status, 'Internal error');
  else reply.code(fault.status).send(fault.body);
}

/** Keeps the caller waiting until it leaves. */
async function hang(request: FastifyRequest): Promise<void> {
  const { socket } = request.raw;
  if (socket.destroyed) return;
  const left = new AbortController();
  socket.once('close', () => left.abort());
  await pause(HANG_MS, undefined, { signal: left.signal }).catch(() => undefined);
  socket.destroy();
}

function note(sim: Sim, request: FastifyRequest, channel: Channel): Entry | undefined {
  if (sim.behaviours.of(channel).log === 'off') return undefined;
  const [path = ''] = request.url.split('?');
  return sim.journal.add({
    at: sim.clock.iso(),
    channel,
    method: request.method,
    path,
    query: request.query,
    headers: { ...request.headers },
    body: request.body ?? null,
    status: 0,
    ms: 0,
    fault: null,
  });
}

async function pauseAsConfigured(sim: Sim, channel: Channel): Promise<void> {
  const { latencyMs, latencyJitterMs } = sim.behaviours.of(channel);
  if (latencyMs + latencyJitterMs === 0) return;
  await pause(latencyMs + (latencyJitterMs && sim.ids.chance('latency') * latencyJitterMs));
}

const channelOf = (request: FastifyRequest): Channel | undefined =>
  CHANNEL_OF.get(request.url.split(/[/?]/, 2)[1] ?? '');

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;

import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ControlError, found, readOrder } from '../values/control-error.ts';
import { CHANNELS } from '../sim/journal.ts';
import { JUDGED } from '../sim/judge.ts';
import { listKeys } from './keys.ts';
import type { ProductClock } from './product-clock.ts';
import type { Sim } from '../sim/sim.ts';

const Chosen = z.object({
  channel: z.enum(CHANNELS).optional(),
  path: z.string().optional(),
  limit: z.coerce.number().int().positive().optional(),
});
const NewFault = z.strictObject({
  channel: z.enum(CHANNELS),
  match: z.string().optional(),
  action: z.enum(['http', 'timeout', 'reset', 'slow']),
  status: z.int().min(100).max(599).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.number().nonnegative().optional(),
  times: z.int().nonnegative().optional(),
  effect: z.enum(['done', 'none']).optional(),
});
const OnOff = z.enum(['on', 'off']).optional();
const NewBehaviour = z.strictObject({
  channel: z.enum(CHANNELS),
  latencyMs: z.number().nonnegative().optional(),
  latencyJitterMs: z.number().nonnegative().optional(),
  statusDelayMs: z.number().nonnegative().optional(),
  limits: OnOff,
  reads: OnOff,
  statuses: OnOff,
  log: OnOff,
});
const Settle = z.strictObject({
  withinMs: z.number().nonnegative().default(0),
  timeoutMs: z.number().positive().default(10_000),
});
const Judged = z.object({ channel: z.enum(JUDGED).default('d360'), counts: z.enum(['on', 'off']).default('on') });

/** The control calls that are the same for every service. */
export function serveControl(app: FastifyInstance, sim: Sim, productClock: ProductClock): void {
  app.get('/_sim/health', async () => ({ ok: true }));
  app.get('/_sim/about', async () => ({ productUrl: sim.productUrl ?? null, url: sim.url, seed: sim.state.ids.seed }));
  app.get('/_sim/keys', async () => ({ businesses: listKeys(sim) }));
  app.get('/_sim/people', async () => ({ people: sim.people.all() }));
  app.get('/_sim/events', (_request, reply) => {
    reply.hijack();
    sim.bulletin.listen(reply.raw);
  });
  app.post('/_sim/seed', async (request) => {
    const { seed } = readOrder(z.strictObject({ seed: z.string().optional() }), request.body);
    sim.reset(seed);
    return { seed: sim.state.ids.seed };
  });
  serveLog(app, sim);
  serveFaults(app, sim);
  serveWebhooks(app, sim);
  serveClock(app, sim, productClock);
}

function serveLog(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/log', async (request) => ({ requests: sim.journal.entries(readOrder(Chosen, request.query)) }));
  app.delete('/_sim/log', async (request, reply) => {
    sim.journal.clear(readOrder(Chosen, request.query).channel);
    sim.bulletin.publish('log');
    return reply.code(204).send();
  });
  app.get('/_sim/warnings', async (request) => ({
    warnings: sim.journal.warnings(readOrder(Chosen, request.query).channel),
  }));
  app.delete('/_sim/warnings', async (_request, reply) => {
    sim.journal.clearWarnings();
    return reply.code(204).send();
  });
  app.get('/_sim/judge', async (request) => {
    const { channel, counts } = readOrder(Judged, request.query);
    return sim.judge.verdict(channel, counts === 'on');
  });
  app.delete('/_sim/judge', async (_request, reply) => {
    sim.judge.clear();
    return reply.code(204).send();
  });
}

function serveFaults(app: FastifyInstance, sim: Sim): void {
  app.post('/_sim/fault', async (request, reply) => {
    const fault = sim.faults.add(readOrder(NewFault, request.body));
    sim.changed('engineer');
    return reply.code(201).send(fault);
  });
  app.get('/_sim/faults', async () => ({ faults: sim.faults.list() }));
  app.delete('/_sim/faults', async (_request, reply) => {
    sim.faults.clear();
    sim.changed('engineer');
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/_sim/faults/:id', async (request, reply) => {
    if (!sim.faults.remove(Number(request.params.id))) throw new ControlError(404, 'fault not found');
    sim.changed('engineer');
    return reply.code(204).send();
  });
  app.get('/_sim/behaviour', async () => sim.behaviours.all());
  app.post('/_sim/behaviour', async (request) => {
    const { channel, ...part } = readOrder(NewBehaviour, request.body);
    const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
    const behaviour = sim.behaviours.change(channel, given);
    sim.changed('engineer');
    return behaviour;
  });
}

function serveWebhooks(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/webhooks', async (request) => {
    const { channel, limit } = readOrder(Chosen, request.query);
    const calls = sim.webhooks.list(channel).slice(limit ? -limit : 0);
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return {
      webhooks: calls.map((call) => ({ ...call, firstAt: iso(call.firstAt), nextAttemptAt: iso(call.nextAttemptAt) })),
    };
  });
  app.post('/_sim/webhooks/flush', async () => {
    sim.webhooks.flush();
    return { pendingWebhooks: sim.webhooks.pending().length };
  });
  app.post<{ Params: { id: string } }>('/_sim/webhooks/:id/repeat', async (request) => {
    const { forge } = readOrder(z.strictObject({ forge: z.boolean().default(false) }), request.body);
    const call = found(sim.webhooks.find(request.params.id), 'webhook');
    return { status: await sim.webhooks.repeat(call, forge) };
  });
  app.post('/_sim/settle', async (request) => {
    const { withinMs, timeoutMs } = readOrder(Settle, request.body);
    const giveUpAt = performance.now() + timeoutMs;
    const isIdle = () =>
      sim.webhooks.inFlight() === 0 && (sim.agenda.nextAt() ?? Infinity) > sim.clock.now() + withinMs;
    while (!isIdle() && performance.now() < giveUpAt) await pause(4);
    return {
      idle: isIdle(),
      pendingTasks: sim.agenda.size(),
      pendingWebhooks: sim.webhooks.pending().length,
    };
  });
}

const ClockChange = z.union([
  z.strictObject({ advanceMs: z.number().nonnegative(), stops: z.boolean().default(false) }),
  z.strictObject({ to: z.literal('next-event'), language: z.string().optional() }),
  z.strictObject({ to: z.literal('next-message'), phone: z.string() }),
]);
const OwnClockChange = z.union([
  z.strictObject({ advanceMs: z.number().nonnegative() }),
  z.strictObject({ factor: z.number().positive().max(100_000) }),
]);

function serveClock(app: FastifyInstance, sim: Sim, productClock: ProductClock): void {
  const state = () => ({
    now: sim.clock.iso(),
    offsetMs: sim.clock.offsetMs(),
    factor: sim.clock.factor(),
    product: productClock.state(),
  });
  app.get('/_sim/clock', async () => state());
  app.post('/_sim/clock', async (request) => {
    const order = readOrder(OwnClockChange, request.body);
    if ('factor' in order) sim.clock.setFactor(order.factor);
    else sim.clock.advance(order.advanceMs);
    sim.agenda.runDue();
    sim.changed('clock');
    return state();
  });
  app.post('/_sim/clock/turn', async (request) => {
    const isTurned = await productClock.change(readOrder(ClockChange, request.body));
    return { ...state(), isTurned };
  });
}

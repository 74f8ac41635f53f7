import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { comparedPasswords } from '#server/auth/sign-in/passwords.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { countPayloads } from '#server/platform/webhooks/inbox.ts';
import { refusalOf } from '#server/platform/http/http.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { registerOperatorMetrics } from './operator-metrics.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';

/** Seconds; the targets are 10 ms for a webhook and 60 ms for a screen. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.06, 0.15, 0.5, 1, 5];

/** `/metrics` in Prometheus' format, authenticated by METRICS_TOKEN; not served when none is configured. */
export function serveMetrics(app: FastifyInstance, ctx: Context): void {
  const token = ctx.config.metricsToken;
  if (!token) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Refused requests, by route and code of the refusal.',
    labelNames: ['route', 'code'],
    registers: [registry],
  });
  const payloads = new Gauge({
    name: 'inbox_payloads',
    help: 'Webhook payloads of the last days, by provider and state: new, unreadable, failed.',
    labelNames: ['provider', 'state'],
    registers: [registry],
    async collect() {
      const counted = await withSystem(ctx, countPayloads);
      payloads.reset();
      for (const { provider, state, count } of counted) payloads.set({ provider, state }, count);
    },
  });
  new Gauge({
    name: 'password_comparisons',
    help: 'Passwords compared since the process started.',
    registers: [registry],
    collect() {
      this.set(comparedPasswords());
    },
  });
  registerOperatorMetrics(registry, ctx);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page';
    const code = refusalOf(request);
    if (code) refusals.inc({ route, code });
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (request, reply) => {
    if (!sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Problem('auth.required');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

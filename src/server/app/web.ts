import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { readBearer } from '#server/auth/actions.ts';
import type { DemoClock } from '#server/platform/clock.ts';
import type { Context } from '#server/platform/context.ts';
import { createHttp } from '#server/platform/http.ts';
import { createServe } from '#server/platform/serve.ts';
import { serveCabinetFiles } from './cabinet-files.ts';
import { serveDemoClock } from './demo-clock.ts';
import { serveEventStream } from './events-stream.ts';
import { serveHealth } from './health.ts';
import { serveOpenApi } from './openapi-page.ts';
import { serveMetrics } from './metrics.ts';
import type { Providers } from './providers.ts';
import { serveRooms } from './rooms.ts';

/**
 * The HTTP side: every room's calls, webhooks, the live stream, the cabinet's files.
 *
 * @param options.clock of a demo, which the world may turn
 * @param options.served is told every call that is bound
 */
export async function createWeb(
  ctx: Context,
  providers: Providers,
  { clock, served }: { clock?: DemoClock | undefined; served?: (call: Endpoint) => void } = {},
): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const app = await createHttp(ctx.config, ctx.log);
  const whoIs = (token: string) => readBearer(ctx, token);
  serveMetrics(app, ctx);
  if (clock) serveDemoClock(app, ctx, clock);
  serveRooms(createServe(app, ctx, whoIs, served), app, ctx, providers);
  const stream = await serveEventStream(app, ctx, whoIs);
  await serveOpenApi(app);
  serveHealth(app, ctx);
  await serveCabinetFiles(app, ctx.config);
  return {
    app,
    async close() {
      await app.close();
      await stream.close();
    },
  };
}

import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { readBearer } from '#server/auth/sign-in/actions.ts';
import { requireAbility } from '#server/billing/entitlement-reads.ts';
import { apiClientsOf } from '#server/integrations/routes.ts';
import type { DemoClock } from '#server/platform/deployment/clock.ts';
import type { Context, ReadBearer } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { closeHttp, createHttp } from '#server/platform/http/http.ts';
import { countRequests } from '#server/platform/http/request-minutes.ts';
import { createServe, type RequireAbility } from '#server/platform/calls/serve.ts';
import { serveCabinetFiles } from './cabinet-files.ts';
import { serveDemoClock } from './demo/clock.ts';
import { demoInfo } from './demo/people.ts';
import { serveEventStream } from './events-stream.ts';
import { serveHealth } from './health.ts';
import { serveOpenApi } from './openapi-page.ts';
import { serveMetrics } from './metrics.ts';
import { type Composition, serveRooms } from './binding.ts';

export type WebOptions = {
  /** The demo's clock, which the world may advance. */
  clock?: DemoClock | undefined;
  /** Called with every bound call. */
  served?: (call: Endpoint) => void;
  /** Whether `/health` may report ready: false while a demo is being set up. */
  isReady?: () => boolean;
};

/** Creates the HTTP side: every room's calls, webhooks, the live stream, the web application's files. */
export async function createWeb(
  ctx: Context,
  composition: Composition,
  { clock, served, isReady = () => true }: WebOptions = {},
): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const app = await createHttp(ctx.config, ctx.log);
  const findBearer: ReadBearer = (token, options) => readBearer(ctx, token, options);
  countRequests(app, ctx);
  serveMetrics(app, ctx);
  if (clock) serveDemoClock(app, ctx, clock);
  serveRooms(
    createServe(app, ctx, { readBearer: findBearer, apiClients: apiClientsOf(ctx), requireAbility: abilityOf }, served),
    app,
    ctx,
    composition,
  );
  const stream = await serveEventStream(app, ctx, findBearer);
  await serveOpenApi(app);
  serveHealth(app, ctx, isReady);
  if (ctx.config.isDemo) app.get('/_demo/info', async () => demoInfo(ctx.config.publicUrl, ctx.config.worldUrl));
  await serveCabinetFiles(app, ctx.config);
  return {
    app,
    async close() {
      await closeHttp(app);
      await stream.close();
    },
  };
}

const abilityOf: RequireAbility = (caller, ability) =>
  withTenant(caller, caller.tenantId, (scope) => requireAbility(scope, ability, scope.clock.now()));

import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Context, ReadBearer } from '../platform/context.ts';
import { createHttp } from '../platform/http.ts';
import { createServe } from '../platform/serve.ts';
import { serveHealth } from './health.ts';
import { serveRooms } from './rooms.ts';

/** The HTTP side: every room's calls, webhooks, the cabinet's files. */
export async function createWeb(
  ctx: Context,
  readBearer: ReadBearer,
  served?: (call: Endpoint) => void,
): Promise<FastifyInstance> {
  const app = await createHttp(ctx.config, ctx.log);
  serveRooms(createServe(app, ctx, readBearer, served));
  serveHealth(app, ctx);
  return app;
}

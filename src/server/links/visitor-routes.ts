import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/platform/context/context.ts';
import { openLookup } from './lookup.ts';
import { serveQrPages } from './page-routes.ts';
import { openRecording } from './recording.ts';
import { serveRedirects } from './redirect-routes.ts';

/** Serves everything of the room that visitors open. What waits to be recorded is stored before the product stops. */
export function serveLinkVisitors(app: FastifyInstance, ctx: Context): void {
  const lookup = openLookup(ctx);
  const recording = openRecording(ctx);
  app.addHook('onClose', async () => {
    await recording.close();
    await lookup.close();
  });
  serveRedirects(app, ctx, { lookup, recording });
  serveQrPages(app, ctx, { lookup, recording });
}

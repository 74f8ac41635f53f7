import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db.ts';
import type { Repeat, Work } from '#server/platform/job-runner.ts';
import type { Serve } from '#server/platform/serve.ts';
import { serveClientConfig } from './client-config.ts';
import type { Providers } from './providers.ts';

/**
 * Binds the calls of every room, lower first.
 *
 * @param app for the few answers that are no JSON: files, uploads
 */
export function serveRooms(serve: Serve, _app: FastifyInstance, _ctx: Context, _providers: Providers): void {
  serveClientConfig(serve);
}

/** Binds the jobs of every room, and what repeats. */
export function workRooms(_work: Work, repeat: Repeat, _providers: Providers): void {
  repeat('platform.sweep', '*/10 * * * *', sweep);
}

/** Forgets what nobody asks for any more: old changes of the live stream, allowances that are full again. */
async function sweep(ctx: Context): Promise<void> {
  await withSystem(ctx.db, async ({ tx }) => {
    await tx
      .deleteFrom('changes')
      .where('changed_at', '<', sql<Temporal.Instant>`now() - interval '1 hour'`)
      .execute();
    await tx
      .deleteFrom('allowances')
      .where('counted_at', '<', sql<Temporal.Instant>`now() - interval '1 day'`)
      .execute();
  });
}

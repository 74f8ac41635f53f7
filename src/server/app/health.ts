import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';

/** `/health`: 200 while the database answers, else 503 with Retry-After. */
export function serveHealth(app: FastifyInstance, ctx: Context): void {
  app.get('/health', async () => {
    await sql`select 1`.execute(ctx.db);
    return { status: 'ok' };
  });
}

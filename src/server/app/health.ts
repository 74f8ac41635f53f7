import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { Problem } from '#server/platform/problem.ts';

/** `/health`: 200 once the process is ready and while the database answers, else 503 with Retry-After. */
export function serveHealth(app: FastifyInstance, ctx: Context, isReady: () => boolean): void {
  app.get('/health', async () => {
    if (!isReady()) throw new Problem('server.unavailable');
    await sql`select 1`.execute(ctx.db);
    return { status: 'ok' };
  });
}

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context/context.ts';

/** `/health`: 200 once the process is ready and while the database answers, else 503 with Retry-After. */
export function serveHealth(app: FastifyInstance, ctx: Context, isReady: () => boolean): void {
  app.get('/health', async (_request, reply) => {
    if (!isReady()) return reply.code(503).header('retry-after', 1).send({ status: 'starting' });
    await sql`select 1`.execute(ctx.db);
    return { status: 'ok' };
  });
}

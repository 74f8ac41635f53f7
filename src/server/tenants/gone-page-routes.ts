import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/platform/context/context.ts';
import { serveVisitorPages } from '#server/platform/visitors/visitor-pages.ts';
import { gonePage } from './gone-page-reads.ts';

/** Serves the address of that page. */
export function serveGonePage(app: FastifyInstance, ctx: Context): void {
  serveVisitorPages(app, ctx, (pages) => pages.get('/widget/404', async ({ language }) => gonePage(language)));
}

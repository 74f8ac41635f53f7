import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#server/platform/problem.ts';

const BUILT = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** Paths that are calls, not pages: an unknown one is 404 in JSON, never the cabinet's page. */
const CALLS = /^\/(?:api|hooks|_demo|files|health|metrics)(?:\/|$)/i;

/** Pages the public may open without the cabinet's bundle. */
const PUBLIC_PAGES = /^\/il\//i;

/**
 * Serves the built web side. Files with a hash in their name are kept by browsers for good; pages are asked for anew
 * each time. Every path that is no file and no call gets the page, and the router in the browser decides.
 */
export async function serveCabinetFiles(app: FastifyInstance): Promise<void> {
  if (existsSync(BUILT)) {
    await app.register(fastifyStatic, {
      root: BUILT,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = /\/assets\//.test(path);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !CALLS.test(path) && existsSync(BUILT);
    if (!isPage || /\.[a-z0-9]{2,5}$/i.test(path)) throw new Problem('request.not_found');
    return reply.sendFile(PUBLIC_PAGES.test(path) && existsSync(`${BUILT}/public.html`) ? 'public.html' : 'index.html');
  });
}

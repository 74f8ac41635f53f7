import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { BrandKey } from '#contract/brands.ts';
import type { Config } from '#server/platform/config.ts';
import { Problem } from '#server/platform/problem.ts';
import { siteOf } from '#server/platform/site.ts';

const BUILT = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** Paths of API calls: an unknown one is 404 in JSON, never the page of the web application. */
const CALLS = /^\/(?:api|hooks|_demo|files|health|metrics)(?:\/|$)/i;

/** A name with an extension is a file; a missing file is 404. */
const FILE = /\.[a-z0-9]{2,5}$/i;

/** Public pages, each with an entry of its own without the application's bundle; they answer on any host. */
const PUBLIC_PAGES: readonly { path: RegExp; file: string }[] = [{ path: /^\/il\//i, file: 'ignore.html' }];

/**
 * Serves the built web side. Browsers cache files with a hash in their name for good, and revalidate pages each time.
 * Every path that is neither a file nor a call gets the page, and the router in the browser handles it.
 */
export async function serveCabinetFiles(app: FastifyInstance, config: Config, folder = BUILT): Promise<void> {
  const isBuilt = existsSync(folder);
  const files = isBuilt ? filesIn(folder) : new Set<string>();
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false, // NOTE: its own way to serve only existing files registers two routes per file, which take 15 MB
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = /\/assets\//.test(path);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const pageOf = pages(folder);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && files.has(path)) return reply.sendFile(path);
    if (!isBuilt || !isRead || CALLS.test(path) || FILE.test(path)) throw new Problem('request.not_found');

    const site = siteOf(config, undefined, request.host);
    const publicPage = PUBLIC_PAGES.find((page) => page.path.test(path));
    if (!publicPage && site.origin === null) throw new Problem('request.not_found');
    const page = pageOf(publicPage?.file ?? 'index.html', site.brand.key);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

/** Paths of the files a browser may request; the Accept-Encoding header selects the compressed copy. */
function filesIn(folder: string): Set<string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  return new Set(names.map((name) => `/${relative(folder, name).replaceAll('\\', '/')}`));
}

/** Renders pages with their brand: only the server knows the deployment's own hosts. */
function pages(folder: string): (file: string, brand: BrandKey) => string {
  const made = new Map<string, string>();
  return (file, brand) => {
    const key = `${file} ${brand}`;
    const page =
      made.get(key) ??
      readFileSync(`${folder}/${file}`, 'utf8').replace('name="brand" content=""', `name="brand" content="${brand}"`);
    made.set(key, page);
    return page;
  };
}

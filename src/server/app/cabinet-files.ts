import { existsSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/deployment/config.ts';
import { newNonce, withStyleNonce } from '#server/platform/http/content-security.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { siteOf } from '#server/platform/deployment/site.ts';
import { clientConfigOf } from './client-config.ts';
import { htmlPages, visitorLanguage } from './first-html.ts';

const BUILT = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** Paths of API calls: an unknown one is 404 in JSON, never the page of the web application. */
const CALLS = /^\/(?:api|hooks|_demo|files|health|metrics)(?:\/|$)/i;

/** A name with an extension is a file; a missing file is 404. */
const FILE = /\.[a-z0-9]{2,5}$/i;

/** A page asked for as a file gets what every page gets: its brand, its nonce, its policy. */
const PAGE_FILE = /\.html$/i;

const POLICY = 'content-security-policy';

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
  const pageOf = htmlPages(folder, clientConfigOf(config));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPageFile = files.has(path) && PAGE_FILE.test(path);
    if (isRead && files.has(path) && !isPageFile) return reply.sendFile(path);
    if (!isBuilt || !isRead || CALLS.test(path) || (FILE.test(path) && !isPageFile))
      throw new Problem('request.not_found');

    const site = siteOf(config, undefined, request.host);
    if (site.origin === null) throw new Problem('request.not_found');
    const language = visitorLanguage(request.headers['accept-language'], site.brand.languages);
    const page = pageOf({ file: 'index.html', path, brand: site.brand, language });
    const nonce = newNonce();
    const policy = withStyleNonce(String(reply.getHeader(POLICY) ?? ''), nonce);
    return reply
      .headers({ [POLICY]: policy, 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('text/html; charset=utf-8')
      .send(page.replace('name="style-nonce" content=""', `name="style-nonce" content="${nonce}"`));
  });
}

/** Paths of the files a browser may request; the Accept-Encoding header selects the compressed copy. */
function filesIn(folder: string): Set<string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  return new Set(names.map((name) => `/${relative(folder, name).replaceAll('\\', '/')}`));
}

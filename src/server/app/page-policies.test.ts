import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FirstPages } from '#contract/brands/first-pages.ts';
import { readConfig } from '#server/platform/deployment/config.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { createLogger } from '#server/platform/deployment/logger.ts';
import { servePartnerReturn } from '#server/channels/connecting/partner-return-routes.ts';
import { serveCabinetFiles } from './cabinet-files.ts';
import { serveOpenApi } from './openapi-page.ts';

const PAGE = '<html><meta name="brand" content=""><meta name="style-nonce" content=""></html>';
const folder = mkdtempSync(join(tmpdir(), 'pages-'));
mkdirSync(join(folder, 'assets'));
for (const name of ['index.html', 'stray.html']) writeFileSync(join(folder, name), PAGE);
const NO_TEXTS = {
  taglines: { default: '', distributions_first: '', onboarding: '', dashboard: '', medical: '', quality_control: '' },
  pages: {},
};
const FIRST_PAGES: FirstPages = { ru: NO_TEXTS, en: NO_TEXTS, pt_br: NO_TEXTS, uk: NO_TEXTS };
writeFileSync(join(folder, 'first-pages.json'), JSON.stringify(FIRST_PAGES));
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
afterAll(() => rmSync(folder, { recursive: true }));

async function serverOf(env: Record<string, string> = {}) {
  const config = readConfig({
    DATABASE_URL: 'postgres://nowhere',
    FRONTDESK_SECRET_KEY: '0'.repeat(48),
    FRONTDESK_DEMO: '1',
    PUBLIC_URL: 'https://desk.salon.example/base',
    ...env,
  });
  const app = await createHttp(config, createLogger('silent'));
  servePartnerReturn(app);
  await serveOpenApi(app);
  await serveCabinetFiles(app, config, folder);
  await app.ready();
  afterAll(() => app.close());
  return app;
}
const app = await serverOf();
const get = (url: string) => app.inject({ url, headers: { host: 'localhost' } });

/** The sources of each directive of an answer's policy. */
function policyOf({ headers }: Awaited<ReturnType<typeof get>>): Record<string, string[]> {
  const text = String(headers['content-security-policy'] ?? '');
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

const PAGES = ['/', '/flows', '/account/login', '/index.html', '/stray.html'];

test.each(PAGES)(
  'the page %s runs our scripts alone, styles of its own nonce, and shows and plays uploaded files',
  async (url) => {
    const answer = await get(url);
    expect(answer.headers['content-type']).toContain('text/html');
    const policy = policyOf(answer);
    const nonce = /name="style-nonce" content="([\w-]{20,})"/.exec(answer.body)?.[1];
    expect(policy).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", `'nonce-${nonce}'`],
      'img-src': ["'self'", 'data:', 'blob:', 'https://desk.salon.example'],
      'media-src': ["'self'", 'https://desk.salon.example'],
      'connect-src': ["'self'"],
      'font-src': ["'self'", 'data:'],
      'frame-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default', 'support-chat', 'ProseMirrorClipboard'],
    });
  },
);

test('every page has a nonce of its own', async () => {
  const pages = await Promise.all([get('/'), get('/'), get('/flows')]);
  const policies = pages.map(({ headers }) => headers['content-security-policy']);
  expect(new Set(policies).size).toBe(3);
});

test('whatever is answered has a policy: files, refusals, the documentation, redirects', async () => {
  for (const url of [
    '/favicon.svg',
    '/api/v1/nothing',
    '/nothing.js',
    '/api/docs',
    '/api/docs/',
    '/docs',
    '/openapi.json',
  ]) {
    const policy = policyOf(await get(url));
    expect([url, policy['default-src'], policy['script-src']]).toEqual([url, ["'self'"], ["'self'"]]);
  }
});

test('a service for errors adds its host to what a page may call, and nothing else', async () => {
  const reporting = await serverOf({ CLIENT_ERRORS_DSN: 'https://key@errors.example/base/42' });
  const own = policyOf(await get('/'));
  const policy = policyOf(await reporting.inject({ url: '/', headers: { host: 'localhost' } }));
  expect({ ...policy, 'style-src': [] }).toEqual({
    ...own,
    'style-src': [],
    'connect-src': ["'self'", 'https://errors.example'],
  });
  await expect(serverOf({ CLIENT_ERRORS_DSN: 'https://errors.example/42' })).rejects.toThrow('CLIENT_ERRORS_DSN');
});

test('a service for page views adds its host to what a page may call, and nothing else', async () => {
  const env = { PAGE_VIEWS_URL: 'https://stats.example/matomo.php', PAGE_VIEWS_SITE_ID: '3' };
  const counting = await serverOf(env);
  const own = policyOf(await get('/'));
  const policy = policyOf(await counting.inject({ url: '/', headers: { host: 'localhost' } }));
  expect({ ...policy, 'style-src': [] }).toEqual({
    ...own,
    'style-src': [],
    'connect-src': ["'self'", 'https://stats.example'],
  });
  await expect(serverOf({ PAGE_VIEWS_SITE_ID: '3' })).rejects.toThrow('PAGE_VIEWS_URL');
});

test('a support chat adds the host of its script, inline styles and markup, and nothing else', async () => {
  const env = { CHAT_WIDGET_SCRIPT_URL: 'https://chat.example/widget.js', CHAT_WIDGET_TOKEN: 'site' };
  const chatting = await serverOf(env);
  const policy = policyOf(await chatting.inject({ url: '/', headers: { host: 'localhost' } }));
  expect(policy['script-src']).toEqual(["'self'", 'https://chat.example']);
  expect(policy['frame-src']).toEqual(['https://chat.example']);
  expect(policy['connect-src']).toEqual(["'self'", 'https://chat.example', 'wss://chat.example']);
  expect(policy['style-src']).toEqual(["'unsafe-inline'", "'self'", 'https://chat.example']);
  expect(policy['require-trusted-types-for']).toBeUndefined();
  expect(policy['default-src']).toEqual(["'self'"]);
  expect(policy['object-src']).toEqual(["'none'"]);
});

test('a window that a page opens stays its own, also when a provider leads back in it', async () => {
  const openerOf = async (url: string) => (await get(url)).headers['cross-origin-opener-policy'];
  expect(await openerOf('/accounts/dialog360')).toBe('same-origin-allow-popups');
  expect(await openerOf('/accounts/connected?token=1')).toBe('unsafe-none');
  const token = 'a'.repeat(80);
  expect(await openerOf(`/${token}00000000-0000-4000-8000-000000000000?client=1`)).toBe('unsafe-none');
});

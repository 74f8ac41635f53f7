import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { ClientConfig } from '#contract/config.ts';
import type { FirstPages } from '#contract/brands/first-pages.ts';
import { readConfig } from '#server/platform/deployment/config.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { createLogger } from '#server/platform/deployment/logger.ts';
import { clientConfigOf } from './client-config.ts';
import { serveCabinetFiles } from './cabinet-files.ts';

const SCRIPT = 'export const hello = 1;\n';
const textsIn = (language: string) => ({
  taglines: {
    default: `About "us" in ${language}`,
    distributions_first: '',
    onboarding: '',
    dashboard: '',
    medical: '',
    quality_control: `Scores in ${language}`,
  },
  pages: {
    '/account/login': {
      title: `Login ${language}`,
      heading: `Log in, ${language}`,
      lead: 'Costs $1 & less.',
      hasTagline: true,
      scripts: ['/a.js'],
    },
  },
});
const FIRST_PAGES: FirstPages = { ru: textsIn('ru'), en: textsIn('en'), pt_br: textsIn('pt_br'), uk: textsIn('uk') };
const folder = mkdtempSync(join(tmpdir(), 'cabinet-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(
  join(folder, 'index.html'),
  `<html lang="ru" data-language=""><meta name="brand" content=""><link rel="icon" href="/favicon.svg"><script id="config" type="application/json"></script><title>x</title><meta name="description" content="" /></head>
  <div class="shell-words"></div></html>`,
);
writeFileSync(join(folder, 'first-pages.json'), JSON.stringify(FIRST_PAGES));
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/main-1a2b.js'), SCRIPT);
writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));

const config = readConfig({
  DATABASE_URL: 'postgres://nowhere',
  FRONTDESK_SECRET_KEY: '0'.repeat(48),
  FRONTDESK_DEMO: '1',
  SUPPORT_CHANNEL_URL: 'https://help.example/</script>',
});
const app = await createHttp(config, createLogger('silent'));
await serveCabinetFiles(app, config, folder);
await app.ready();
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
const get = (url: string, headers = {}) => app.inject({ url, headers: { host: 'localhost', ...headers } });

test('a built file is served unchanged, or compressed to clients that accept it', async () => {
  const plain = await get('/assets/main-1a2b.js?v=1');
  expect(plain).toMatchObject({ statusCode: 200, body: SCRIPT });
  expect(plain.headers).toMatchObject({ 'content-type': 'application/javascript; charset=utf-8' });
  const compressed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(compressed.rawPayload).toEqual(brotliCompressSync(SCRIPT));
});

test('a page has its title, description and heading in the language of the browser before any script runs', async () => {
  const login = await get('/Account/Login', { 'accept-language': 'de, pt-BR;q=0.9, en;q=0.8' });
  expect(login.headers).toMatchObject({ vary: 'accept-language' });
  expect(login.body).toContain('<html lang="pt-BR" data-language="pt_br">');
  expect(login.body).toContain(
    '<title>Login pt_br – Frontdesk</title><meta name="description" content="About &quot;us&quot; in pt_br" />',
  );
  expect(login.body).toContain('<h1>Log in, pt_br</h1><p>About &quot;us&quot; in pt_br. Costs $1 &amp; less.</p>');
  expect(login.body).toContain('<link rel="modulepreload" crossorigin fetchpriority="low" href="/a.js"></head>');
  const quality = await get('/account/login', { host: 'quality.localhost', 'accept-language': 'uk' });
  expect(quality.body).toContain('name="description" content="Scores in uk"');
  expect(quality.body).toContain('<p>Scores in uk. Costs $1 &amp; less.</p>');
  const other = await get('/flows', { 'accept-language': '' });
  expect(other.body).toContain('name="description" content="About &quot;us&quot; in ru"');
});

test('a page has the name and the icon of the brand of its host', async () => {
  const { body } = await get('/flows', { host: 'medflex.localhost' });
  expect(body).toContain('<meta name="brand" content="medflex"><link rel="icon" href="/favicon-medflex.svg">');
});

test('a page has the configuration that the app starts with, which cannot end its script element', async () => {
  const { body } = await get('/flows');
  const written = /<script id="config" type="application\/json">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(ClientConfig.parse(JSON.parse(written))).toEqual(clientConfigOf(config));
});

test('a file with a hash in its name is cached for good, any other is revalidated', async () => {
  const hashed = await get('/assets/main-1a2b.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const icon = await get('/favicon.svg');
  expect(icon.headers['cache-control']).toBe('no-cache');
  const known = await get('/favicon.svg', { 'if-none-match': icon.headers.etag });
  expect(known.statusCode).toBe(304);
});

test('a path that is not a file is a page, and a missing file is 404', async () => {
  expect(await get('/flows')).toMatchObject({ statusCode: 200, body: expect.stringContaining('content="') });
  const head = await app.inject({ method: 'HEAD', url: '/assets/main-1a2b.js', headers: { host: 'localhost' } });
  expect(head).toMatchObject({ statusCode: 200, body: '' });
  for (const path of [
    '/assets/old-9z9z.js',
    '/assets/main-1a2b.js.br',
    '/../package.json',
    '/assets/..%2findex.html',
  ]) {
    expect(await get(path), path).toMatchObject({ statusCode: 404 });
  }
  const answer = await app.inject({ method: 'POST', url: '/assets/main-1a2b.js', headers: { host: 'localhost' } });
  expect(answer.statusCode).toBe(404);
});

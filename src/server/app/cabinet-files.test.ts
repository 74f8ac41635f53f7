import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { createHttp } from '#server/platform/http.ts';
import { createLogger } from '#server/platform/logger.ts';
import { serveCabinetFiles } from './cabinet-files.ts';

const SCRIPT = 'export const hello = 1;\n';
const folder = mkdtempSync(join(tmpdir(), 'cabinet-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<html><meta name="brand" content=""></html>');
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/main-1a2b.js'), SCRIPT);
writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));

const config = readConfig({
  DATABASE_URL: 'postgres://nowhere',
  FRONTDESK_SECRET_KEY: '0'.repeat(48),
  FRONTDESK_DEMO: '1',
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

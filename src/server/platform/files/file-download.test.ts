import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { downloadFile } from './file-download.ts';

type Answer = { status: number; headers?: Record<string, string>; body?: string };

/** The storage's answers by path, and the requests it got. */
const answers = new Map<string, Answer>();
const requests: { path: string; key: string | undefined }[] = [];
const elsewhere: string[] = [];

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port; // NOTE: it listens on a port, so the address is not the name of a pipe
}

const port = await listen(({ url: path = '', headers }, response) => {
  requests.push({ path, key: headers['x-key']?.toString() });
  const { status, headers: more, body } = answers.get(path) ?? { status: 404 };
  response.writeHead(status, more).end(body);
});
const otherPort = await listen(({ url: path = '' }, response) => {
  elsewhere.push(path);
  response.end('secret');
});
const storage = `http://127.0.0.1:${port}`;
const { signal } = new AbortController();

beforeEach(() => {
  answers.clear();
  requests.length = 0;
  elsewhere.length = 0;
});

const fromStorage = (path: string) =>
  downloadFile({ url: `${storage}${path}`, headers: { 'x-key': 'k' }, isTrusted: true, signal });
const fromOutside = (url: string) => downloadFile({ url, isTrusted: false, signal });

async function read(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(bytes)).toString();
}

test('a file of a configured address is downloaded with its size', async () => {
  answers.set('/a', { status: 200, headers: { 'content-length': '5' }, body: 'hello' });
  const download = await fromStorage('/a');
  expect(download).toMatchObject({ kind: 'answered', sizeBytes: 5 });
  expect(download.kind === 'answered' && (await read(download.bytes))).toBe('hello');
  expect(requests).toEqual([{ path: '/a', key: 'k' }]);
});

test.each([
  ['https://127.0.0.1/a'],
  ['https://2130706433/a'],
  ['https://0x7f.1/a'],
  ['https://10.0.0.1/a'],
  ['https://172.16.5.5/a'],
  ['https://192.168.1.1/a'],
  ['https://169.254.169.254/latest/meta-data'],
  ['https://100.64.0.1/a'],
  ['https://[::1]/a'],
  ['https://[::ffff:10.0.0.1]/a'],
  ['https://[fd00::1]/a'],
  ['https://[fec0::1]/a'],
  ['https://[2001:0:7f00:1::1]/a'],
  ['https://[2002:7f00:1::]/a'],
  ['https://[64:ff9b::169.254.169.254]/a'],
  ['https://[64:ff9b:1::10.0.0.1]/a'],
  ['https://[100::1]/a'],
  ['https://[ff02::1]/a'],
  ['https://[2001:db8::1]/a'],
  ['https://192.0.2.1/a'],
  ['http://203.0.113.1/a'],
  ['https://key@203.0.113.1/a'],
  ['file:///etc/passwd'],
  ['not an address'],
])('%s is not gone to', async (url) => {
  expect(await fromOutside(url)).toEqual({ kind: 'gone', reason: 'address' });
});

test('a name that leads to a private address is not gone to', async () => {
  expect(await fromOutside(`https://localhost:${otherPort}/a`)).toEqual({ kind: 'gone', reason: 'address' });
  expect(elsewhere).toEqual([]);
});

test('a redirect from a configured address to a private one is not followed', async () => {
  answers.set('/a', { status: 302, headers: { location: `http://127.0.0.1:${otherPort}/inner` } });
  answers.set('/b', { status: 302, headers: { location: `https://localhost:${otherPort}/inner` } });
  expect(await fromStorage('/a')).toEqual({ kind: 'gone', reason: 'address' });
  expect(await fromStorage('/b')).toEqual({ kind: 'gone', reason: 'address' });
  expect(elsewhere).toEqual([]);
});

test('a redirect within one address keeps its headers, and an endless one is given up', async () => {
  answers.set('/a', { status: 302, headers: { location: '/b' } });
  answers.set('/b', { status: 200, body: 'hello' });
  answers.set('/loop', { status: 302, headers: { location: '/loop' } });
  expect(await fromStorage('/a')).toMatchObject({ kind: 'answered' });
  expect(requests).toEqual([
    { path: '/a', key: 'k' },
    { path: '/b', key: 'k' },
  ]);
  expect(await fromStorage('/loop')).toEqual({ kind: 'gone', reason: 'redirects' });
});

test.each([
  [404, 'gone'],
  [403, 'gone'],
  [410, 'gone'],
  [408, 'unreached'],
  [429, 'unreached'],
  [503, 'unreached'],
])('an answer %i is %s', async (status, kind) => {
  answers.set('/a', { status });
  expect(await fromStorage('/a')).toEqual({ kind, reason: `HTTP ${status}` });
});

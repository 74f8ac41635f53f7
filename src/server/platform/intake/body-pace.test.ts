import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/deployment/config.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { createLogger } from '#server/platform/deployment/logger.ts';

const config = readConfig({ DATABASE_URL: 'postgres://nowhere', FRONTDESK_SECRET_KEY: '0'.repeat(48) });
const PACE = { bytesPerSecond: 1_000, patienceMs: 300, wholeWithinMs: 60_000, lingerMs: 50, checkEveryMs: 20 };

async function serve(pace: Partial<typeof PACE>) {
  const uploads = { ...config.uploads, pace: { ...PACE, ...pace } };
  const app = await createHttp({ ...config, uploads }, createLogger('silent'));
  app.post('/echo', async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo; // NOTE: it listens on a port
  return port;
}

async function begin(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n"');
  return { socket, answer: text(socket) };
}

test('a JSON body that stops, or comes byte by byte, is answered 408', async () => {
  const port = await serve({});
  const [stopped, slow] = [await begin(port), await begin(port)];
  const sending = setInterval(() => slow.socket.write('x'), 50);
  const answers = await Promise.all([stopped.answer, slow.answer]);
  clearInterval(sending);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a JSON body that arrives for too long as a whole is answered 408 too', async () => {
  const { socket, answer } = await begin(await serve({ wholeWithinMs: 200 }));
  const sending = setInterval(() => socket.write('x'.repeat(60)), 40);
  expect(await answer.finally(() => clearInterval(sending))).toMatch(/^HTTP\/1\.1 408 /);
});

test('a JSON body that keeps the least speed is answered', async () => {
  const { socket, answer } = await begin(await serve({}));
  for (let sent = 0; sent < 1_900; sent += 100) {
    socket.write('x'.repeat(100));
    await sleep(20);
  }
  socket.write(`${'x'.repeat(98)}"`);
  socket.end();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
});

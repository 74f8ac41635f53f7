import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCaller } from './testing/caller.ts';
import { startProduct } from './testing/product.ts';
import { startWorld } from './world.ts';

test('a restart keeps visits, the clock, what is due and what was not delivered', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'world-'));
  const product = await startProduct();
  const first = await startWorld({ dataDir });
  let sim = createCaller(first.url);
  const key = { 'D360-API-KEY': 'd360-demo-key' };
  await sim('POST', '/d360/v1/configs/webhook', { url: product.url }, key);
  await sim('POST', '/_sim/yclients/records', { comment: 'Помни меня' });
  await sim('POST', '/_sim/d360/window', { phone: '79160000001', open: true });
  await sim('POST', '/d360/messages', { messaging_product: 'whatsapp', to: '79160000001', text: { body: 'x' } }, key);
  await sim('POST', '/_sim/clock', { advanceMs: 500 });
  product.answers.push(500);
  await sim('POST', '/_sim/d360/inbound', { from: '79160000001', text: 'Да' });
  await sim('POST', '/_sim/settle', {});
  await first.close();
  expect(product.hooks).toHaveLength(1);

  const second = await startWorld({ dataDir });
  sim = createCaller(second.url);
  await sim('POST', '/_sim/clock', { advanceMs: 3_600_000 });
  await sim('POST', '/_sim/settle', {});
  const { records } = (await sim('GET', '/_sim/yclients')).body;
  expect(records.at(-1).comment).toBe('Помни меня');
  expect((await sim('GET', '/_sim/clock')).body.offsetMs).toBeGreaterThan(3_600_000);
  const kinds = product.hooks.slice(1).map(({ body }) => Object.keys(body.entry[0].changes[0].value).at(-1));
  expect(kinds.toSorted()).toEqual(['messages', 'statuses', 'statuses', 'statuses']);
  await second.close();
  await product.close();
  rmSync(dataDir, { recursive: true });
});

test('the clock is turned for the product first and then followed', async () => {
  const asked: unknown[] = [];
  let offsetMs = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.method === 'POST') {
        asked.push([request.headers.authorization, JSON.parse(body)]);
        offsetMs += 86_400_000;
      }
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ now: new Date().toISOString(), offsetMs, nextEventAt: null, nextEvent: 'Напоминание Анне' }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, so this is no pipe's name
  const world = await startWorld({ productUrl: `http://127.0.0.1:${port}`, clockToken: 'secret' });
  const turned = await createCaller(world.url)('POST', '/_sim/clock/turn', { to: 'next-event' });
  expect(asked).toEqual([['Bearer secret', { to: 'next-event' }]]);
  expect(turned.body.product).toEqual({ connected: true, nextEventAt: null, nextEvent: 'Напоминание Анне' });
  expect(Math.abs(turned.body.offsetMs - 86_400_000)).toBeLessThan(5000);
  await world.close();
  server.closeAllConnections();
  server.close();
});

test('a call that is not understood is 400 with the field, an unknown one 404', async () => {
  const world = await startWorld();
  const sim = createCaller(world.url);
  const wrong = await sim('POST', '/_sim/fault', { channel: 'd360', action: 'explode' });
  expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'action']);
  expect((await sim('GET', '/_sim/nothing')).status).toBe(404);
  await world.close();
});

test('a reset connection gives no answer and is written in the log', async () => {
  const world = await startWorld();
  const sim = createCaller(world.url);
  await sim('POST', '/_sim/fault', { channel: 'google', action: 'reset' });
  await expect(fetch(`${world.url}/google/oauth2/v3/certs`)).rejects.toThrow();
  const { requests } = (await sim('GET', '/_sim/log?channel=google')).body;
  expect(requests).toMatchObject([{ method: 'GET', path: '/google/oauth2/v3/certs', fault: 'reset', status: 0 }]);
  await world.close();
});

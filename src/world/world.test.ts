import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCaller } from './testing/caller.ts';
import { startProduct } from './testing/product.ts';
import { startWorld } from './world.ts';

test('a restart keeps visits, the clock, scheduled tasks and undelivered webhooks', async () => {
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
  expect(product.webhooks).toHaveLength(1);

  const second = await startWorld({ dataDir });
  sim = createCaller(second.url);
  await sim('POST', '/_sim/clock', { advanceMs: 3_600_000 });
  await sim('POST', '/_sim/settle', {});
  const { records } = (await sim('GET', '/_sim/yclients')).body;
  expect(records.at(-1).comment).toBe('Помни меня');
  expect((await sim('GET', '/_sim/clock')).body.offsetMs).toBeGreaterThan(3_600_000);
  const kinds = product.webhooks.slice(1).map(({ body }) => Object.keys(body.entry[0].changes[0].value).at(-1));
  expect(kinds.toSorted()).toEqual(['messages', 'statuses', 'statuses', 'statuses']);
  await second.close();
  await product.close();
  rmSync(dataDir, { recursive: true });
});

test('the clock is turned for the product first and then followed', async () => {
  const requests: unknown[] = [];
  let offsetMs = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.method === 'POST') {
        requests.push([request.headers.authorization, JSON.parse(body)]);
        offsetMs += 86_400_000;
      }
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ now: new Date().toISOString(), offsetMs, nextEventAt: null, nextEvents: {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, so this is no pipe's name
  const world = await startWorld({ productUrl: `http://127.0.0.1:${port}`, clockToken: 'secret' });
  const turned = await createCaller(world.url)('POST', '/_sim/clock/turn', { to: 'next-event' });
  expect(requests).toEqual([['Bearer secret', { to: 'next-event' }]]);
  expect(turned.body.product).toEqual({ connected: true, nextEventAt: null, nextEvents: {} });
  expect(Math.abs(turned.body.offsetMs - 86_400_000)).toBeLessThan(5000);
  await world.close();
  server.closeAllConnections();
  server.close();
});

/** A product with messages at these minutes from now, the last of which is for Anna. */
async function startMinutes(minutes: number[]) {
  const from = Date.now();
  const requests: string[] = [];
  let offsetMs = 0;
  const at = (minute: number) => from + minute * 60_000;
  const eventsAfter = (ms: number) => {
    const ahead = minutes.flatMap((minute, index) =>
      minute * 60_000 > ms ? [{ minute, language: index === 0 ? 'ru' : 'en' }] : [],
    );
    return Object.fromEntries(
      ahead
        .toReversed()
        .map(({ minute, language }) => [language, { at: new Date(at(minute)).toISOString(), title: `${minute}` }]),
    );
  };
  const nextAfter = () => minutes.find((minute) => minute * 60_000 > offsetMs);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.method === 'POST') {
        const step = JSON.parse(body);
        const due = nextAfter();
        offsetMs = 'advanceMs' in step ? offsetMs + step.advanceMs : (due ?? 0) * 60_000 + 1000;
        requests.push('advanceMs' in step ? 'rest' : `${due}`);
      }
      const iso = (minute: number | undefined) => (minute === undefined ? null : new Date(at(minute)).toISOString());
      const nextEventAt = iso(nextAfter());
      response.setHeader('content-type', 'application/json');
      const nextMessageAt = request.url?.includes('phone=%2B79160000001') ? iso(minutes.at(-1)) : null;
      response.end(
        JSON.stringify({
          now: new Date().toISOString(),
          offsetMs,
          nextEventAt,
          nextEvents: eventsAfter(offsetMs),
          nextMessageAt,
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, so this is no pipe's name
  const world = await startWorld({ productUrl: `http://127.0.0.1:${port}`, clockToken: 'secret' });
  const sim = createCaller(world.url);
  await expect.poll(async () => (await sim('GET', '/_sim/clock')).body.product.nextEventAt).not.toBeNull();
  return {
    requests,
    advance: async (change: unknown) => (await sim('POST', '/_sim/clock/turn', change)).body,
    close: async () => {
      await world.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a turn with stops, and one to a person’s next message, send what is due on the way', async () => {
  const { requests, advance, close } = await startMinutes([10, 30, 90, 200]);
  await advance({ advanceMs: 3_600_000, stops: true });
  expect(requests.splice(0)).toEqual(['10', '30', 'rest']);
  expect(await advance({ to: 'next-message', phone: '79160000001' })).toMatchObject({ isTurned: true });
  expect(requests.splice(0)).toEqual(['90', '200']);
  expect(await advance({ to: 'next-message', phone: '79160000002' })).toMatchObject({ isTurned: false });
  expect(requests).toEqual([]);
  await close();
});

test('a turn to the next event includes what waits some seconds longer for the same person', async () => {
  const { requests, advance, close } = await startMinutes([10, 10.1, 30]);
  await advance({ to: 'next-event' });
  expect(requests).toEqual(['10', '10.1']);
  await close();
});

test('a turn to the next event of a language goes on to the first message of its cabinets', async () => {
  const { requests, advance, close } = await startMinutes([10, 30, 90]);
  const turned = await advance({ to: 'next-event', language: 'en' });
  expect(turned).toMatchObject({ isTurned: true, product: { nextEvents: { en: { title: '90' } } } });
  expect(requests.splice(0)).toEqual(['10', '30']);
  expect(await advance({ to: 'next-event', language: 'ru' })).toMatchObject({ isTurned: false });
  expect(requests).toEqual([]);
  await close();
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

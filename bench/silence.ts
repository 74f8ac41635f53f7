import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { row } from './reporting.ts';
import { startOnce } from './start.ts';

const REPLIES = 20;
const GIVE_UP_MS = 60_000;

const LoggedIn = z.object({ token: z.string() });
const Offered = z.object({ ticket: z.string(), branches: z.array(z.object({ externalId: z.string() })) });
const Made = z.object({ id: z.string() });
const Desk = z.object({ inboxes: z.array(z.object({ externalId: z.string() })).min(1) });
const Written = z.object({ conversationId: z.number() });
const Found = z.object({ items: z.array(Made) });
const Conversation = z.object({ botsSilentUntil: z.string().nullable() });

/** The time from an operator's reply in a desk until bots are silent, in the product as `npm start` runs it. */
export async function benchSilence(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-silence-'));
  const product = await startOnce(dataDir);
  try {
    await measureSilence(product);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function measureSilence({ url, worldUrl }: { url: string; worldUrl: string }): Promise<void> {
  const login = { email: 'owner@demo.example', password: 'salon-owner' };
  const { token } = await ask(LoggedIn, 'POST', `${url}/api/v1/account/login`, { body: login });
  const call = <Shape extends z.ZodType>(shape: Shape, method: string, path: string, body?: object) =>
    ask(shape, method, `${url}/api/v1${path}`, { token, body });
  const says = <Shape extends z.ZodType>(shape: Shape, path: string, body: object) =>
    ask(shape, 'POST', `${worldUrl}/_sim/chatwoot/${path}`, { body });

  const given = { kind: 'chatwoot', accessToken: 'chatwoot-romashka-token' };
  const { ticket, branches } = await call(Offered, 'POST', '/connections/branches', given);
  const branchExternalIds = branches.map(({ externalId }) => externalId);
  const { id } = await call(Made, 'POST', '/connections', { kind: 'chatwoot', ticket, branchExternalIds });
  const { inboxes } = await call(Desk, 'GET', `/desk/${id}`);
  await call(z.unknown(), 'PUT', `/desk/${id}/inboxes/${inboxes[0]?.externalId}`, { isOn: true });

  const times: number[] = [];
  while (times.length < REPLIES) {
    const name = `Bench${randomUUID().slice(0, 8)}`;
    const { conversationId: conversation } = await says(Written, 'person-says', { name, text: 'Good day' });
    const found = await until(async () => (await call(Found, 'GET', `/conversations?search=${name}`)).items[0]);
    const startedAt = performance.now();
    await says(z.unknown(), 'staff-says', { conversation, text: 'I will help' });
    await until(async () => (await call(Conversation, 'GET', `/conversations/${found.id}`)).botsSilentUntil);
    times.push(performance.now() - startedAt);
    await sleep(200);
  }
  times.sort((a, b) => a - b);
  const shown = (ms: number | undefined) => `${Math.round(ms ?? 0)} ms`;
  row(`bots are silent after an operator’s reply, the slowest of ${REPLIES}`, shown(times.at(-1)), '≤ 1,000 ms');
  row('the same, median', shown(times[REPLIES / 2]), '');
}

async function until<T>(read: () => Promise<T | null | undefined>): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const found = await read();
    if (found) return found;
    if (performance.now() - startedAt > GIVE_UP_MS) throw new Error('Nothing happened.');
    await sleep(10);
  }
}

type Order = { body?: object | undefined; token?: string };

async function ask<Shape extends z.ZodType>(
  shape: Shape,
  method: string,
  url: string,
  { body, token }: Order,
): Promise<z.output<Shape>> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return shape.parse(text === '' ? null : JSON.parse(text));
}

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type World, startWorld } from '../world.ts';
import { type Caller, createCaller } from './caller.ts';
import type { Json } from './json.ts';
import { type Product, startProduct } from './product.ts';

export const PHONE = '79160000001';

/** A world and a product whose number is connected through 360dialog, fresh for each test. */
export type Dialog360Scene = {
  world: () => World;
  product: () => Product;
  sim: Caller;
  d360: Caller;
  /** All statuses that the product's webhook received. */
  statuses(): Json[];
  settle: () => Promise<unknown>;
  advance: (advanceMs: number) => Promise<unknown>;
  openWindow: (phone?: string) => Promise<unknown>;
};

export function dialog360Scene(): Dialog360Scene {
  let world: World;
  let product: Product;
  const sim: Caller = (...call) => createCaller(world.url)(...call);
  const d360: Caller = (...call) => createCaller(`${world.url}/d360`, { 'D360-API-KEY': 'd360-demo-key' })(...call);

  beforeAll(async () => {
    product = await startProduct();
    world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  });
  afterAll(async () => {
    await world.close();
    await product.close();
  });
  beforeEach(async () => {
    await sim('POST', '/_sim/seed', {});
    product.webhooks.length = 0;
    product.answers.length = 0;
    const url = `${product.url}/hooks/d360/t`;
    await d360('POST', '/v1/configs/webhook', { url, headers: { Authorization: 'Bearer ours' } });
  });

  return {
    world: () => world,
    product: () => product,
    sim,
    d360,
    statuses: () => product.webhooks.flatMap(({ body }) => changeOf(body).statuses ?? []),
    settle: () => sim('POST', '/_sim/settle', {}),
    advance: (advanceMs) => sim('POST', '/_sim/clock', { advanceMs }),
    openWindow: (phone = PHONE) => sim('POST', '/_sim/d360/window', { phone, open: true }),
  };
}

/** The envelope of a webhook. */
export const changeOf = (body: Json): Json => body.entry[0].changes[0].value;

export const aText = (to: string, extra: object = {}) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'text',
  text: { body: 'Привет' },
  ...extra,
});

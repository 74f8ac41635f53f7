import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { demoIsReady, demoOwner } from './cabinet.ts';
import { type Product, startProduct } from './product.ts';
import { until, type World, worldAt } from './world.ts';

export type Demo = { product: Product; browser: Browser; world: World; owner: ReturnType<typeof demoOwner> };

/**
 * A product of this file's own with its demo cabinet ready, and a browser to look at it; both end after its tests.
 *
 * @param pastClients contacts of the demo's past; none when left out
 * @param env further variables of the product
 */
export async function startDemo(pastClients = 0, env: Record<string, string> = {}): Promise<Demo> {
  const [product, browser] = await Promise.all([
    startProduct({ DEMO_CLIENTS: String(pastClients), ...env }),
    launchBrowser(),
  ]);
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  const owner = demoOwner(product);
  await demoIsReady(owner);
  await until('the past of the demo is made', async () => pastClients === 0 || hasPast(product));
  return { product, browser, world: worldAt(product.worldUrl), owner };
}

function hasPast({ folder }: Product): boolean {
  return readFileSync(join(folder, 'server.log'), 'utf8').includes('"step":"past"');
}

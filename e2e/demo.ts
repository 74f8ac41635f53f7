import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { demoIsReady, demoOwner } from './cabinet.ts';
import { type Product, startProduct } from './product.ts';
import { type World, worldAt } from './world.ts';

export type Demo = { product: Product; browser: Browser; world: World; owner: ReturnType<typeof demoOwner> };

/** A product of this file's own with its demo cabinet ready, and a browser to look at it; both end after its tests. */
export async function startDemo(): Promise<Demo> {
  const [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  const owner = demoOwner(product);
  await demoIsReady(owner);
  return { product, browser, world: worldAt(product.worldUrl), owner };
}

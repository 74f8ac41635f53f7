import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { demoIsReady, demoOwner } from './cabinet.ts';
import { type Product, startProduct } from './product.ts';
import { until, type World, worldAt } from './world.ts';

export type Demo = { product: Product; browser: Browser; world: World; owner: ReturnType<typeof demoOwner> };

let shared: Promise<Demo> | undefined;

/**
 * The demo of this worker, which has no past, with a browser to look at it. Files that run one after another share it:
 * each looks for the contacts, flows and numbers that it made itself.
 */
export function openDemo(): Promise<Demo> {
  // NOTE: a demo that did not start is not the others': the next file starts one again.
  return (shared ??= startShared().catch((error: unknown) => {
    shared = undefined;
    throw error;
  }));
}

async function startShared(): Promise<Demo> {
  const demo = await startProgram({});
  // NOTE: a worker is ended by a signal, and has half a second; its programs end with it by themselves.
  process.once('SIGTERM', () => rmSync(demo.product.folder, { recursive: true, force: true }));
  return demo;
}

/**
 * A demo of this file's own, which ends after its tests.
 *
 * @param env further variables of the product, e.g. `{ DEMO_CLIENTS: '40' }` for a past of so many contacts
 */
export async function startDemo(env: Record<string, string>): Promise<Demo> {
  const demo = await startProgram(env);
  afterAll(async () => {
    await demo.browser.close();
    await demo.product.stop();
  });
  return demo;
}

async function startProgram(env: Record<string, string>): Promise<Demo> {
  const [product, browser] = await Promise.all([startProduct(env), launchBrowser()]);
  try {
    const owner = demoOwner(product);
    await demoIsReady(owner, READY_WITHIN_MS);
    const isMade = async () => env.DEMO_CLIENTS === undefined || hasPast(product);
    await until('the past of the demo is made', isMade, READY_WITHIN_MS);
    return { product, browser, world: worldAt(product.worldUrl), owner };
  } catch (error) {
    await Promise.all([browser.close(), product.stop()]);
    throw error;
  }
}

/** A demo takes several seconds of a processor, of which a busy machine gives it a small part. */
const READY_WITHIN_MS = 600_000;

function hasPast({ folder }: Product): boolean {
  return readFileSync(join(folder, 'server.log'), 'utf8').includes('"step":"past"');
}

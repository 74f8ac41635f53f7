import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { demoIsReady, demoOwner, enterDemo, type LogLine, openBrowser, settled } from './cabinet.ts';
import { type Product, startProduct } from './product.ts';
import { SCREENS } from './screens.ts';
import { until } from './world.ts';

/** Most bytes of compressed scripts a page may fetch unasked when it is opened for the first time: what all pages share, and its own. */
const SHELL_BYTES = 220_000;
const ROUTE_BYTES = 80_000;
const PUBLIC_BYTES = 60_000;
/** The library of charts comes after the figures, on top of its screen; see decision 0157. */
const CHARTS_BYTES = 100_000;
const CHARTS_FILE = /\/assets\/charts-/;
/** Each screen is opened in a browser of its own. */
const ALL_SCREENS_MS = 400_000;
/** What begins later than this after the page has drawn itself belongs to what is done on it. */
const AFTERWARDS_MS = 1_000;

let product: Product;
let browser: Browser;
let places: Record<string, string>;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  const owner = demoOwner(product);
  await demoIsReady(owner);
  const { flows } = await owner<{ flows: { id: string }[] }>('GET', '/flows?kind=visit_reminder');
  const entry = await until('a message waits', async () => {
    return (await owner<{ items: LogLine[] }>('GET', '/insights/message-logs?status=waiting')).items[0];
  });
  const contacts = await owner<{ items: { id: string }[] }>('GET', '/contacts');
  places = { flow: flows[0]?.id ?? '', entry: entry.id, contact: contacts.items[0]?.id ?? '' };
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test(
  'no screen of the cabinet fetches more script than it may',
  async () => {
    const { page, context } = await openBrowser(browser, product);
    await enterDemo(page);
    const storageState = await context.storageState();
    await context.close();

    const sizes: { name: string; bytes: number; charts: number }[] = [];
    for (const { name, path, isOpen } of SCREENS) {
      sizes.push({ name, ...(await firstLoad(path, isOpen ? {} : { storageState })) });
    }
    expect(Math.min(...sizes.map(({ bytes }) => bytes))).toBeLessThanOrEqual(SHELL_BYTES);
    expect(sizes.filter(({ bytes }) => bytes > SHELL_BYTES + ROUTE_BYTES)).toEqual([]);
    expect(sizes.filter(({ charts }) => charts > CHARTS_BYTES)).toEqual([]);
  },
  ALL_SCREENS_MS,
);

test('the page where a customer stops messages fetches less than a public page may', async () => {
  expect((await firstLoad('/il/no-such-link')).bytes).toBeLessThan(PUBLIC_BYTES);
});

test('a screen of which a piece is missing is started anew once, and then says so', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  await page.route('**/assets/SkipsPage-*.js', (route) => route.abort());
  await page.goto('/insights/skips');
  await page.getByRole('heading', { name: 'Не загрузилась часть страницы' }).waitFor();
  await context.close();
});

type Bytes = { bytes: number; charts: number };

/** Opens a page with nothing remembered of the product's files, and counts the bytes of scripts as they are sent. */
async function firstLoad(path: string, options: Parameters<typeof openBrowser>[2] = {}): Promise<Bytes> {
  const { page, context } = await openBrowser(browser, product, options);
  const sizes = countScripts(page);
  await page.goto(path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => places[name] ?? ''));
  await settled(page);
  await page.waitForTimeout(AFTERWARDS_MS);
  const scripts = await Promise.all(sizes);
  const bytes = sum(scripts.filter(({ url }) => !CHARTS_FILE.test(url)));
  const charts = sum(scripts.filter(({ url }) => CHARTS_FILE.test(url)));
  await context.close();
  expect(bytes, `${path} has scripts`).toBeGreaterThan(1_000);
  return { bytes, charts };
}

type Script = { url: string; size: number };

function sum(scripts: Script[]): number {
  return scripts.reduce((total, { size }) => total + size, 0);
}

function countScripts(page: Page): Promise<Script>[] {
  const sizes: Promise<Script>[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.endsWith('.js')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ url: request.url(), size: responseBodySize })));
  });
  return sizes;
}

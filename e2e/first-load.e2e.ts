import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { demoIsReady, demoOwner, enterDemo, type LogLine, openBrowser, settled } from './cabinet.ts';
import { type Product, startProduct } from './product.ts';
import { makeWidgets, type PublicPage } from './places.ts';
import { SCREENS } from './screens.ts';
import { until } from './world.ts';

/** Most bytes of compressed scripts a page may fetch unasked when it is opened for the first time: what all pages share, and its own. */
const SHELL_BYTES = 220_000;
const ROUTE_BYTES = 80_000;
const PUBLIC_BYTES = 60_000;
/** The library of charts comes after the figures, on top of its screen; see decision 0157. */
const CHARTS_BYTES = 100_000;
const CHARTS_FILE = /\/assets\/charts-/;
/** Screens opened at once, each in a browser context of its own. */
const SCREENS_AT_ONCE = 4;
/** For all screens together. */
const ALL_SCREENS_MS = 400_000;
/** A request that begins later than this after the page has drawn itself is not part of its first load. */
const AFTERWARDS_MS = 1_000;

let product: Product;
let browser: Browser;
let places: Record<string, string>;
let pages: PublicPage[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  const owner = demoOwner(product);
  await demoIsReady(owner);
  const { flows } = await owner<{ flows: { id: string }[] }>('GET', '/flows?kind=visit_reminder');
  const entry = await until('a message waits', async () => {
    return (await owner<{ items: LogLine[] }>('GET', '/insights/message-logs?status=waiting')).items[0];
  });
  const contacts = await owner<{ items: { id: string }[] }>('GET', '/contacts');
  const mailing = await owner<{ id: string }>('POST', '/distributions', {});
  const { pages: made, ...widgets } = await makeWidgets(owner);
  pages = made;
  places = {
    ...widgets,
    flow: flows[0]?.id ?? '',
    mailing: mailing.id,
    entry: entry.id,
    contact: contacts.items[0]?.id ?? '',
  };
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
    const waiting = [...SCREENS];
    const openScreens = async () => {
      for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
        const { name, path, isOpen } = screen;
        sizes.push({ name, ...(await firstLoad(path, isOpen ? {} : { storageState })) });
      }
    };
    await Promise.all(Array.from({ length: SCREENS_AT_ONCE }, openScreens));
    expect(sizes.length).toBe(SCREENS.length);
    const smallest = Math.min(...sizes.map(({ bytes }) => bytes));
    expect(smallest).toBeGreaterThan(1_000);
    expect(smallest).toBeLessThanOrEqual(SHELL_BYTES);
    expect(sizes.filter(({ bytes }) => bytes > SHELL_BYTES + ROUTE_BYTES)).toEqual([]);
    expect(sizes.filter(({ charts }) => charts > CHARTS_BYTES)).toEqual([]);
  },
  ALL_SCREENS_MS,
);

test('the page where a customer stops messages fetches no script, and weighs less than a public page may', async () => {
  expect((await firstLoad('/il/no-such-link')).bytes).toBe(0);
  const page = await fetch(`${product.url}/il/no-such-link`);
  expect((await page.arrayBuffer()).byteLength).toBeLessThan(PUBLIC_BYTES);
});

test('no public page of a business weighs more than it may', async () => {
  const heavy: { name: string; bytes: number }[] = [];
  for (const { name, path } of pages) {
    const html = (await (await fetch(`${product.url}${path}`)).arrayBuffer()).byteLength;
    const { bytes } = await firstLoad(path);
    if (html + bytes > PUBLIC_BYTES) heavy.push({ name, bytes: html + bytes });
  }
  expect(pages.length).toBeGreaterThan(5);
  expect(heavy).toEqual([]);
});

test('the first HTML shows an outline, and says so where the app does not come', async () => {
  const { page, context } = await openBrowser(browser, product);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/flows');
  await page.locator('#shell').getByRole('alert').filter({ hasText: 'Страница не загружается' }).waitFor();
  await page.locator('.shell-entry').waitFor();
  await context.close();
});

test('a page opened without a connection says so, the one before stays, and it opens when the connection returns', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  const title = page.locator('h1');
  const before = await title.textContent();
  await context.setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Конверсия' }).click();
  await page.getByRole('status').filter({ hasText: 'Страница не загружается' }).waitFor();
  expect(await title.textContent()).toBe(before);
  await page.goBack();
  await page.getByRole('status').filter({ hasText: 'Данные могли устареть' }).waitFor();
  expect(await title.textContent()).toBe(before);
  await context.setOffline(false);
  await page.getByRole('status').filter({ hasText: 'Данные могли устареть' }).waitFor({ state: 'detached' });
  await page.getByRole('navigation').getByRole('link', { name: 'Конверсия' }).click();
  await page.getByRole('heading', { level: 1, name: 'Конверсия' }).waitFor();
  await context.close();
});

test('a screen with a missing chunk is reloaded once, and then shows an error', async () => {
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

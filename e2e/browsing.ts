import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Product } from './product.ts';

/** An address of the product that is not the app. */
const NO_APP = '/health';

const VIEWPORT = { width: 1280, height: 900 };

/** A browser of one's own. */
export type Browsing = {
  page: Page;
  context: BrowserContext;
  /** Errors of its pages, each with the address. */
  failures: string[];
  /** Makes the browser forget, and leaves it to the next who opens one with the same options. */
  close(): Promise<void>;
};

/** Browsers that nobody has open, by their options. One that has run the app before runs it in less than half the time. */
const spare = new WeakMap<Browser, Map<string, Browsing[]>>();

/**
 * Opens a browser that remembers nothing but what is given.
 *
 * @param storage entries of its local storage
 */
export async function openBrowser(
  { browser, product }: { browser: Browser; product: Product },
  options: BrowserContextOptions = {},
  storage: Record<string, string> = {},
): Promise<Browsing> {
  const language = { locale: 'ru-RU', timezoneId: 'Europe/Moscow' };
  const wanted = { baseURL: product.url, ...language, viewport: VIEWPORT, ...options };
  const key = JSON.stringify(wanted);
  const ofBrowser = spare.get(browser) ?? new Map<string, Browsing[]>();
  spare.set(browser, ofBrowser);
  const opened = ofBrowser.get(key)?.pop() ?? (await openNew(browser, wanted));
  if (Object.keys(storage).length > 0) await remember(opened.page, storage);
  return {
    ...opened,
    async close() {
      await forget(opened, wanted);
      ofBrowser.set(key, [...(ofBrowser.get(key) ?? []), opened]);
    },
  };
}

async function openNew(browser: Browser, options: BrowserContextOptions): Promise<Browsing> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(`${page.url()}: ${message.text()}`);
  });
  return { page, context, failures, close: () => context.close() };
}

async function remember(page: Page, storage: Record<string, string>): Promise<void> {
  if (!page.url().endsWith(NO_APP)) await page.goto(NO_APP);
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(storage));
}

async function forget({ page, context, failures }: Browsing, { viewport }: BrowserContextOptions): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  if (viewport) await page.setViewportSize(viewport);
  // NOTE: the app may just go somewhere else.
  await page.goto(NO_APP).catch(() => page.goto(NO_APP));
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  failures.length = 0;
}

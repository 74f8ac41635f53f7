import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Browsing, openBrowser } from './browsing.ts';
import type { Product } from './product.ts';
import { until } from './world.ts';

const DEMO_FLOWS = 8;

/** The fields of a log line that the journeys read. */
export type LogLine = {
  id: string;
  contactId: string | null;
  contactName: string;
  senderTitle: string;
  status: string;
  rule: string | null;
  body: string;
  at: string;
};

/** A session of a person. */
export type Tokens = { token: string; refreshToken: string };

/**
 * Opens a browser in which the demo's owner is signed in, whose own language is Russian.
 *
 * @param storage further entries of its local storage
 */
export async function openCabinet(
  demo: Parameters<typeof openBrowser>[0],
  options: BrowserContextOptions = {},
  storage: Record<string, string> = {},
): Promise<Browsing> {
  return openBrowser(demo, options, { ...(await signInToDemo(demo.product)), ...storage });
}

/** Enters the demo cabinet as a visitor does. */
export async function enterDemo(page: Page): Promise<void> {
  await page.goto('/demo');
  await page.waitForURL((url) => url.pathname !== '/demo');
  await settled(page);
}

/** Waits until the page has drawn what it asked the server for. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page
    .locator('[aria-busy="true"], .mantine-Skeleton-root:visible, .mantine-Loader-root:visible')
    .first()
    .waitFor({ state: 'detached' });
}

/**
 * Goes to a path without loading the app again, as a menu does; by way of a page with another frame, so that the next
 * heading is the new page's.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  for (const next of ['/404', path]) {
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = '';
      history.pushState({}, '', to);
    }, next);
    await page.locator('h1:not([data-left])').first().waitFor();
  }
}

/** Calls of the cabinet as a person who is signed in; signs in again when her token is over. */
export function callerOf(product: Product, signIn: () => Promise<{ token: string }>) {
  let token = '';
  const call = async <Answer>(method: string, path: string, body?: unknown, isSecond = false): Promise<Answer> => {
    const request = () =>
      fetch(`${product.url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const response = await (method === 'GET' ? whileUnavailable(request) : request());
    if (response.status === 401 && !isSecond) {
      ({ token } = await signIn());
      return call(method, path, body, true);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : null) as Answer; // NOTE: the contract is tested beside the server
  };
  return call;
}

export function demoOwner(product: Product) {
  return callerOf(product, () => signInToDemo(product));
}

async function signInToDemo({ url }: Product): Promise<Tokens> {
  const headers = { 'content-type': 'application/json' };
  const response = await whileUnavailable(() =>
    fetch(`${url}/api/v1/account/demo`, { method: 'POST', headers, body: '{}' }),
  );
  if (!response.ok) throw new Error(`POST /account/demo: ${response.status} ${await response.text()}`);
  return (await response.json()) as Tokens; // NOTE: the contract is tested beside the server
}

/** Requests again while the product is short of database connections, as a busy machine is: it answers 503 then. */
async function whileUnavailable(request: () => Promise<Response>): Promise<Response> {
  let response = await request();
  for (const end = performance.now() + 60_000; response.status === 503 && performance.now() < end;) {
    await wait(1_000);
    response = await request();
  }
  return response;
}

/** Waits until all flows of the demo write to customers. */
export async function demoIsReady(owner: ReturnType<typeof demoOwner>, withinMs?: number): Promise<void> {
  const isReady = async () => {
    const { flows } = await owner<{ flows: { mode: string }[] }>('GET', '/flows');
    return flows.filter(({ mode }) => mode === 'combat').length >= DEMO_FLOWS;
  };
  await until('the demo cabinet is ready', isReady, withinMs);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_PAGES } from '#contract/brands/first-pages.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { freePort } from '../scripts/free-ports.ts';
import { median } from './machine.ts';
import { startOnce } from './start.ts';

/** Scores from 0 to 100, and times in milliseconds. */
export type PageFigures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** Titles of the audits that failed, with their category. */
  failed: string[];
};

/** Pages of the cabinet that can be opened without a code from a letter. */
const PATHS = FIRST_PAGES.map(({ path }) => path);
const ROUNDS = 3;
/** The demo is written meanwhile. */
const REST_MS = 30_000;

export const PAGE_GOALS = { performance: 95, accessibility: 100, lcpMs: 2_000 };

type Measured = Omit<PageFigures, 'failed'> & { path: string; failed: string[]; isGood: boolean };

/** Measures the public pages of the product as it is started by `npm start`: the median of a few rounds of Lighthouse. */
export async function measurePages(): Promise<Measured[]> {
  const peer = new URL('peers/lighthouse.ts', import.meta.url).href;
  const { measurePage } = (await import(peer)) as { measurePage: (url: string, port: number) => Promise<PageFigures> };
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-pages-'));
  const product = await startOnce(dataDir);
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`, '--accept-lang=ru']);
  try {
    await sleep(REST_MS);
    const measured: Measured[] = [];
    const pages = [
      ...PATHS.map((path) => ({ path, url: product.url + path })),
      { path: 'a page behind a QR code', url: await aQrPage(product.url) },
    ];
    for (const { url } of pages) await measurePage(url, port); // everything is warm after it
    for (const { path, url } of pages) {
      const rounds: PageFigures[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await measurePage(url, port));
      measured.push({ path, ...summaryOf(rounds) });
    }
    return measured;
  } finally {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Makes a page for clients in the demo. @returns its address */
async function aQrPage(origin: string): Promise<string> {
  const { token } = await post<{ token: string }>(`${origin}/api/v1/account/demo`, { as: 'owner', language: 'ru' });
  const page = { title: 'Bench', bookingUrl: 'https://example.com/booking', reviewUrl: 'https://example.com/review' };
  const { url } = await post<{ url: string }>(`${origin}/api/v1/qr-pages`, page, token);
  return url;
}

async function post<Reply>(url: string, body: unknown, token?: string): Promise<Reply> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Reply;
}

function summaryOf(rounds: readonly PageFigures[]): Omit<Measured, 'path'> {
  const middle = (of: (figures: PageFigures) => number) => median(rounds.map(of));
  const figures = {
    performance: middle(({ performance }) => performance),
    accessibility: Math.min(...rounds.map(({ accessibility }) => accessibility)),
    bestPractices: middle(({ bestPractices }) => bestPractices),
    seo: middle(({ seo }) => seo),
    lcpMs: middle(({ lcpMs }) => lcpMs),
    tbtMs: middle(({ tbtMs }) => tbtMs),
    cls: middle(({ cls }) => cls),
  };
  const isGood =
    figures.performance >= PAGE_GOALS.performance &&
    figures.accessibility >= PAGE_GOALS.accessibility &&
    figures.lcpMs <= PAGE_GOALS.lcpMs;
  return { ...figures, failed: [...new Set(rounds.flatMap(({ failed }) => failed))], isGood };
}

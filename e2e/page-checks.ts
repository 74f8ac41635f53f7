import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { settled } from './cabinet.ts';
import { SECTIONS } from '../src/web/locales/sections.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TOLD = ['moderate', 'serious', 'critical'];

const CHARTS_FILE = /\/assets\/charts-/;
/** A request that begins later than this after the page has drawn itself is not part of its first load. */
const AFTERWARDS_MS = 1_000;

const TEXT_ROOMS = [
  ...readdirSync('src/web/locales/en').map((file) => file.replace('.json', '')),
  ...Object.keys(SECTIONS),
];
/** A key that was shown because its text is missing. */
const RAW_KEY = new RegExp(`\\b(${TEXT_ROOMS.join('|')}):[a-z][\\w.]*`);
/** Names that stay as they are in every language. */
const NAMES =
  /Luana Ferreira|Sophie Taylor|Frontdesk|WhatsApp|Business|Telegram|YCLIENTS|360dialog|Google|Chrome|BotFather|hub\.360dialog\.com|console\.twilio\.com|online\.sigmasms\.ru|Twilio|Sigma|Account SID|Auth Token|AC|Generate API key|API|Enter|Ctrl|PNG|JPG|JPEG|E-mail|e-mail|WebHook|webhook|SMS|AI|iiko|newbot|POST|https?/g;

/** Words of another language than Russian. A message in Portuguese may name a service in Russian. */
export function latinWordsOf(text: string): string[] {
  return text.replaceAll(NAMES, '').match(/\b[A-Za-z]{3,}(?: [A-Za-z]{2,})+\b/g) ?? [];
}

/** Compressed bytes of scripts. `charts`: the library of charts, which comes after the figures; see decision 0157. */
export type ScriptBytes = { own: number; charts: number };

/**
 * Bytes of the scripts that a page fetched unasked, also of those that were in the browser's cache.
 *
 * @param drawnMs when the page had drawn itself, in milliseconds since its navigation
 */
export async function scriptBytes(page: Page, drawnMs: number): Promise<ScriptBytes> {
  const scripts = await page.evaluate((endMs) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries
      .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= endMs)
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }));
  }, drawnMs + AFTERWARDS_MS);
  const sum = (isChart: boolean) =>
    scripts.filter(({ name }) => CHARTS_FILE.test(name) === isChart).reduce((total, { bytes }) => total + bytes, 0);
  return { own: sum(false), charts: sum(true) };
}

/** Chooses a language as another tab of the same browser would; a page that is loaded anew is in the first one again. */
export async function switchLanguage(
  page: Page,
  { language, locale }: { language: string; locale: string },
): Promise<void> {
  await page.evaluate((newValue) => {
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue }));
  }, language);
  await page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
  await settled(page);
}

export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'], selectors: false, preload: false })",
  );
  return violations
    .filter(({ impact }) => TOLD.includes(impact ?? ''))
    .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

export async function sideways(page: Page, width: number): Promise<string[]> {
  const widths = await page.evaluate(() => {
    const scroller = document.scrollingElement;
    return scroller && { scroll: scroller.scrollWidth, client: scroller.clientWidth };
  });
  return widths && widths.scroll <= widths.client ? [] : [`at ${width} px it is ${widths?.scroll} px wide`];
}

export async function wrongWords(page: Page, locale: string): Promise<string[]> {
  const text = await wordsOf(page);
  const key = RAW_KEY.exec(text)?.[0];
  const wrong = key ? [`shows ${key}`] : [];
  const tag = await page.locator('html').getAttribute('lang');
  if (tag !== locale) wrong.push(`is in ${tag}`);
  const latin = latinWordsOf(text);
  if (locale === 'ru-RU' && latin.length > 0) wrong.push(`says ${latin.join(', ')}`);
  return wrong;
}

/** The texts that a person reads or hears on the page, except those in another language on purpose. */
async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const heard = [...document.querySelectorAll('[aria-label], [placeholder], [title]')]
      .filter((element) => !element.closest('[aria-hidden="true"]'))
      .flatMap((element) => ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''));
    const foreign = [...document.querySelectorAll<HTMLElement>('body [lang]')].map((element) => element.innerText);
    const read = foreign.reduce((text, part) => text.replace(part, ''), document.body.innerText);
    return [document.title, read, ...heard].join('\n');
  });
}

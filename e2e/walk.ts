import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from './browsing.ts';
import { goWithin, type LogLine, openCabinet, settled } from './cabinet.ts';
import type { Demo } from './demo.ts';
import { latinWordsOf } from './page-checks.ts';
import { makeWidgets, type PublicPage } from './places.ts';
import { SCREENS } from './screens.ts';
import { until } from './world.ts';

/** Ids for the addresses of screens, by the names that these have for them, and the public pages of the cabinet. */
export type Places = { ids: Record<string, string>; pages: PublicPage[] };

/** Pages that show what becomes of a link that is none: the refusal is what they are opened for. */
const REFUSED = /\/(?:Account\/ConfirmEmail|account\/register\/\w+\/0): Failed to load/;

/** A customer who reads another language is written to in hers; what stands on a screen is judged by the cabinet's. */
const CYRILLIC = /\p{Script=Cyrillic}{3}/u;

/** Makes in the demo what screens show, and finds the rest. */
export async function findPlaces({ owner }: Demo): Promise<Places> {
  const { flows } = await owner<{ flows: { id: string }[] }>('GET', '/flows?kind=visit_reminder');
  const entry = await until('a message in Russian waits', async () => {
    const { items } = await owner<{ items: LogLine[] }>('GET', '/insights/message-logs?status=waiting');
    return items.find(({ body }) => CYRILLIC.test(body) && latinWordsOf(body).length === 0);
  });
  const mailing = await owner<{ id: string }>('POST', '/distributions', {});
  const assistant = await owner<{ id: string }>('POST', '/assistants', { title: 'Анна', trade: 'salon' });
  await owner('POST', '/ideas', { title: 'Календарь на неделю', text: 'Видеть неделю целиком.', language: 'ru' });
  const { pages, ...widgets } = await makeWidgets(owner);
  const [flow] = flows;
  const ids = { ...widgets, mailing: mailing.id, assistant: assistant.id, entry: entry.id };
  return { ids: { ...ids, flow: flow?.id ?? '', contact: entry.contactId ?? '' }, pages };
}

type Walk = BrowserContextOptions & {
  /** The language that is chosen in the cabinet. */
  language: string;
  /** Goes from screen to screen of the cabinet within the app, as a menu does. */
  isLoadedOnce?: boolean;
};

/**
 * Looks at every screen. Errors of a page count as findings too, but for refusals that a page is opened for.
 *
 * @param look returns what is wrong; `drawnMs`: when the page had drawn itself, in milliseconds since its navigation
 * @returns findings, each with the name of its screen
 */
export async function overScreens(
  demo: Demo,
  { ids }: Places,
  { language, isLoadedOnce = false, ...options }: Walk,
  look: (page: Page, drawnMs: number) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const isOpen of [true, false]) {
    const { page, close, failures } = isOpen
      ? await openBrowser(demo, options)
      : await openCabinet(demo, options, { language });
    for (const [nth, screen] of SCREENS.filter((one) => Boolean(one.isOpen) === isOpen).entries()) {
      const path = screen.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? '');
      if (isLoadedOnce && !isOpen && nth > 0) await goWithin(page, path);
      else await page.goto(path);
      await settled(page);
      const drawnMs = await page.evaluate(() => performance.now());
      found.push(...(await look(page, drawnMs)).map((what) => `${screen.name}: ${what}`));
    }
    found.push(...failures.filter((failure) => !REFUSED.test(failure)));
    await close();
  }
  return found;
}

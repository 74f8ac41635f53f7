import { expect, test } from 'vitest';
import { openBrowser } from './browsing.ts';
import { openCabinet, settled } from './cabinet.ts';
import { startDemo } from './demo.ts';
import { type ScriptBytes, scriptBytes, sideways, switchLanguage, violationsOf, wrongWords } from './page-checks.ts';
import { findPlaces, overScreens } from './walk.ts';
import type { VisitRecord } from './world.ts';

const NARROW = { width: 360, height: 740 };
const PHONE = { width: 390, height: 844 };
/** Most bytes of compressed scripts that a page fetches unasked: what all pages share, and its own; see decision 0144. */
const SHELL_BYTES = 220_000;
const ROUTE_BYTES = 80_000;
const CHARTS_BYTES = 100_000;
/** Most bytes of a public page, its scripts included. */
const PUBLIC_BYTES = 60_000;
/** Cards of a list that is long enough: those at its end are not drawn while its beginning is seen. */
const MANY_CARDS = 20;
/** Time limit of one walk over all screens. */
const WALK_MS = 600_000;

/** Outcomes of a visit, as the vendor numbers them: waiting, confirmed, arrived, missed. */
const OUTCOMES = [0, 2, 1, -1];

type Salon = { companies: { id: number; timezone: string }[]; staff: { id: number; companyId: number }[] };

/** The page for what is no longer there is answered with 404. */
const GONE = /\/widget\/404: Failed to load/;

const RUSSIAN = { language: 'ru', locale: 'ru-RU' };
const OTHERS = [
  { language: 'pt_br', locale: 'pt-BR' },
  { language: 'uk', locale: 'uk-UA' },
];

const demo = await startDemo({ DEMO_CLIENTS: '40' });
const { product } = demo;
const places = await findPlaces(demo);

// A language, a colour scheme and a width are looked at in one walk: none changes what is found about the others. A
// screen is read in two languages, as when another tab chooses one, and the next one begins with the second of them; the
// third and the fourth alternate, since a test compares the texts of all languages file by file. Console errors count,
// and with them each violation of the content security policy.
test(
  'on a desk every screen has all its words in Russian and in Portuguese or Ukrainian, and is fit for assistive technology, light',
  async () => {
    let nth = 0;
    const walk = { locale: 'ru-RU', language: 'ru', colorScheme: 'light', isLoadedOnce: true } as const;
    const found = await overScreens(demo, places, walk, async (page) => {
      const tag = await page.locator('html').getAttribute('lang');
      const first = OTHERS.find(({ locale }) => locale === tag) ?? RUSSIAN;
      const second = first === RUSSIAN ? (OTHERS[nth++ % OTHERS.length] ?? RUSSIAN) : RUSSIAN;
      const wrong = [...(await violationsOf(page)), ...(await wrongWords(page, first.locale))];
      await switchLanguage(page, second);
      return [...wrong, ...(await wrongWords(page, second.locale))];
    });
    expect(found).toEqual([]);
  },
  WALK_MS,
);

test(
  'on a phone of 390 or 360 pixels every screen has all its words in English, is fit for assistive technology and scrolls down alone, dark',
  async () => {
    const options = { locale: 'en-GB', language: 'en', colorScheme: 'dark', viewport: PHONE } as const;
    const phone = { ...options, hasTouch: true, isMobile: true, isLoadedOnce: true };
    const found = await overScreens(demo, places, phone, async (page) => {
      const wrong = [...(await violationsOf(page)), ...(await wrongWords(page, 'en-GB'))];
      wrong.push(...(await sideways(page, PHONE.width)));
      await page.setViewportSize(NARROW);
      wrong.push(...(await sideways(page, NARROW.width)));
      await page.setViewportSize(PHONE);
      return wrong;
    });
    expect(found).toEqual([]);
  },
  WALK_MS,
);

test('a long list that was scrolled through takes the width of a phone that became narrower', async () => {
  const { items } = await demo.owner<{ items: { id: string }[] }>('GET', '/contacts');
  for (const { id: contactId } of items.slice(0, MANY_CARDS))
    await demo.owner('POST', '/waitlist/entries', { contactId, preference: {}, comment: '' });
  const { page, close } = await openCabinet(demo, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto('/widgets/waitlist?tab=list');
  await settled(page);
  for (const card of await page.locator('main li').all()) await card.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(PHONE.height * 2);
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('main li').first().click({ trial: true });
  await page.setViewportSize(NARROW);
  expect(await sideways(page, NARROW.width)).toEqual([]);
  await close();
});

test(
  'a screen that is opened by its address breaks nothing and fetches no more script than it may',
  async () => {
    const sizes: ({ path: string } & ScriptBytes)[] = [];
    const found = await overScreens(demo, places, { locale: 'ru-RU', language: 'ru' }, async (page, drawnMs) => {
      sizes.push({ path: page.url(), ...(await scriptBytes(page, drawnMs)) });
      return [];
    });
    expect(found).toEqual([]);
    const smallest = Math.min(...sizes.map(({ own }) => own));
    expect(smallest).toBeGreaterThan(1_000);
    expect(smallest).toBeLessThanOrEqual(SHELL_BYTES);
    const isTooLarge = ({ own, charts }: ScriptBytes) => own > SHELL_BYTES + ROUTE_BYTES || charts > CHARTS_BYTES;
    expect(sizes.filter(isTooLarge)).toEqual([]);
  },
  WALK_MS,
);

test.each(['ru-RU', 'en-GB', 'pt-BR', 'uk-UA'])(
  'public pages speak %s, on a phone and to assistive technology, and weigh no more than they may',
  async (locale) => {
    const colorScheme = locale === 'en-GB' || locale === 'uk-UA' ? 'dark' : 'light';
    const { page, close, failures } = await openBrowser(demo, { locale, colorScheme, viewport: NARROW });
    const found: string[] = [];
    for (const { name, path, isOfBrowser } of places.pages) {
      const html = (await (await page.goto(path))?.body())?.byteLength ?? 0;
      const { own } = await scriptBytes(page, await page.evaluate(() => performance.now()));
      const wrong = [...(await violationsOf(page)), ...(await sideways(page, NARROW.width))];
      if (html + own > PUBLIC_BYTES) wrong.push(`has ${html + own} bytes`);
      const tag = await page.locator('html').getAttribute('lang');
      if (isOfBrowser && tag !== locale) wrong.push(`is in ${tag}`);
      found.push(...wrong.map((what) => `${name}: ${what}`));
    }
    expect(places.pages.length).toBeGreaterThan(5);
    expect([...found, ...failures.filter((failure) => !GONE.test(failure))]).toEqual([]);
    await close();
  },
);

test('the page where a contact stops messages has no script', async () => {
  const html = await (await fetch(`${product.url}/il/no-such-link`)).text();
  expect(html).toContain('</html>');
  expect(html).not.toContain('<script');
  expect(Buffer.byteLength(html)).toBeLessThan(PUBLIC_BYTES);
});

test.each(['pt-BR', 'uk-UA'])('a visitor whose browser speaks %s reads its language at once', async (locale) => {
  const { page, close, failures } = await openBrowser(demo, { locale });
  await page.goto('/account/login');
  await settled(page);
  expect([...(await wrongWords(page, locale)), ...failures]).toEqual([]);
  await close();
});

test('the page of the world is fit for a phone and for assistive technology, light and dark, with a visit of each outcome', async () => {
  const booked = await bookEachOutcome();
  for (const colorScheme of ['light', 'dark'] as const) {
    const phone = { viewport: NARROW, hasTouch: true, isMobile: true, colorScheme };
    const { page, close, failures } = await openBrowser(demo, phone);
    await page.goto(product.worldUrl);
    for (const { date } of booked) await page.locator(`button[title^="${date.slice(11, 16)} "]`).waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.tap();
      expect([...(await violationsOf(page)), ...(await sideways(page, NARROW.width))]).toEqual([]);
    }
    expect(failures).toEqual([]);
    await close();
  }
});

/** Visits in the night of today to the master whom a phone shows first, where nobody else has one. */
async function bookEachOutcome(): Promise<VisitRecord[]> {
  const { companies, staff } = await demo.world.ask<Salon>('GET', '/yclients');
  const company = companies[0];
  const master = staff.find(({ companyId }) => companyId === company?.id);
  if (!company || !master) throw new Error('The world has no salon with a master.');
  const today = (await demo.world.now()).toZonedDateTimeISO(company.timezone).toPlainDate();
  const visits = OUTCOMES.map((attendance, nth) => ({
    date: `${today} 0${nth * 2}:00`,
    staffId: master.id,
    lengthSeconds: 90 * 60, // NOTE: a shorter visit shows no word for its outcome
    attendance,
    webhook: false,
  }));
  return Promise.all(visits.map((visit) => demo.world.book(visit)));
}

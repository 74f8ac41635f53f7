import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterDemo, goWithin, type LogLine, openBrowser, settled } from './cabinet.ts';
import { startDemo } from './demo.ts';
import {
  latinWordsOf,
  type ScriptBytes,
  scriptBytes,
  sideways,
  switchLanguage,
  violationsOf,
  wrongWords,
} from './page-checks.ts';
import { makeWidgets } from './places.ts';
import { SCREENS } from './screens.ts';
import { until } from './world.ts';

const NARROW = { width: 360, height: 740 };
const PHONE = { width: 390, height: 844 };
/** Most bytes of compressed scripts that a page fetches unasked: what all pages share, and its own; see decision 0144. */
const SHELL_BYTES = 220_000;
const ROUTE_BYTES = 80_000;
const CHARTS_BYTES = 100_000;
/** Most bytes of a public page, its scripts included. */
const PUBLIC_BYTES = 60_000;
/** Time limit of one walk over all screens. */
const WALK_MS = 600_000;

/** Pages that show what becomes of a link that is none: the refusal is what they are opened for. */
const REFUSED = /\/(?:Account\/ConfirmEmail|account\/register\/\w+\/0): Failed to load/;

/** The page for what is no longer there is answered with 404. */
const GONE = /\/widget\/404: Failed to load/;

/** A customer who reads another language is written to in hers; what stands on a screen is judged by the cabinet's. */
const CYRILLIC = /\p{Script=Cyrillic}{3}/u;

const { product, browser, owner } = await startDemo(40);
const { flows } = await owner<{ flows: { id: string; title: string }[] }>('GET', '/flows?kind=visit_reminder');
const entry = await until('a message in Russian waits', async () => {
  const { items } = await owner<{ items: LogLine[] }>('GET', '/insights/message-logs?status=waiting');
  return items.find(({ body }) => CYRILLIC.test(body) && latinWordsOf(body).length === 0);
});
const mailing = await owner<{ id: string }>('POST', '/distributions', {});
const { pages, ...widgets } = await makeWidgets(owner);
const places: Record<string, string> = {
  ...widgets,
  flow: flows[0]?.id ?? '',
  mailing: mailing.id,
  entry: entry.id,
  contact: entry.contactId ?? '',
};

// A language, a colour scheme and a width are looked at in one walk: none changes what is found about the others. A
// screen is opened once and read in two languages, as when another tab chooses one; the third and the fourth take turns,
// since a test compares the texts of all languages file by file. Console errors count, and with them each violation of
// the content security policy.
test(
  'on a desk every screen has all its words in Russian and in Portuguese or Ukrainian, is fit for assistive technology, and fetches no more script than it may, light',
  async () => {
    const sizes: ({ path: string } & ScriptBytes)[] = [];
    const found = await overScreens(
      { locale: 'ru-RU', language: 'ru', colorScheme: 'light' },
      async (page, drawnMs) => {
        const wrong = [...(await violationsOf(page)), ...(await wrongWords(page, 'ru-RU'))];
        sizes.push({ path: page.url(), ...(await scriptBytes(page, drawnMs)) });
        const [language, locale] = sizes.length % 2 === 0 ? (['pt_br', 'pt-BR'] as const) : (['uk', 'uk-UA'] as const);
        await switchLanguage(page, language, locale);
        wrong.push(...(await wrongWords(page, locale)));
        return wrong;
      },
    );
    expect(found).toEqual([]);
    const smallest = Math.min(...sizes.map(({ own }) => own));
    expect(smallest).toBeGreaterThan(1_000);
    expect(smallest).toBeLessThanOrEqual(SHELL_BYTES);
    const isTooLarge = ({ own, charts }: ScriptBytes) => own > SHELL_BYTES + ROUTE_BYTES || charts > CHARTS_BYTES;
    expect(sizes.filter(isTooLarge)).toEqual([]);
  },
  WALK_MS,
);

test(
  'on a phone of 390 or 360 pixels every screen has all its words in English, is fit for assistive technology and scrolls down alone, dark',
  async () => {
    const options = { locale: 'en-GB', language: 'en', colorScheme: 'dark', viewport: PHONE } as const;
    const phone = { ...options, hasTouch: true, isMobile: true, isLoadedOnce: true };
    const found = await overScreens(phone, async (page) => {
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

test.each(['ru-RU', 'en-GB', 'pt-BR', 'uk-UA'])(
  'public pages speak %s, on a phone and to assistive technology, and weigh no more than they may',
  async (locale) => {
    const colorScheme = locale === 'en-GB' || locale === 'uk-UA' ? 'dark' : 'light';
    const { page, context, failures } = await openBrowser(browser, product, { locale, colorScheme, viewport: NARROW });
    const found: string[] = [];
    for (const { name, path, isOfBrowser } of pages) {
      const html = (await (await page.goto(path))?.body())?.byteLength ?? 0;
      const { own } = await scriptBytes(page, await page.evaluate(() => performance.now()));
      const wrong = [...(await violationsOf(page)), ...(await sideways(page, NARROW.width))];
      if (html + own > PUBLIC_BYTES) wrong.push(`has ${html + own} bytes`);
      const tag = await page.locator('html').getAttribute('lang');
      if (isOfBrowser && tag !== locale) wrong.push(`is in ${tag}`);
      found.push(...wrong.map((what) => `${name}: ${what}`));
    }
    expect(pages.length).toBeGreaterThan(5);
    expect([...found, ...failures.filter((failure) => !GONE.test(failure))]).toEqual([]);
    await context.close();
  },
);

test('the page where a contact stops messages has no script', async () => {
  const html = await (await fetch(`${product.url}/il/no-such-link`)).text();
  expect(html).toContain('</html>');
  expect(html).not.toContain('<script');
  expect(Buffer.byteLength(html)).toBeLessThan(PUBLIC_BYTES);
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

test.each(['pt-BR', 'uk-UA'])('a visitor whose browser speaks %s reads its language at once', async (locale) => {
  const { page, context, failures } = await openBrowser(browser, product, { locale });
  await page.goto('/account/login');
  await settled(page);
  expect([...(await wrongWords(page, locale)), ...failures]).toEqual([]);
  await context.close();
});

test('the page of the world is fit for a phone and for assistive technology', async () => {
  const { page, context, failures } = await openBrowser(browser, product, {
    viewport: NARROW,
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(product.worldUrl);
  const tabs = page.getByRole('tab');
  await tabs.first().waitFor();
  for (const tab of await tabs.all()) {
    await tab.tap();
    expect([...(await violationsOf(page)), ...(await sideways(page, NARROW.width))]).toEqual([]);
  }
  expect(failures).toEqual([]);
  await context.close();
});

test('a form is sent although the rules for its fields did not come', async () => {
  const { page, context } = await openBrowser(browser, product);
  await page.goto('/account/forgot-password');
  await settled(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('textbox').fill('anna@example.test');
  await page.getByRole('textbox').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Проверьте почту' }).waitFor();
  await context.close();
});

test('a failed next page of a list is reported, and loads on retry', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  const nextPages = /message-logs\?.*cursor=/;
  await page.route(nextPages, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  await page.goto('/insights/message-logs/?status=waiting');
  const rows = page.locator('tbody tr');
  await rows.last().scrollIntoViewIfNeeded();
  await page.getByText('Не получилось загрузить остальное').waitFor();
  const before = await rows.count();
  await page.unroute(nextPages);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  await context.close();
});

test('an address with an id that cannot exist is not found, and the menu stays', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  await page.goto('/flows/edit/no-such-id');
  await page.getByRole('heading', { level: 1, name: 'Страница не найдена' }).waitFor();
  await page.getByRole('navigation').first().getByText('Сценарии', { exact: true }).waitFor();
  await context.close();
});

test('every place of the menu has an icon of its own', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  await page.getByRole('button', { name: 'Свернуть меню' }).click();
  const places = page.getByRole('navigation', { name: 'Основное меню' }).first().getByRole('listitem');
  await places.filter({ hasText: 'Сценарии' }).locator('.tabler-icon-route').waitFor();
  expect(await places.filter({ has: page.locator('.tabler-icon-chevron-right') }).allTextContents()).toEqual([]);
  await context.close();
});

test('an address below a page that exists is not that page', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  for (const path of ['/flows/no-such-page', '/templates/no-such-system', '/insights/conversion/more']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'Страница не найдена' }).waitFor();
    expect(await page.title(), path).toMatch(/^Страница\sне\sнайдена\s– Frontdesk$/);
  }
  await context.close();
});

test('the tab of a page about one thing bears its name', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  const [flow] = flows;
  for (const [path, title] of [
    [`/flows/edit/${flow?.id}`, `${flow?.title} – Сценарии – Frontdesk`],
    ['/accounts/yclients', 'YCLIENTS – Подключения – Frontdesk'],
    ['/insights/message-logs', 'Журнал сообщений – Frontdesk'],
  ]) {
    await page.goto(path ?? '');
    await page.waitForFunction((expected) => document.title.replaceAll('\u00a0', ' ') === expected, title);
  }
  await page.goto(`/contacts/${places.contact}`);
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await page.waitForFunction((expected) => document.title === expected, `${name} – Клиенты – Frontdesk`);
  await context.close();
});

test('on a phone the menu, the flows and the log open and work', async () => {
  const { page, context, failures } = await openBrowser(browser, product, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await enterDemo(page);
  const bar = page.getByRole('navigation').last();
  await bar.getByText('Сценарии').tap();
  await page.waitForURL('**/flows');
  await page.getByRole('heading', { level: 1, name: 'Сценарии' }).waitFor();
  await settled(page);
  await page.getByText('Напоминание за 24 часа').first().tap();
  await page.waitForURL('**/flows/edit/**');
  await page.getByRole('heading', { level: 1, name: 'Напоминание за 24 часа' }).waitFor();

  await page.goto('/insights/message-logs?status=waiting');
  await settled(page);
  await page.getByRole('list', { name: 'Журнал сообщений' }).getByRole('link').first().tap();
  await page.getByRole('dialog').getByRole('list', { name: 'История сообщения' }).waitFor();
  await page.getByRole('button', { name: 'Закрыть' }).first().tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Ещё' }).tap();
  await page.getByRole('dialog').getByText('Подключения').first().waitFor();
  expect(failures).toEqual([]);
  await context.close();
});

test('a press right after a field with a mistake in it is not lost to the reason that appears', async () => {
  const { page, context } = await openBrowser(browser, product, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto('/account/register');
  await settled(page);
  await page.locator('[name="confirmPassword"], [data-path="confirmPassword"]').fill('something else');
  await page.getByRole('checkbox').tap();
  expect(await page.getByRole('checkbox').isChecked()).toBe(true);
  await page.getByText('Пароли не совпадают').waitFor();
  await context.close();
});

test('what is closed with Esc gives the focus back to what opened it', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  await page.goto('/accounts/dialog360');
  await settled(page);
  const menu = page.getByRole('main').getByRole('button', { name: 'Действия' });
  const hasFocus = () => menu.evaluate((button) => button === document.activeElement);

  const rename = page.getByRole('menuitem', { name: 'Переименовать' });
  // A menu takes the focus a moment after it is drawn; a person presses nothing before.
  const openMenu = async () => {
    await menu.press('Enter');
    await until('the menu has the focus', () => rename.evaluate((item) => item === document.activeElement));
  };

  await openMenu();
  await page.keyboard.press('Escape');
  await until('the menu gave the focus back', hasFocus);

  await openMenu();
  await rename.press('Enter');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.press('Escape');
  await until('the window gave the focus back', hasFocus);
  await context.close();
});

type Walk = Parameters<typeof openBrowser>[2] & {
  language?: string;
  /** Goes from screen to screen of the cabinet within the app, as a menu does. */
  isLoadedOnce?: boolean;
};

/** Looks at every screen and tells what was found, each thing with the screen's name. Errors of a page count
 * too, but for refusals that a page is opened for. */
async function overScreens(
  { language, isLoadedOnce = false, ...options }: Walk,
  look: (page: Page, drawnMs: number) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const isOpen of [true, false]) {
    const { page, context, failures } = await openBrowser(browser, product, options);
    // The demo of another language is another cabinet: the one in Russian is entered, and then read in each language.
    if (!isOpen)
      await context.addInitScript((chosen) => {
        localStorage.setItem('language', location.pathname === '/demo' ? 'ru' : chosen);
      }, language ?? 'ru');
    if (!isOpen) await enterDemo(page);
    for (const [nth, screen] of SCREENS.filter((one) => Boolean(one.isOpen) === isOpen).entries()) {
      const path = screen.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => places[name] ?? '');
      if (isLoadedOnce && !isOpen && nth > 0) await goWithin(page, path);
      else await page.goto(path);
      await settled(page);
      const drawnMs = await page.evaluate(() => performance.now());
      found.push(...(await look(page, drawnMs)).map((what) => `${screen.name}: ${what}`));
    }
    found.push(...failures.filter((failure) => !REFUSED.test(failure)));
    await context.close();
  }
  return found;
}

test('two members who edit one flow do not overwrite each other without confirmation', async () => {
  const { title } = await owner<{ title: string }>('GET', `/flows/${places.flow}`);
  const [anna, boris] = await Promise.all([openBrowser(browser, product), openBrowser(browser, product)]);
  const name = (page: typeof anna.page) => page.getByLabel('Название', { exact: true });
  for (const { page } of [anna, boris]) {
    await enterDemo(page);
    await page.goto(`/flows/edit/${places.flow}`);
    await settled(page);
  }
  const save = async (words: string) => {
    await name(anna.page).fill(words);
    await anna.page.getByRole('button', { name: 'Сохранить' }).click();
    await anna.page.getByRole('heading', { level: 1, name: words, exact: true }).waitFor();
  };
  await save('Правка Анны');
  await until('her words are before him too', async () => (await name(boris.page).inputValue()) === 'Правка Анны');

  await name(boris.page).fill('Правка Бориса');
  await save(title);
  await boris.page.getByText('Сценарий тем временем сохранил кто-то другой').waitFor();
  await boris.page.getByRole('button', { name: 'Сохранить' }).click();
  await boris.page.getByRole('button', { name: 'Взять чужую версию' }).click();
  await until('hers are taken', async () => (await name(boris.page).inputValue()) === title);
  await Promise.all([anna.context.close(), boris.context.close()]);
});

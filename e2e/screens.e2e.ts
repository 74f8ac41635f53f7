import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterDemo, type LogLine, openBrowser, settled } from './cabinet.ts';
import { startDemo } from './demo.ts';
import { SCREENS } from './screens.ts';
import { until } from './world.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const NARROW = { width: 360, height: 740 };
const PHONE = { width: 390, height: 844 };
const TOLD = ['moderate', 'serious', 'critical'];

/** Pages that show what becomes of a link that is none: the refusal is what they are opened for. */
const REFUSED = /\/(?:Account\/ConfirmEmail|account\/register\/\w+\/0): Failed to load/;

/** A key that was shown because its text is missing. */
const RAW_KEY =
  /\b(app|audiences|auth|channels|connections|contacts|delivery|flows|onboarding|problems|texts|ui):[a-z][\w.]*/;
/** A customer who reads another language is written to in hers; what stands on a screen is judged by the cabinet's. */
const CYRILLIC = /\p{Script=Cyrillic}{3}/u;
/** Names that stay as they are in every language. */
const NAMES =
  /Frontdesk|WhatsApp|Business|Telegram|YCLIENTS|360dialog|Google|Chrome|BotFather|hub\.360dialog\.com|Generate API key|API|Enter|Ctrl|PNG|JPG|JPEG|E-mail|e-mail|WebHook|webhook|SMS|AI|iiko|newbot|POST|https?/g;

const { product, browser, owner } = await startDemo();
const { flows } = await owner<{ flows: { id: string; title: string }[] }>('GET', '/flows?kind=visit_reminder');
const entry = await until('a message in Russian waits', async () => {
  const { items } = await owner<{ items: LogLine[] }>('GET', '/insights/message-logs?status=waiting');
  return items.find(({ body }) => CYRILLIC.test(body) && latinWordsOf(body).length === 0);
});
const places: Record<string, string> = {
  flow: flows[0]?.id ?? '',
  entry: entry.id,
  contact: entry.contactId ?? '',
};

/** Words of another language than Russian. A message in Portuguese may name a service in Russian. */
function latinWordsOf(text: string): string[] {
  return text.replaceAll(NAMES, '').match(/\b[A-Za-z]{3,}(?: [A-Za-z]{2,})+\b/g) ?? [];
}

test.each(['light', 'dark'] as const)('every screen is fit for assistive technology, %s', async (colorScheme) => {
  expect(await overScreens({ colorScheme }, violationsOf)).toEqual([]);
});

test('no screen scrolls sideways on a phone of 360 or 390 pixels', async () => {
  const found = await overScreens({ viewport: NARROW, hasTouch: true, isMobile: true }, async (page) => {
    const narrow = await sideways(page, NARROW.width);
    await page.setViewportSize(PHONE);
    return [...narrow, ...(await sideways(page, PHONE.width))];
  });
  expect(found).toEqual([]);
});

test.each([
  ['Russian', 'ru-RU', 'ru'],
  ['English', 'en-GB', 'en'],
  ['Portuguese', 'pt-BR', 'pt_br'],
  ['Ukrainian', 'uk-UA', 'uk'],
])('in %s every screen has all its words', async (_name, locale, language) => {
  const found = await overScreens({ locale, language }, async (page) => {
    const text = await wordsOf(page);
    const key = RAW_KEY.exec(text)?.[0];
    const wrong = key ? [`shows ${key}`] : [];
    const tag = await page.locator('html').getAttribute('lang');
    if (tag !== locale) wrong.push(`is in ${tag}`);
    const latin = latinWordsOf(text);
    if (locale === 'ru-RU' && latin.length > 0) wrong.push(`says ${latin.join(', ')}`);
    return wrong;
  });
  expect(found).toEqual([]);
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

test('a list whose next page did not come says so, and goes on when asked again', async () => {
  const { page, context } = await openBrowser(browser, product);
  await enterDemo(page);
  const nextPages = /message-logs\?.*cursor=/;
  await page.route(nextPages, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  await page.goto('/insights/message-logs/?status=waiting');
  const rows = page.locator('tbody tr');
  await rows.last().scrollIntoViewIfNeeded();
  await page.getByText('Дальше загрузить не получилось').waitFor();
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
  await page.getByRole('navigation').first().getByText('Сценарии').waitFor();
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
    await page.waitForFunction((expected) => document.title.replaceAll('\u00a0', ' ') === expected, title, {
      timeout: 10_000,
    });
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

  await menu.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await until('the menu gave the focus back', hasFocus);

  await menu.press('Enter');
  const rename = page.getByRole('menuitem', { name: 'Переименовать' });
  // A menu takes the focus a moment after it is drawn; a person presses nothing before.
  await until('the menu has the focus', () => rename.evaluate((item) => item === document.activeElement));
  await rename.press('Enter');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.press('Escape');
  await until('the window gave the focus back', hasFocus);
  await context.close();
});

/** Looks at every screen and tells what was found, each thing with the screen's name. Errors of a page count
 * too, but for refusals that a page is opened for. */
async function overScreens(
  { language, ...options }: Parameters<typeof openBrowser>[2] & { language?: string },
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const isOpen of [true, false]) {
    const { page, context, failures } = await openBrowser(browser, product, options);
    if (language && !isOpen)
      await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    if (!isOpen) await enterDemo(page);
    for (const screen of SCREENS.filter((one) => Boolean(one.isOpen) === isOpen)) {
      await page.goto(screen.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => places[name] ?? ''));
      await settled(page);
      found.push(...(await look(page)).map((what) => `${screen.name}: ${what}`));
    }
    found.push(...failures.filter((failure) => !REFUSED.test(failure)));
    await context.close();
  }
  return found;
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => TOLD.includes(impact ?? ''))
    .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

async function sideways(page: Page, width: number): Promise<string[]> {
  const widths = await page.evaluate(() => {
    const scroller = document.scrollingElement;
    return scroller && { scroll: scroller.scrollWidth, client: scroller.clientWidth };
  });
  return widths && widths.scroll <= widths.client ? [] : [`at ${width} px it is ${widths?.scroll} px wide`];
}

/** What a person reads or hears on the page, without what is said in another language on purpose. */
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

test('of two people who edit one flow, neither overwrites the other unasked', async () => {
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
  await boris.page.getByText('Пока вы правили, сценарий сохранил кто-то ещё').waitFor();
  await boris.page.getByRole('button', { name: 'Сохранить' }).click();
  await boris.page.getByRole('button', { name: 'Взять его версию' }).click();
  await until('hers are taken', async () => (await name(boris.page).inputValue()) === title);
  await Promise.all([anna.context.close(), boris.context.close()]);
});

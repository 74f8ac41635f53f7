import { expect, test } from 'vitest';
import { openBrowser } from './browsing.ts';
import { enterDemo, openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Journeys of the frame that all pages have: addresses, titles, focus, and a connection that fails. */
const demo = await openDemo();
const { owner } = demo;
const { flows } = await owner<{ flows: { id: string; title: string }[] }>(
  'GET',
  '/flows?kind=visit_reminder&mode=combat',
);
const contacts = await owner<{ items: { id: string }[] }>('GET', '/contacts');
const [[flow], [contact]] = [flows, contacts.items];

test('the first HTML shows an outline, and says so where the app does not come', async () => {
  const { page, close } = await openBrowser(demo);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/flows');
  await page.locator('#shell').getByRole('alert').filter({ hasText: 'Страница не загружается' }).waitFor();
  await page.locator('.shell-entry').waitFor();
  await close();
});

test('a page opened without a connection says so, the one before stays, and it opens when the connection returns', async () => {
  const { page, context, close } = await openCabinet(demo);
  await page.goto('/');
  await settled(page);
  const title = page.locator('h1');
  const before = await title.textContent();
  // NOTE: without it the browser has the page's script from before.
  await page.route('**/assets/ConversionPage-*.js', (route) => route.continue());
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
  await close();
});

test('a screen with a missing chunk is reloaded once, and then shows an error', async () => {
  const { page, close } = await openCabinet(demo);
  await page.route('**/assets/SkipsPage-*.js', (route) => route.abort());
  await page.goto('/insights/skips');
  await page.getByRole('heading', { name: 'Не загрузилась часть страницы' }).waitFor();
  await close();
});

test('a form is sent although the rules for its fields did not come', async () => {
  const { page, close } = await openBrowser(demo);
  await page.goto('/account/forgot-password');
  await settled(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('textbox').fill('anna@example.test');
  await page.getByRole('textbox').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Проверьте почту' }).waitFor();
  await close();
});

test('a failed next page of a list is reported, and loads on retry', async () => {
  const { page, close } = await openCabinet(demo);
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
  await close();
});

test('an address with an id that cannot exist is not found, and the menu stays', async () => {
  const { page, close } = await openCabinet(demo);
  await page.goto('/flows/edit/no-such-id');
  await page.getByRole('heading', { level: 1, name: 'Страница не найдена' }).waitFor();
  await page.getByRole('navigation').first().getByText('Сценарии', { exact: true }).waitFor();
  await close();
});

test('every place of the menu has an icon of its own', async () => {
  const { page, close } = await openCabinet(demo);
  await page.goto('/');
  await page.getByRole('button', { name: 'Свернуть меню' }).click();
  const places = page.getByRole('navigation', { name: 'Основное меню' }).first().getByRole('listitem');
  await places.filter({ hasText: 'Сценарии' }).locator('.tabler-icon-route').waitFor();
  expect(await places.filter({ has: page.locator('.tabler-icon-chevron-right') }).allTextContents()).toEqual([]);
  await close();
});

test('an address below a page that exists is not that page', async () => {
  const { page, close } = await openCabinet(demo);
  for (const path of ['/flows/no-such-page', '/templates/no-such-system', '/insights/conversion/more']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'Страница не найдена' }).waitFor();
    expect(await page.title(), path).toMatch(/^Страница\sне\sнайдена\s– Frontdesk$/);
  }
  await close();
});

test('the tab of a page about one thing bears its name', async () => {
  const { page, close } = await openCabinet(demo);
  for (const [path, title] of [
    [`/flows/edit/${flow?.id}`, `${flow?.title} – Сценарии – Frontdesk`],
    ['/accounts/yclients', 'YCLIENTS – Подключения – Frontdesk'],
    ['/insights/message-logs', 'Журнал сообщений – Frontdesk'],
  ]) {
    await page.goto(path ?? '');
    await page.waitForFunction((expected) => document.title.replaceAll('\u00a0', ' ') === expected, title);
  }
  await page.goto(`/contacts/${contact?.id}`);
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await page.waitForFunction((expected) => document.title === expected, `${name} – Клиенты – Frontdesk`);
  await close();
});

test('on a phone the menu, the flows and the log open and work', async () => {
  const { page, close, failures } = await openBrowser(demo, PHONE);
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
  await close();
});

test('a press right after a field with a mistake in it is not lost to the reason that appears', async () => {
  const { page, close } = await openBrowser(demo, PHONE);
  await page.goto('/account/register');
  await settled(page);
  await page.locator('[name="confirmPassword"], [data-path="confirmPassword"]').fill('something else');
  await page.getByRole('checkbox').tap();
  expect(await page.getByRole('checkbox').isChecked()).toBe(true);
  await page.getByText('Пароли не совпадают').waitFor();
  await close();
});

test('what is closed with Esc gives the focus back to what opened it', async () => {
  const { page, close } = await openCabinet(demo);
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
  await close();
});

test('two members who edit one flow do not overwrite each other without confirmation', async () => {
  const { title } = await owner<{ title: string }>('GET', `/flows/${flow?.id}`);
  const [anna, boris] = await Promise.all([openCabinet(demo), openCabinet(demo)]);
  const name = (page: typeof anna.page) => page.getByLabel('Название', { exact: true });
  for (const { page } of [anna, boris]) {
    await page.goto(`/flows/edit/${flow?.id}`);
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
  await Promise.all([anna.close(), boris.close()]);
});

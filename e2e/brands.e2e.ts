import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, openBrowser } from './browsing.ts';
import { settled } from './cabinet.ts';
import { openDemo } from './demo.ts';

const demo = await openDemo();

/** Each brand as a visitor sees it: the first places of its menu, its first page, and what its header offers. */
const ROWS = [
  {
    host: 'localhost',
    product: 'Frontdesk',
    first: '/',
    places: ['Главная', 'Диалоги', 'Сценарии', 'Рассылки', 'Оплата'],
    quickStart: '/account/quickstart',
    hasLanguages: true,
  },
  {
    host: 'distribution.localhost',
    product: 'Frontdesk Mailings',
    first: '/distributions',
    places: ['Рассылки', 'Диалоги', 'Оплата', 'Клиенты', 'Сегменты'],
    quickStart: null,
    hasLanguages: true,
  },
  {
    host: 'assistant.localhost',
    product: 'Frontdesk Assistant',
    first: '/',
    places: ['Главная', 'Диалоги', 'Рассылки', 'Оплата', 'ИИ-ассистенты'],
    quickStart: '/account/onboarding',
    hasLanguages: true,
  },
  {
    host: 'dashboard.localhost',
    product: 'Frontdesk Dashboard',
    first: '/',
    places: ['Обзор', 'Диалоги', 'Конверсия', 'Отзывы'],
    quickStart: '/account/dashboardQuickStart',
    hasLanguages: false,
  },
  {
    host: 'medflex.localhost',
    product: 'Frontdesk MedFlex',
    first: '/',
    places: ['Главная', 'Оплата', 'ИИ-ассистенты'],
    quickStart: '/account/medflex-onboarding',
    hasLanguages: false,
  },
  {
    host: 'quality.localhost',
    product: 'Frontdesk Quality',
    first: '/',
    places: ['Главная', 'Диалоги', 'Чаты', 'Звонки'],
    quickStart: null,
    hasLanguages: true,
  },
  {
    host: 'region.localhost',
    product: 'Frontdesk',
    first: '/',
    places: ['Главная', 'Диалоги', 'Сценарии', 'Рассылки', 'Оплата'],
    quickStart: '/account/quickstart',
    hasLanguages: true,
  },
];

let browsing: Browsing;
beforeAll(async () => {
  browsing = await openBrowser(demo);
});
afterAll(() => browsing.close());

test.each(ROWS)('$host is a product of its own', async ({ host, product, first, places, quickStart, hasLanguages }) => {
  const { page } = browsing;
  const origin = demo.product.url.replace('//localhost', `//${host}`);
  await page.goto(`${origin}/demo`);
  await page.waitForURL((url) => url.pathname !== '/demo');
  await page.goto(`${origin}/`);
  await page.waitForURL((url) => url.pathname === first);
  await settled(page);
  expect(await page.title()).toMatch(new RegExp(`– ${product}$`));
  const menu = page.getByRole('navigation', { name: 'Основное меню' });
  // A link may have a count below its name.
  const shown = (await menu.getByRole('link').allInnerTexts()).map((name) => name.trim().split('\n')[0]);
  // The first link is the product's name, which leads home.
  expect(shown.slice(1, places.length + 1)).toEqual(places);
  const header = page.locator('header').first();
  expect(await header.getByRole('link', { name: 'Быстрый старт' }).count()).toBe(quickStart ? 1 : 0);
  expect(await header.getByRole('button', { name: 'Язык' }).count()).toBe(hasLanguages ? 1 : 0);
  const icon = await page.locator('link[rel="icon"]').getAttribute('href');
  const type = await page.evaluate(async (path) => (await fetch(path)).headers.get('content-type'), icon ?? '');
  expect(type).toContain('image/svg+xml');
  await page.goto(`${origin}/account/quickstart`);
  await settled(page);
  const isFound = quickStart !== null || first === '/distributions';
  if (isFound) expect(new URL(page.url()).pathname).toBe(quickStart ?? first);
  await page.goto(`${origin}/no-such-page`);
  await page.getByRole('heading', { name: 'Страница не найдена' }).waitFor();
  await page.getByRole('link', { name: 'На главную' }).click();
  await page.waitForURL((url) => url.pathname === first);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from './browsing.ts';

import { openDemo } from './demo.ts';
import { until } from './world.ts';

const demo = await openDemo();
const { world } = demo;

type AppStore = { branches: { companyId: number; status: string | null }[] };
const statusOf = async (vendor: 'yclients' | 'altegio', companyId: number) => {
  const { branches } = await world.ask<AppStore>('GET', `/${vendor}/marketplace`);
  return branches.find((branch) => branch.companyId === companyId)?.status;
};
/** The owner presses Connect in the app store. @returns where her browser goes, below the product's address */
const consent = async (vendor: 'yclients' | 'altegio', companyIds: number[], sign = 'good') => {
  const order = { companyIds, sign };
  const { url } = await world.ask<{ url: string }>('POST', `/${vendor}/marketplace/connect`, order);
  const { pathname, search } = new URL(url);
  return pathname + search;
};
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Подключение из маркетплейса' }).getByRole('listitem');

test('an owner installs the application from the marketplace, registers in one step, and both branches are connected', async () => {
  const { page, close, failures } = await openBrowser(demo);
  await page.goto(await consent('altegio', [80_010, 80_011]));

  await page.getByRole('heading', { name: 'Создайте кабинет для Altegio' }).waitFor();
  expect(await page.getByLabel('Ваше имя').inputValue()).toBe('Ana Dvali');
  expect(await page.getByLabel('E-mail').inputValue()).toBe('aurora@example.test');
  expect(await page.getByLabel('Телефон').inputValue()).toMatch(/^\+7/);
  await page.getByLabel('Пароль', { exact: true }).fill('aurora-salon');
  await page.getByLabel('Повторите пароль').fill('aurora-salon');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Создать кабинет и подключить' }).click();

  await page.getByRole('heading', { name: 'Altegio подключён', exact: true }).waitFor();
  expect(await rowsOf(page).allInnerTexts()).toEqual([
    expect.stringMatching(/Aurora Beauty, Tbilisi\s+Подключён/i),
    expect.stringMatching(/Aurora Beauty, Larnaca\s+Подключён/i),
  ]);
  expect([await statusOf('altegio', 80_010), await statusOf('altegio', 80_011)]).toEqual(['active', 'active']);
  await page.reload();
  await page.getByRole('heading', { name: 'Altegio подключён', exact: true }).waitFor();

  await page.goto('/accounts/altegio');
  await page.getByText('2 филиала подключены, записи приходят').waitFor();
  await world.ask('POST', '/altegio/marketplace/disconnect', { companyId: 80_011 });
  await page.getByText('1 филиал подключён, записи приходят').waitFor();
  expect(failures).toEqual([]);
  await close();
});

test('an owner with a cabinet signs in and confirms the install; another cabinet’s branch is refused with a reason', async () => {
  const { page, close, failures } = await openBrowser(demo);
  await page.goto('/account/register');
  await page.getByLabel('E-mail').fill('lavanda-two@example.test');
  await page.getByLabel('Телефон').fill('+7 916 555-00-77');
  await page.getByLabel('Пароль', { exact: true }).fill('lavanda-two');
  await page.getByLabel('Повторите пароль').fill('lavanda-two');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Создать кабинет' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/account/register'));

  // 4570 is free; 4564 is the demo cabinet's.
  await page.goto(await consent('yclients', [4570]));
  await page.getByRole('heading', { name: 'Подключить YCLIENTS к этому кабинету?' }).waitFor();
  await page.getByRole('button', { name: 'Подключить 1 филиал' }).click();
  await page.getByRole('heading', { name: 'YCLIENTS подключён', exact: true }).waitFor();

  await page.goto('/accounts/connect/ycompany?salon_id=4564');
  await page.getByRole('button', { name: 'Подключить 1 филиал' }).click();
  await page.getByText('Филиал уже в другом кабинете').waitFor();
  await page.getByRole('heading', { name: 'YCLIENTS не подключён' }).waitFor();
  expect(await statusOf('yclients', 4564)).toBeNull();
  expect(failures).toEqual([]);
  await close();
});

test('an address that the vendor did not sign sends back to the marketplace', async () => {
  const { page, close } = await openBrowser(demo);
  for (const sign of ['wrong', 'none']) {
    await page.goto(await consent('yclients', [4570], sign));
    await page.getByText('Вернитесь в маркетплейс и нажмите «Подключить» ещё раз').waitFor();
    expect(await page.getByRole('button', { name: /Создать|Подключить/ }).count()).toBe(0);
  }
  await close();
});

test('an install with a consent older than an hour is refused, with a request to press Connect again', async () => {
  const { page, close } = await openBrowser(demo);
  await world.ask('POST', '/yclients/marketplace/disconnect', { companyId: 4570 });
  const address = await consent('yclients', [4570]);
  await world.turn({ hours: 1, minutes: 1 });
  await page.goto(address);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByLabel('E-mail').fill('lavanda-two@example.test');
  await page.getByLabel('Пароль', { exact: true }).fill('lavanda-two');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.getByRole('button', { name: 'Подключить 1 филиал' }).click();
  await page.getByText('YCLIENTS не видит вашего согласия').waitFor();
  await until('the vendor knows of none', async () => (await statusOf('yclients', 4570)) === 'uninstalled');
  await close();
});

import { expect, test } from 'vitest';
import { openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const demo = await openDemo();
const { owner } = demo;

/** Contacts of the demo's salon; they come with its visits. */
const CLIENTS = 16;

const theirPastIsRead = () =>
  until('the salon’s past is read', async () => {
    const { items } = await owner<{ items: unknown[] }>('GET', '/contacts?limit=50');
    return items.length >= CLIENTS;
  });

test('an owner plays a flow on the last 30 days, reads what came of it, and opens a reason and its people', async () => {
  await theirPastIsRead();
  const { page, close, failures } = await openCabinet(demo);
  await page.goto('/flows');
  await settled(page);
  const row = page.getByRole('row', { name: /Подтверждение записи/ });
  await row.getByRole('button', { name: 'Действия' }).click();
  await page.getByRole('menuitem', { name: 'Проверить на прошлых визитах' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '30 дней' }).click();
  await page.getByRole('button', { name: 'Проверить', exact: true }).click();

  await page.getByRole('heading', { name: 'Проверка: Подтверждение записи' }).waitFor();
  await page.getByText(/\d+\sсообщени\S+\s\d+\sклиент\S+,\sв\sсреднем\s\S+\sв\sдень/).waitFor();
  await page.getByText(/баланса\sспишется\s\d+/).waitFor();
  await page.getByRole('region', { name: 'По дням' }).locator('.recharts-bar-rectangle:visible').first().waitFor();
  await page
    .getByRole('list', { name: 'Сообщения' })
    .or(page.getByRole('table', { name: 'Сообщения' }))
    .waitFor();

  const reason = page.getByRole('button', { name: 'Нет доступного канала' });
  const people = page.getByRole('dialog', { name: 'Клиенты без сообщений' });
  await reason.press('Enter');
  await people.waitFor();
  await page.keyboard.press('Escape');
  await until('the reason has the focus back', () => reason.evaluate((button) => button === document.activeElement));
  await reason.press('Enter');
  await people.getByRole('link', { name: 'Вера Павловна' }).first().waitFor();
  expect(new URL(page.url()).searchParams.get('rule')).toBe('no_channel');
  await people.getByRole('link', { name: 'Вера Павловна' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Вера Павловна' }).waitFor();

  await page.goBack();
  await page.getByRole('dialog', { name: 'Клиенты без сообщений' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Уведомления/ }).click();
  await page
    .getByText(/Проверка\s«Подтверждение\sзаписи»\sготова:\sотправили\sбы\s\d+\sсообщени/)
    .first()
    .waitFor();
  expect(failures).toEqual([]);
  await close();
});

test('settings that are not saved are played from the editor, and the way back leads to them', async () => {
  const { flows } = await owner<{ flows: { id: string; title: string }[] }>('GET', '/flows?kind=visit_created');
  const { page, close, failures } = await openCabinet(demo);
  await page.goto(`/flows/edit/${flows[0]?.id}`);
  await settled(page);
  await page.getByLabel('Название').fill('Подтверждение с правкой');
  await page.getByRole('button', { name: 'Проверить на прошлых визитах' }).click();
  await page.getByText('участвуют несохранённые изменения').waitFor();
  await page.getByRole('button', { name: 'Проверить', exact: true }).click();
  await page.getByRole('heading', { name: 'Проверка: Подтверждение с правкой' }).waitFor();
  await page.getByRole('link', { name: 'Вернуться к изменениям' }).click();
  await page.waitForURL((url) => url.pathname === `/flows/edit/${flows[0]?.id}`);
  const kept = await owner<{ title: string }>('GET', `/flows/${flows[0]?.id}`);
  expect(kept.title).toBe('Подтверждение записи');
  expect(failures).toEqual([]);
  await close();
});

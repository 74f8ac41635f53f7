import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const ZONE = 'Europe/Moscow';
const PHONES = ['79167000001', '79167000002', '79167000003'];
const PER_DAY = 2;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const demo = await openDemo();
const { world } = demo;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Imports pasted numbers; their list is named after the time. */
async function pasteNumbers(page: Page, phones: readonly string[]): Promise<void> {
  await page.goto('/contacts/import');
  await button(page, 'Вставить номера').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Номера').fill(phones.join('\n'));
  await dialog.getByRole('button', { name: 'Дальше' }).click();
  await page.getByLabel('Откуда согласие на сообщения').fill('Анкета в студии');
  await button(page, /^Импортировать/).click();
  await page.getByText('Готово', { exact: true }).first().waitFor();
}

/** Deletes a mailing, finds it among the deleted ones after a reload, and restores it. */
async function deleteAndRestore(page: Page, title: string): Promise<void> {
  const card = page.getByRole('listitem').filter({ hasText: title }).first();
  await card.getByRole('button', { name: /^Действия/ }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await page
    .getByText(`Удалена: ${title}`)
    .or(page.getByText(`Рассылка удалена: ${title}`))
    .first()
    .waitFor();
  await page.goto('/distributions?isDeleted=true');
  await card.getByRole('button', { name: /^Действия/ }).click();
  await page.getByRole('menuitem', { name: 'Восстановить' }).click();
  await page.goto('/distributions');
  await card.waitFor();
}

const written = async () => {
  const inboxes = await Promise.all(PHONES.map((phone) => world.messagesTo(phone)));
  return inboxes.filter((messages) => messages.length > 0).length;
};

test('a mailing to pasted numbers is checked, started, paused and continued, and each phone gets it once', async () => {
  await world.turnToMorning(ZONE);
  const { page, close, failures } = await openCabinet(demo, { viewport: DESK });
  await pasteNumbers(page, PHONES);

  await page.goto('/distributions');
  await button(page, 'Новая рассылка').first().click();
  await page.getByLabel('Название').fill('Свободные окна');
  await page.getByRole('radio', { name: 'По списку' }).check();
  await button(page, 'Дальше: Что').click();
  await page.getByText('Заполните это поле').waitFor();
  await page.getByRole('combobox', { name: 'Список' }).click();
  await page.getByRole('option').filter({ visible: true }).first().click();
  await button(page, 'Дальше: Что').click();

  const template = page.getByLabel(/^Шаблон WhatsApp/).first();
  await template.selectOption('lost_client');
  for (const place of await page.getByLabel(/^Вместо \{\{/).all())
    if ((await place.inputValue()) === '') await place.fill('в марте');
  await button(page, 'Дальше: Когда').click();
  await page.getByRole('switch', { name: 'Ограничить число сообщений в день' }).check();
  await page.getByLabel('Сообщений в день', { exact: true }).fill(String(PER_DAY));
  await button(page, 'Дальше: Проверка').click();

  await button(page, 'Показать по часам').click();
  await page.getByText('Получат: 3 из 3').waitFor();
  await button(page, 'Запустить для 3 клиентов').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Запустить для 3 клиентов' }).dblclick();
  const run = page.getByRole('region', { name: 'Ход рассылки' });
  await run.waitFor();
  await until('the first day’s messages have arrived', async () => (await written()) === PER_DAY);

  await page.setViewportSize(PHONE);
  await run.getByRole('button', { name: 'Поставить на паузу' }).click();
  await run.getByText('На паузе').waitFor();
  await world.turn({ hours: 24 });
  expect(await written()).toBe(PER_DAY);
  await run.getByRole('button', { name: 'Продолжить' }).click();
  await until('everybody has it', async () => {
    await world.turn({ hours: 2 });
    return (await written()) === PHONES.length;
  });
  await page.getByText('Завершён').or(run.getByText('Закончилась')).first().waitFor();
  const counts = await Promise.all(PHONES.map(async (phone) => (await world.messagesTo(phone)).length));
  expect(counts).toEqual([1, 1, 1]);

  // NOTE: a mailing that has ended is shown, with nothing to save.
  await page.reload();
  await page.getByText('Только подписанные клиенты').or(page.getByText('Не вмешиваться в диалог')).first().waitFor();
  expect(await button(page, 'Сохранить').count()).toBe(0);
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByRole('dialog').getByText('Версия 1', { exact: false }).first().waitFor();
  await page.keyboard.press('Escape');

  await page.goto('/distributions');
  await settled(page);
  await page.getByRole('listitem').filter({ hasText: 'Свободные окна' }).first().waitFor();

  await deleteAndRestore(page, 'Свободные окна');
  expect(failures).toEqual([]);
  await close();
});

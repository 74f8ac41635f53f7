import { expect, test } from 'vitest';
import { openCabinet } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const ZONE = 'Europe/Moscow';
const PHONE = { viewport: { width: 390, height: 844 } };
const MISSED = -1;

const demo = await openDemo();
const { world } = demo;

test('the owner tries the bot on a phone, has it keep cancelled visits, and a client gets its reply', async () => {
  await world.turnToMorning(ZONE);
  const cabinet = await openCabinet(demo, PHONE);
  const { page } = cabinet;
  await page.goto('/chatbots');
  await page.getByRole('link', { name: 'Подтверждение и отмена записи' }).click();
  await page.getByRole('radio', { name: /^Оставить в журнале/ }).check();
  await page.getByRole('switch', { name: /^Свой ответ на отмену/ }).click({ force: true });
  const text = page.getByRole('textbox', { name: 'Ответ, когда клиент отменил' });
  await text.focus();
  await page.locator('.ProseMirror[contenteditable=true]').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Жаль, что не получилось.');

  await page.getByRole('tab', { name: 'Проба' }).click();
  await page.getByRole('textbox', { name: 'Сообщение клиента' }).fill('не смогу');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await page.getByText('Запись осталась в журнале со статусом «не пришёл».').waitFor();
  await page
    .getByRole('log')
    .getByText(/^Жаль, что не получилось/)
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole('tab').first().click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Бот сохранён').waitFor();

  const phone = '79161117788';
  const at = (await world.now()).add({ hours: 30 });
  const visit = await world.book({ client: { name: 'Мария', phone }, at: String(at) });
  await until('the booking is confirmed on her phone', async () => (await world.messagesTo(phone))[0]);
  await world.says(phone, { text: 'не смогу' });
  await until('the visit is marked as missed', async () => (await world.record(visit.id))?.attendance === MISSED);
  expect((await world.record(visit.id))?.deleted).toBe(false);
  await until('she has the owner’s reply', async () =>
    (await world.messagesTo(phone)).some((message) => message.text?.startsWith('Жаль, что не получилось')),
  );
  expect(cabinet.failures).toEqual([]);
  await cabinet.close();
});

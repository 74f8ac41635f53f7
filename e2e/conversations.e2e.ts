import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const ZONE = 'Europe/Moscow';
const PHONE = '79161113355';
/** A red dot, as PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
  'base64',
);

const demo = await openDemo();
const { world, owner } = demo;

type Row = { id: string; contactName: string; state: string };
const listed = async (list: string) => (await owner<{ items: Row[] }>('GET', `/conversations?list=${list}`)).items;
const written = async () => (await world.messagesTo(PHONE)).map(({ text }) => text ?? '');
const thread = (page: Page) => page.getByRole('log', { name: 'Сообщения' });
const composer = (page: Page) => page.getByLabel('Ответить клиенту', { exact: true });

/** A contact who knows the business: they wrote to its WhatsApp before. */
async function aClientWrites(text: string): Promise<void> {
  await world.says(PHONE, { text });
}

test('a client writes, is answered by text, picture and quick reply, is closed, and comes back', async () => {
  await world.turnToMorning(ZONE);
  await world.book({ client: { name: 'Стефания', phone: PHONE }, at: String((await world.now()).add({ hours: 50 })) });
  await until('she is a client', async () => {
    const { items } = await owner<{ items: { name: string }[] }>('GET', `/contacts?search=${PHONE}`);
    return items[0];
  });
  const { page, close, failures } = await openCabinet(demo);
  await page.goto('/conversations');
  await settled(page);

  await aClientWrites('Здравствуйте, а парковка у вас есть?');
  const row = page.getByRole('list', { name: 'Диалоги' }).getByRole('link', { name: /Стефания/ });
  await row.click();
  await thread(page).getByText('Здравствуйте, а парковка у вас есть?').waitFor();
  await page.getByRole('complementary', { name: 'Клиент' }).getByText('Стефания').waitFor();

  await composer(page).fill('Да, во дворе');
  await composer(page).press('Enter');
  await thread(page).getByText('Да, во дворе').waitFor();
  await until('the answer is on her phone', async () => (await written()).includes('Да, во дворе'));
  await thread(page)
    .getByRole('img', { name: /Прочитано|Доставлено/ })
    .last()
    .waitFor();

  await composer(page).fill('Вот схема');
  await page.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: PICTURE });
  await page.getByText('plan.png').waitFor();
  await page.getByRole('button', { name: 'Отправить', exact: true }).click();
  await until('the picture is on her phone', async () => (await written()).includes('Вот схема'));

  await owner('POST', '/conversations/quick-replies', { title: 'Адрес', text: '{clientName}, мы на Покровке, 14' });
  await composer(page).fill('/адр');
  await page.getByRole('option', { name: /Адрес/ }).waitFor();
  await composer(page).press('Enter');
  expect(await composer(page).inputValue()).toBe('Стефания, мы на Покровке, 14');
  await composer(page).press('Enter');
  await until('the quick reply is on her phone', async () =>
    (await written()).includes('Стефания, мы на Покровке, 14'),
  );

  const before = (await written()).length;
  await aClientWrites('Отменить');
  await thread(page).getByText('Отменить', { exact: true }).waitFor();
  await thread(page)
    .getByText('Боты здесь молчат')
    .or(page.getByText(/Боты здесь молчат/))
    .first()
    .waitFor();
  expect(await written()).toHaveLength(before);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await until('it is closed', async () =>
    (await listed('closed')).some(({ contactName }) => contactName === 'Стефания'),
  );
  await row.waitFor({ state: 'detached' });
  await aClientWrites('И ещё вопрос');
  await row.waitFor();
  await until('it is open again', async () =>
    (await listed('all')).some(({ contactName }) => contactName === 'Стефания'),
  );
  expect(failures).toEqual([]);
  await close();
});

test('on a phone the list, the thread and the card are one screen each, and Back goes through them', async () => {
  const { page, close, failures } = await openCabinet(demo, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/conversations?list=all');
  await settled(page);
  const list = page.getByRole('list', { name: 'Диалоги' });
  await list.getByRole('link', { name: /Стефания/ }).click();
  await composer(page).fill('Пишу с телефона');
  await page.getByRole('button', { name: 'Отправить', exact: true }).click();
  await thread(page).getByText('Пишу с телефона').waitFor();
  await until('it is on her phone', async () => (await written()).includes('Пишу с телефона'));

  await page.getByRole('button', { name: 'О клиенте' }).click();
  await page.getByRole('complementary', { name: 'Клиент' }).waitFor();
  await page.goBack();
  await page.getByRole('complementary', { name: 'Клиент' }).waitFor({ state: 'detached' });
  await page.goBack();
  await thread(page).waitFor({ state: 'detached' });
  await list.getByRole('link', { name: /Стефания/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(failures).toEqual([]);
  await close();
});

import { expect, test } from 'vitest';
import { openCabinet } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const ZONE = 'Europe/Moscow';

const demo = await openDemo();
const { world } = demo;

test('an owner makes an assistant, tries and publishes it; a client books by chat, and an angry one gets a person', async () => {
  await world.turnToMorning(ZONE);
  const cabinet = await openCabinet(demo);
  const { page } = cabinet;
  await page.goto('/flowCopilotBots');
  await page.getByRole('button', { name: 'Новый ассистент' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Имя').fill('Ника');
  await dialog.getByText('Салон красоты').click();
  await dialog.getByRole('button', { name: 'Создать ассистента' }).click();

  const field = page.getByRole('textbox', { name: 'Сообщение клиента' });
  await field.fill('Сколько стоит женская стрижка?');
  await field.press('Enter');
  await page
    .getByText(/2\s400/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Почему такой ответ' }).click();
  await page.getByText('Женская стрижка').first().waitFor();
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByText(/Клиентам отвечает версия 1/).waitFor();

  const phone = '79161119911';
  const texts = async () => (await world.messagesTo(phone)).map(({ text }) => (text ?? '').toLowerCase());
  const write = (text: string) => world.ask('POST', '/d360/inbound', { from: phone, name: 'Мария', text });
  const answered = async (text: string, part: string) => {
    const { length } = await texts();
    await write(text);
    await until(`the answer to "${text}"`, async () => (await texts()).slice(length).some((one) => one.includes(part)));
  };
  const talk = [
    ['Здравствуйте! Запишите меня на мужскую стрижку завтра', 'какая услуга нужна'],
    ['Первая', 'свободно'],
    ['В 15:00', '15:00'],
    ['Да', 'вы записаны'],
  ] as const;
  for (const [text, part] of talk) await answered(text, part);
  await answered('Ужасно подстригли, верните деньги! Позовите человека', 'передаю разговор сотруднику');
  await write('Вы тут, почему молчите так долго');
  await page.goto('/conversations');
  await page.getByText('Вы тут, почему молчите').first().click();
  await page.getByText(/^Ассистент передал переписку человеку/).waitFor();
  expect((await texts()).filter((text) => text.includes('передаю разговор'))).toHaveLength(1);
  expect(cabinet.failures).toEqual([]);
  await cabinet.close();
});

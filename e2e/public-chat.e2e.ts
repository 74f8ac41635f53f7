import { expect, test } from 'vitest';
import { openBrowser } from './browsing.ts';
import { demoOwner, openCabinet } from './cabinet.ts';
import { openDemo } from './demo.ts';

const ZONE = 'Europe/Moscow';
const PHONE = { width: 390, height: 844 };

const demo = await openDemo();

type Assistant = { id: string; version: number };

async function openChat(): Promise<string> {
  const owner = demoOwner(demo.product);
  const { id, version } = await owner<Assistant>('POST', '/assistants', {
    title: 'Лада',
    trade: 'salon',
    language: 'ru',
  });
  await owner('POST', `/assistants/${id}/publish`, { baseVersion: version });
  const settings = { isOn: true, greeting: '', questions: ['Сколько стоит стрижка?'], sites: [], dailyMessages: 100 };
  const { pageUrl } = await owner<{ pageUrl: string }>('PUT', `/assistants/${id}/public-chat`, settings);
  return new URL(pageUrl).pathname;
}

test('a visitor chats with an assistant on a phone; a person takes over from conversations, and a reload keeps the talk', async () => {
  await demo.world.turnToMorning(ZONE);
  const path = await openChat();
  const visitor = await openBrowser(demo, { viewport: PHONE });
  const { page } = visitor;
  await page.goto(path);
  await page.getByText('Лада — ИИ-ассистент и может ошибаться').waitFor();
  await page.getByRole('button', { name: 'Сколько стоит стрижка?' }).click();
  await page
    .locator('.theirs')
    .filter({ hasText: /2\s400/ })
    .waitFor();

  const field = page.getByRole('textbox', { name: 'Ваше сообщение' });
  await field.fill('Позовите человека, <b>срочно</b>');
  await field.press('Enter');
  await page.getByText('Вам ответит сотрудник').waitFor();

  const cabinet = await openCabinet(demo);
  await cabinet.page.goto('/conversations');
  await cabinet.page
    .getByText(/Посетитель \d{4}/)
    .first()
    .click();
  await cabinet.page.getByText('Позовите человека, <b>срочно</b>').first().waitFor();
  const answer = cabinet.page.getByPlaceholder(/Ответить клиенту/);
  await answer.fill('Это Мария, я с вами');
  await answer.press('Enter');

  await page.getByText('Это Мария, я с вами').waitFor();
  await page.reload();
  await page.getByText('Это Мария, я с вами').waitFor();
  expect(await page.locator('.mine').count()).toBe(2);
  expect([...visitor.failures, ...cabinet.failures]).toEqual([]);
  await cabinet.close();
  await visitor.close();
});

import { expect, test } from 'vitest';
import { enterDemo, type LogLine, openBrowser } from './cabinet.ts';
import { startDemo } from './demo.ts';
import { until } from './world.ts';

const PLANNED_REMINDERS = 3;
const NUMBER = '79990000001';

const { product, browser, world, owner } = await startDemo();
await world.turnToMorning('Europe/Moscow');

test('a customer who writes «стоп» is on the list at once and her planned messages are cancelled', async () => {
  const phone = '79161113311';
  await book(phone, 'Алла');
  const { page, context, failures } = await openBrowser(browser, product);
  await enterDemo(page);
  await page.goto('/phones/ignore');
  await page.getByRole('heading', { name: 'Не писать', level: 1 }).waitFor();

  await world.says(phone, { number: NUMBER, text: 'Стоп' });
  await page.getByText('Алла').first().waitFor();
  await page.getByText('Написал «стоп»').first().waitFor();
  await remindersAreCancelled(phone);
  expect(failures).toEqual([]);
  await context.close();
});

test('the link in a message stops messages, and allows them again', async () => {
  const phone = '79161113322';
  await sayTheLinkInConfirmations();
  await world.says(phone, { number: NUMBER, text: 'Добрый день' });
  await book(phone, 'Зоя');
  const link = await until('the link is on her phone', async () => {
    const messages = await world.messagesTo(phone);
    return messages.map(({ text }) => /https?:\S+\/il\/\S+/.exec(text ?? '')?.[0]).find(Boolean);
  });

  const { page, context, failures } = await openBrowser(browser, product, { viewport: { width: 390, height: 844 } });
  await page.goto(link);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Не писать мне' }).click();
  await page.getByText('Нет связи').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Попробовать ещё раз' }).click();
  await page.getByText('Вам больше не пишут.').waitFor();
  const mine = async () => {
    const { items } = await owner<{ items: { source: string }[] }>('GET', `/phones/ignore?search=${phone}`);
    return items.map(({ source }) => source);
  };
  expect(await mine()).toEqual(['link']);
  await remindersAreCancelled(phone);

  await page.getByRole('button', { name: 'Снова получать сообщения' }).click();
  await page.getByRole('button', { name: 'Не писать мне' }).waitFor();
  expect(await mine()).toEqual([]);
  expect(failures.filter((failure) => !failure.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await context.close();
});

async function book(phone: string, name: string): Promise<void> {
  const at = (await world.now()).add({ hours: 52 });
  await world.book({ client: { name, phone }, at: String(at) });
  await until('her reminders are planned', async () => (await linesOf(phone, 'waiting')).length === PLANNED_REMINDERS);
}

async function remindersAreCancelled(phone: string): Promise<void> {
  await until('her reminders are cancelled', async () => {
    const lines = await linesOf(phone, 'cancelled');
    return lines.filter(({ rule }) => rule === 'opted_out').length === PLANNED_REMINDERS;
  });
}

async function linesOf(phone: string, status: string): Promise<LogLine[]> {
  const search = new URLSearchParams({ search: phone, status });
  return (await owner<{ items: LogLine[] }>('GET', `/insights/message-logs?${search}`)).items;
}

type Settings = { content: { texts: object } };
type Flow = { id: string; kind: string; title: string; version: number; settings: Settings };

async function sayTheLinkInConfirmations(): Promise<void> {
  const { flows } = await owner<{ flows: Flow[] }>('GET', '/flows?kind=visit_created');
  for (const { id, title, version, settings } of flows) {
    const texts = { default: 'Вы записаны. Не писать: {ignoreLink}' };
    const said = { ...settings, content: { ...settings.content, texts } };
    await owner('PUT', `/flows/${id}`, { title, settings: said, testPhones: '', baseVersion: version });
  }
}

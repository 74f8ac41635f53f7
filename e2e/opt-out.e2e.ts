import { createServer, type Server } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from './browsing.ts';
import { type LogLine, openCabinet } from './cabinet.ts';
import { startDemo } from './demo.ts';
import { until } from './world.ts';

const PLANNED_REMINDERS = 2;
const NUMBER = '79990000001';

const chat = await serveChat();
const errors = await serveErrors();
const demo = await startDemo({
  CHAT_WIDGET_SCRIPT_URL: `${chat.url}/chat.js`,
  CHAT_WIDGET_TOKEN: 'site-1',
  CLIENT_ERRORS_DSN: errors.dsn,
});
const { world, owner } = demo;
await world.turnToMorning('Europe/Moscow');

test('a contact who writes «стоп» is on the ignore list at once, and planned messages are cancelled', async () => {
  const phone = '79161113311';
  await book(phone, 'Алла');
  const { page, close, failures } = await openCabinet(demo);
  await page.goto('/phones/ignore');
  await page.getByRole('heading', { name: 'Не писать', level: 1 }).waitFor();

  await world.says(phone, { number: NUMBER, text: 'Стоп' });
  await page.getByText('Алла').first().waitFor();
  await page.getByText('Сообщение «стоп»').filter({ visible: true }).first().waitFor();
  await remindersAreCancelled(phone);
  expect(failures).toEqual([]);
  await close();
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

  const { page, close, failures } = await openBrowser(demo, {
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Не писать мне' }).click();
  await page.getByText('Вы больше не будете получать сообщения.').waitFor();
  const mine = async () => {
    const { items } = await owner<{ items: { source: string }[] }>('GET', `/phones/ignore?search=${phone}`);
    return items.map(({ source }) => source);
  };
  expect(await mine()).toEqual(['link']);
  await remindersAreCancelled(phone);

  await page.getByRole('button', { name: 'Снова получать сообщения' }).click();
  await page.getByRole('button', { name: 'Не писать мне' }).waitFor();
  expect(await mine()).toEqual([]);
  expect(failures).toEqual([]);
  await close();
});

test('the support chat of the deployment loads for a member, knows who it is, and may draw itself', async () => {
  const { page, close, failures } = await openCabinet(demo);
  await page.goto('/');
  const box = page.locator('#vendor-chat');
  await box.getByText('site-1, owner@demo.example').waitFor();
  expect(await box.evaluate((element) => getComputedStyle(element).right)).toBe('100px');
  expect(await page.locator('#vendor-chat').count()).toBe(1);
  expect(failures).toEqual([]);
  await close();
});

test('an unexpected error of a page is reported once, without what it is about; type errors are not', async () => {
  const { page, close } = await openCabinet(demo);
  await page.goto('/phones/ignore?search=79161113311');
  await page.getByRole('heading', { name: 'Не писать', level: 1 }).waitFor();
  const fail = (kind: 'Error' | 'TypeError', words: string) =>
    page.evaluate(
      ([name, text]) =>
        void setTimeout(() => {
          throw name === 'Error' ? new Error(text) : new TypeError(text);
        }),
      [kind, words] as const,
    );
  await until('the error is reported', async () => {
    await fail('TypeError', 'A type error');
    await fail('Error', 'Unknown row of +79161113311');
    return errors.received.length > 0;
  });
  await fail('Error', 'Another');
  await until('the other error is reported', async () => errors.received.length > 1);
  expect(errors.received.map(({ url }) => url)).toEqual(
    Array(2).fill('/api/42/envelope/?sentry_version=7&sentry_key=key'),
  );
  const events = errors.received.map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''));
  expect(events).toMatchObject([
    { transaction: '/phones/ignore', exception: { values: [{ type: 'Error', value: 'Unknown row of …' }] } },
    { exception: { values: [{ value: 'Another' }] } },
  ]);
  expect(errors.received.map(({ body }) => body).join()).not.toContain('7916');
  await close();
});

/** A service that takes reports of errors. */
async function serveErrors(): Promise<{ dsn: string; received: { url: string; body: string }[] }> {
  const received: { url: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ url: request.url ?? '', body });
      response.end('{}');
    });
  });
  return { dsn: `http://key@127.0.0.1:${await portOf(server)}/42`, received };
}

/** A vendor's chat, which writes markup and a style sheet as such scripts do. */
async function serveChat(): Promise<{ url: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/javascript').end(`
      const { token, user, position } = window.supportChatSettings;
      const style = document.createElement('style');
      style.textContent = '#vendor-chat { position: fixed; right: ' + position.desktop.right + '; bottom: 80px }';
      document.head.append(style);
      document.body.insertAdjacentHTML('beforeend', '<aside id="vendor-chat"><b>' + token + ', ' + user.email + '</b></aside>');`);
  });
  return { url: `http://127.0.0.1:${await portOf(server)}` };
}

/** Starts a server that ends after the file's tests. */
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

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

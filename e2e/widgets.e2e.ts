import { createServer } from 'node:http';
import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openBrowser } from './browsing.ts';
import { type LogLine, openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { makeTableButton, makeVisitButton } from './places.ts';
import { until } from './world.ts';

const ZONE = 'Europe/Moscow';
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  // NOTE: a browser that calls itself headless counts as a program, and its clicks as previews.
  userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/143.0.0.0 Mobile Safari/537.36',
};
const ARRIVED = 1;
/** Time limit of the walk over two visits, which turns the clock by days. */
const WALK_MS = 600_000;
const [UNHAPPY, HAPPY] = [
  { name: 'Вера Отзывова', phone: '79167000031' },
  { name: 'Нина Довольная', phone: '79167000032' },
];

const demo = await openDemo();
const { product, world, owner } = demo;

/** Books a visit that has just ended, and waits for the link to the page of reviews in the client's chat. */
async function linkAfterVisit(client: { name: string; phone: string }): Promise<string> {
  const now = (await world.now()).toZonedDateTimeISO(ZONE);
  const at = now.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 2 });
  const visit = await world.book({ client, at: at.toInstant().toString() });
  // NOTE: within 24 hours after the client wrote, the message is the flow's own text with its link.
  await until('the booking is confirmed by a message', async () => (await world.messagesTo(client.phone)).length > 0);
  await world.turn({ hours: Math.ceil(now.until(at, { largestUnit: 'hours' }).hours) + 1 });
  await world.says(client.phone, { text: 'Спасибо!' });
  await world.ask('PUT', `/yclients/records/${visit.id}`, { attendance: ARRIVED });
  return until('the request for a review has its link', async () => {
    await world.turn({ minutes: 30 });
    const texts = (await world.messagesTo(client.phone)).map(({ text }) => text ?? '');
    return texts.map((text) => /https?:\/\/\S+\/(?:review|to)\/[\w-]+\/?/.exec(text)?.[0]).find(Boolean);
  });
}

type Flow = { id: string; title: string; version: number; settings: { content: object } };

/** From now on the requests for reviews carry a link of each client's own. */
async function shortenRequests(): Promise<void> {
  const { flows } = await owner<{ flows: Flow[] }>('GET', '/flows?kind=review_request');
  for (const { id, title, version, settings } of flows) {
    const shortened = { ...settings, content: { ...settings.content, shortensLinks: true } };
    await owner('PUT', `/flows/${id}`, { title, settings: shortened, testPhones: '', baseVersion: version });
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test(
  'two clients rate their visits; the owner answers the unhappy one, who gets it; the map is counted',
  async () => {
    await world.turnToMorning(ZONE);
    const desk = await openCabinet(demo, DESK);
    await desk.page.goto('/widgets/review');
    await desk.page.getByLabel('Яндекс Карты').fill('https://yandex.ru/maps/org/romashka/1234567890/');
    await button(desk.page, 'Сохранить').click();
    await desk.page.getByText('Настройки сохранены').waitFor();

    const phone = await openBrowser(demo, PHONE);
    const { page } = phone;
    await page.goto(new URL(await linkAfterVisit(UNHAPPY)).pathname);
    await button(page, 'Оценка 2 из 5').click();
    await page.getByText('Грубое обслуживание').click();
    await page.getByLabel('Комментарий').fill('Пришлось ждать');
    await button(page, 'Отправить руководителю').click();
    await page.getByText('Отзыв отправлен').waitFor();

    await until('the owner is told by mail and in the bell', async () => {
      const { notices } = await owner<{ notices: { kind: string }[] }>('GET', '/notices');
      const { mail } = await world.ask<{ mail: { text: string }[] }>('GET', '/mail');
      return (
        notices.some(({ kind }) => kind === 'bad_review') && mail.some(({ text }) => text.includes('Пришлось ждать'))
      );
    });

    // NOTE: WhatsApp allows an answer within 24 hours after the client wrote.
    await desk.page.goto('/reviews?period=month&class=negative');
    await desk.page.getByText('Пришлось ждать').click();
    await desk.page.getByLabel('Текст ответа').fill('Вера, простите нас, мы всё исправим');
    await button(desk.page, 'Отправить').click();
    await until('the answer has arrived', async () => {
      await world.turn({ hours: 1 });
      const messages = await world.messagesTo(UNHAPPY.phone);
      return messages.some(({ text }) => text?.includes('мы всё исправим'));
    });

    await shortenRequests();
    await world.turnToMorning(ZONE);
    const personal = new URL(await linkAfterVisit(HAPPY));
    expect(personal.pathname).toMatch(/^\/to\//);
    await page.goto(personal.pathname);
    await page.waitForURL('**/review/**');
    await button(page, 'Оценка 5 из 5').click();
    await page.getByLabel('Комментарий').fill('Спасибо');
    await button(page, 'Оценка 4 из 5').click();
    await page.locator('[aria-label="Оценка 4 из 5"][aria-pressed="true"]').waitFor();
    expect(await page.getByLabel('Комментарий').inputValue()).toBe('Спасибо');
    await button(page, 'Оценка 5 из 5').click();
    await page.locator('[aria-label="Оценка 5 из 5"][aria-pressed="true"]').waitFor();
    await button(page, 'Отправить').click();
    const map = page.getByRole('link', { name: 'Яндекс Карты' });
    const left = await fetch(new URL(String(await map.getAttribute('href')), page.url()), {
      headers: { 'user-agent': PHONE.userAgent },
      redirect: 'manual',
    });
    expect(left.headers.get('location')).toContain('yandex.ru/maps/org/1234567890/reviews');

    await desk.page.goto('/reviews?period=month');
    await settled(desk.page);
    const maps = desk.page.getByRole('region', { name: 'Переходы на карты' });
    await maps.getByRole('button', { name: /^Яндекс Карты/ }).click();
    await desk.page.getByText(HAPPY.name).first().waitFor();

    const search = new URLSearchParams({ search: HAPPY.phone });
    const { items } = await owner<{ items: LogLine[] }>('GET', `/insights/message-logs?${search}`);
    const entry = items.find(({ body }) => body.includes(personal.pathname));
    await desk.page.goto(`/insights/message-logs?entry=${entry?.id}`);
    await desk.page.getByText('Клиент перешёл по ссылке').waitFor();
    expect([...desk.failures, ...phone.failures]).toEqual([]);
    await desk.close();
    await phone.close();
  },
  WALK_MS,
);

test('a cancelled visit is taken by the second on the list; the first gets a kind word and the nearest free time', async () => {
  await world.turnToMorning(ZONE);
  const { settings, version } = await owner<{ settings: object; version: number }>('GET', '/waitlist/settings');
  await owner('PUT', '/waitlist/settings', { settings: { ...settings, isOn: true }, baseVersion: version });
  const [first, second, leaving] = [
    { name: 'Белла Первая', phone: '79167000041' },
    { name: 'Вера Вторая', phone: '79167000042' },
    { name: 'Анна Отменяет', phone: '79167000043' },
  ];
  const inDays = async (days: number) =>
    (await world.now()).toZonedDateTimeISO(ZONE).add({ days }).toInstant().toString();
  // NOTE: the salon's own visits are planned for six days; a time that another visit takes is not free.
  const visit = await world.book({ client: leaving, at: await inDays(9) });
  for (const [client, days] of [
    [first, 7],
    [second, 8],
  ] as const) {
    await world.book({ client, at: await inDays(days) });
    await until(`${client.name} is a contact`, async () => (await world.messagesTo(client.phone)).length > 0);
    await world.says(client.phone, { text: 'Здравствуйте' });
    const { items } = await owner<{ items: { id: string }[] }>('GET', `/contacts?search=${client.phone.slice(1)}`);
    await owner('POST', '/waitlist/entries', { contactId: items[0]?.id, preference: {}, comment: '' });
  }
  const offerTo = (client: { phone: string; name: string }) =>
    until(`${client.name} is asked`, async () => {
      const texts = (await world.messagesTo(client.phone)).map(({ text }) => text ?? '');
      return texts.map((text) => /\/slot\/[\w-]+/.exec(text)?.[0]).find(Boolean);
    });
  await world.cancel(visit.id);
  const missed = await offerTo(first);
  await world.turn({ minutes: 31 });
  const open = await offerTo(second);

  const phone = await openBrowser(demo, PHONE);
  await phone.page.goto(open);
  await button(phone.page, 'Занять это время').click();
  await phone.page.getByRole('heading', { name: 'Время ваше' }).waitFor();
  await until('the visit is entered', async () => {
    const { items } = await owner<{ items: { booking: string | null }[] }>('GET', '/waitlist/slots');
    return items[0]?.booking === 'booked';
  });
  await phone.page.goto(missed);
  await phone.page.getByText('уже занял другой клиент').waitFor();
  await phone.page.getByText('Ближайшее свободное время').waitFor();
  expect(phone.failures).toEqual([]);
  await phone.close();
});

test('a visitor books a free time on a phone by the keyboard, and the salon has the visit and the client', async () => {
  const made = await makeVisitButton(owner);
  const visitor = await openBrowser(demo, PHONE);
  const { page } = visitor;
  const press = async (name: string | RegExp) => {
    await page.getByRole('link', { name }).first().focus();
    await page.keyboard.press('Enter');
  };
  await page.goto(new URL(made.pageUrl).pathname);
  await press(/Женская стрижка/);
  await page.getByRole('heading', { name: 'Выберите мастера' }).waitFor();
  await press(/Любой мастер/);
  await page.getByRole('heading', { name: 'Выберите время' }).waitFor();
  await page.getByRole('navigation', { name: 'День' }).getByRole('link').nth(3).click();
  await press(/^\d\d:\d\d$/);
  await page.getByLabel('Ваше имя').fill('Гостья Кнопки');
  await page.getByRole('textbox', { name: 'Телефон' }).fill('916 700-00-61');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Вы записаны' }).waitFor();
  await page.getByText('Покровка, 14').waitFor();
  await until('the client is in the cabinet', async () => {
    const { items } = await owner<{ items: { name: string }[] }>('GET', '/contacts?search=79167000061');
    return items.some(({ name }) => name === 'Гостья Кнопки');
  });
  expect(visitor.failures).toEqual([]);
  await visitor.close();
});

test('a guest of a site with a strict policy presses the button, requests a table, and reads the answer', async () => {
  const made = await makeTableButton(owner);
  await using site = await foreignSite(made.scriptUrl);
  const guest = await openBrowser(demo, PHONE);
  await guest.page.goto(site.url);
  const [form] = await Promise.all([
    guest.context.waitForEvent('page'),
    guest.page.getByRole('link', { name: 'Забронировать стол' }).click(),
  ]);
  await form.getByRole('heading', { name: 'Забронировать стол' }).waitFor();
  await form
    .getByLabel('День')
    .fill(String((await world.now()).toZonedDateTimeISO(ZONE).toPlainDate().add({ days: 3 })));
  await form.getByLabel('Гостей').fill('7');
  await form.getByLabel('Ваше имя').fill('Гость Сайта');
  await form.getByLabel('Телефон').fill('8 916 700-00-51');
  await button(form, 'Попросить стол').click();
  await form.waitForURL('**/book/*/*');

  const desk = await openCabinet(demo, DESK);
  await desk.page.goto('/widgets/booking/requests');
  await desk.page.getByText('Гость Сайта').first().waitFor();
  const { items } = await owner<{ items: { id: string; name: string; status: string }[] }>('GET', '/table-requests');
  const asked = items.find(({ name }) => name === 'Гость Сайта');
  if (asked?.status === 'new') await button(desk.page, /^Подтвердить: Гость Сайта/).click();
  await until('the guest reads the answer', async () => {
    await form.reload();
    return form.getByRole('status').filter({ hasText: 'Стол забронирован' }).isVisible();
  });
  expect([...guest.failures, ...desk.failures]).toEqual([]);
  await guest.close();
  await desk.close();
});

test('a QR code scanned from the screen opens its page, and the page opens a chat with the first words', async () => {
  const { channels } = await owner<{ channels: { id: string; kind: string }[] }>('GET', '/channels');
  const whatsApp = channels.find(({ kind }) => kind === 'dialog360');
  const made = await owner<{ id: string; url: string }>('POST', '/qr-pages', {
    title: 'Зеркало у входа',
    channelIds: [whatsApp?.id],
    greeting: 'Хочу записаться',
  });
  const desk = await openCabinet(demo, DESK);
  await desk.page.goto(`/widgets/qr/${made.id}`);
  await button(desk.page, 'QR-код').click();
  const scanned = await scan(await desk.page.getByRole('img', { name: /Зеркало у входа/ }).screenshot());
  expect(scanned).toContain(new URL(made.url).pathname);

  const phone = await openBrowser(demo, PHONE);
  const address = new URL(scanned);
  await phone.page.goto(address.pathname + address.search);
  const chat = phone.page.getByRole('link', { name: /WhatsApp/ });
  const led = await fetch(new URL(String(await chat.getAttribute('href')), phone.page.url()), { redirect: 'manual' });
  expect(led.headers.get('location')).toMatch(/^https:\/\/wa\.me\/\d+\?text=/);
  await until('the visit is counted as scanned', async () => {
    const { sources } = await owner<{ sources: { source: string }[] }>('GET', `/qr-pages/${made.id}/visits`);
    return sources.some(({ source }) => source === 'qr');
  });
  expect([...desk.failures, ...phone.failures]).toEqual([]);
  await desk.close();
  await phone.close();
});

/** Reads a QR code as a camera sees it. */
async function scan(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = jsqr.default(new Uint8ClampedArray(data), info.width, info.height);
  if (!found) throw new Error('There is no QR code in the picture');
  return found.data;
}

/** A site of the business's own, which allows nothing but itself and the script of the button. */
async function foreignSite(scriptUrl: string): Promise<{ url: string } & AsyncDisposable> {
  const { pathname, search } = new URL(scriptUrl);
  const page = `<!doctype html><title>Пиццерия</title><h1>Пиццерия</h1><script src="${product.url}${pathname}${search}"></script>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', `default-src 'none'; script-src ${product.url}; img-src 'self'`);
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

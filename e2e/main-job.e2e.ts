import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from './browsing.ts';
import { type LogLine, openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const ZONE = 'Europe/Moscow';
const CONFIRMED = 2;
const PLANNED_REMINDERS = 2;
/** From registering to the first message on the owner's own phone; a field takes a click too. */
const MAX_CLICKS = 14;
const MAX_FIELDS = 8;

const demo = await openDemo();
const { product, world, owner } = demo;

test('a new owner connects a salon, and a booking leads to a reminder, an answer and a confirmed visit', async () => {
  await world.turnToMorning(ZONE);
  const number = '79990000002';
  await world.ask('POST', '/d360/numbers', { key: 'd360-journey-key', phone: number, wabaId: 'WABA_JOURNEY' });
  const salon = await world.ask<{ id: number }>('POST', '/yclients/companies', {
    title: 'Студия Линия',
    login: 'line@example.test',
    password: 'line-salon',
    userToken: 'line-user-token',
    empty: true,
  });
  const { page, close, failures } = await openBrowser(demo);
  const effort = { clicks: 0, fields: 0 };
  const click = async (target: Locator) => {
    await target.click();
    effort.clicks++;
  };
  const press = (name: string | RegExp, within: Page | Locator = page) => click(within.getByRole('button', { name }));
  const fill = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true });
    await click(field);
    await field.fill(text);
    effort.fields++;
  };

  await page.goto('/account/register');
  await fill('E-mail', 'line@example.test');
  await fill('Телефон', '+7 916 555-00-11');
  await fill('Пароль', 'line-salon');
  await fill('Повторите пароль', 'line-salon');
  await click(page.getByRole('checkbox'));
  await press('Создать кабинет');
  await page.waitForURL((url) => !url.pathname.startsWith('/account/register'));

  await page.getByRole('heading', { name: 'С чего начнём?' }).waitFor();
  await press('Продолжить');
  await fill('Телефон или e-mail в YCLIENTS', 'line@example.test');
  await fill('Пароль в YCLIENTS', 'line-salon');
  await press('Найти филиалы');
  await press('Подключить 1 филиал');
  await click(page.getByRole('button', { name: 'Официальный WhatsApp' }));
  const key = page.getByLabel('Ключ API', { exact: true });
  await until('the field has the focus', () => key.evaluate((field) => field === document.activeElement));
  await page.keyboard.type('d360-journey-key');
  effort.fields++;
  await press('Проверить и подключить');
  await page.getByRole('heading', { name: 'Так сообщение увидит клиент. Всё верно?' }).waitFor();
  expect(await page.getByLabel('Отправить себе на').inputValue()).toContain('916');
  await press('Отправить тест');
  await until('the test is on the owner’s phone', async () => (await world.messagesTo('79165550011'))[0]);
  expect(effort.clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(effort.fields).toBeLessThanOrEqual(MAX_FIELDS);

  await page.goto('/');
  const card = page.getByRole('region', { name: 'Быстрый старт' });
  await card.getByRole('link', { name: 'Продолжить' }).click();
  await page.getByRole('heading', { name: 'Так сообщение увидит клиент. Всё верно?' }).waitFor();
  await press('Продолжить');
  await press(/^Включить$/);
  await page.getByText('Сценарий включён: клиенты получают сообщения.').waitFor();
  await page.goto('/');
  await settled(page);
  expect(await card.count()).toBe(0);

  await page.goto('/templates');
  const confirmation = page.getByRole('article', { name: 'Подтверждение записи' });
  await confirmation.getByRole('button', { name: 'Создать' }).click();
  await proposed(page, 'visit_created');
  await goLive(page);

  const phone = '79161112233';
  const at = (await world.now()).add({ hours: 30 });
  const client = { name: 'Вера', phone };
  const visit = await world.book({ companyId: salon.id, client, at: String(at) });
  await until('the booking is confirmed on her phone', async () => (await world.messagesTo(phone))[0]);
  await until('the reminder is planned', async () => {
    await page.goto('/insights/message-logs?status=waiting');
    await settled(page);
    return page.getByText('Вера').first().isVisible();
  });
  await world.turn({ hours: 6, minutes: 1 });
  const reminder = await until('she has read the reminder', async () => {
    const messages = await world.messagesTo(phone);
    return messages.find(({ templateName, status }) => templateName === 'visit_reminder' && status === 'read');
  });
  expect(reminder.buttons?.map(({ title }) => title)).toEqual(['Подтвердить', 'Отменить']);

  await world.says(phone, { number, button: 1 });
  await until('the visit is confirmed in YCLIENTS', async () => {
    return (await world.record(visit.id))?.attendance === CONFIRMED;
  });
  await page.goto(`/insights/message-logs?search=${phone}`);
  await page.getByText('Клиент ответил').first().click();
  const story = page.getByRole('list', { name: 'История сообщения' });
  await story.getByText('Запись подтверждена', { exact: true }).waitFor();
  const told = (await story.getByRole('listitem').allInnerTexts()).map((step) => firstLine(step));
  const expected = ['Клиент записался', 'Передано в WhatsApp', 'Отправлено', 'Клиент ответил', 'Запись подтверждена'];
  expect(told.filter((step) => expected.includes(step))).toEqual(expected);
  expect(failures).toEqual([]);
  await close();
});

test('when a visit moves, its reminders move and the contact is notified', async () => {
  await world.turnToMorning(ZONE);
  const phone = '79161112244';
  const at = (await world.now()).round('hour').add({ hours: 52 });
  const visit = await world.book({ client: { name: 'Нина', phone }, at: String(at) });
  const before = await plannedReminders(phone);
  expect(before.map((line) => hoursBefore(line, at))).toEqual([24, 2]);

  const later = at.add({ hours: 3 });
  await world.move(visit.id, later);
  await until('the reminders moved', async () => {
    const lines = await linesOf(phone, 'waiting');
    return lines.length === PLANNED_REMINDERS && lines.every((line) => [24, 2].includes(hoursBefore(line, later)));
  });
  await until('she was told of the move', async () => {
    return (await world.messagesTo(phone)).some((message) => message.templateName === 'visit_moved');
  });
});

test('when a visit is cancelled, no reminder is sent and the log has the reason', async () => {
  await world.turnToMorning(ZONE);
  const phone = '79161112255';
  const at = (await world.now()).add({ hours: 26 });
  const visit = await world.book({ client: { name: 'Лидия', phone }, at: String(at) });
  await plannedReminders(phone);
  await world.cancel(visit.id);
  await until('the reminders are cancelled', async () => {
    const lines = (await linesOf(phone, 'cancelled')).filter(isReminder);
    return lines.filter(({ rule }) => rule === 'visit_cancelled').length === PLANNED_REMINDERS;
  });
  await until('she was told of the cancellation', async () => {
    return (await world.messagesTo(phone)).some((message) => message.templateName === 'visit_cancelled');
  });
  await world.turn({ hours: 27 });
  await until('what fell due meanwhile has left', async () => (await linesOf(phone, 'waiting')).length === 0);
  expect((await world.messagesTo(phone)).filter(({ templateName }) => templateName === 'visit_reminder')).toEqual([]);

  const { page, close, failures } = await openCabinet(demo);
  await page.goto(`/insights/message-logs?search=${phone}&status=not_sent`);
  await page.getByText('Запись отменена').filter({ visible: true }).first().click();
  await page.getByText('Запись отменена, поэтому сообщение не нужно.').first().waitFor();
  expect(failures).toEqual([]);
  await close();
});

/** The editor of the new flow opens, with the template that gets through when the customer has not written first. */
async function proposed(page: Page, template: string): Promise<void> {
  await page.waitForURL('**/flows/edit/**');
  const templates = page.getByRole('combobox', { name: /^Шаблон WhatsApp/ });
  await until(`${template} is proposed`, async () => (await templates.inputValue()) === template);
}

async function goLive(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Шаги' }).getByRole('link', { name: 'Отправка' }).click();
  await page.getByRole('button', { name: 'Включить для клиентов' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Включить для клиентов' }).click();
  await page.getByRole('heading', { name: 'Сценарий включён для клиентов' }).waitFor();
}

const isReminder = ({ senderTitle }: LogLine) => senderTitle?.includes('за ') ?? false;

/** The reminders that wait for a customer, first to leave first. */
async function plannedReminders(phone: string): Promise<LogLine[]> {
  const lines = await until('the reminders are planned', async () => {
    const waiting = (await linesOf(phone, 'waiting')).filter(isReminder);
    return waiting.length === PLANNED_REMINDERS && waiting;
  });
  return lines.toSorted((a, b) => a.at.localeCompare(b.at));
}

async function linesOf(phone: string, status: string): Promise<LogLine[]> {
  const search = new URLSearchParams({ search: phone, status });
  return (await owner<{ items: LogLine[] }>('GET', `/insights/message-logs?${search}`)).items;
}

function hoursBefore(line: LogLine, startsAt: Temporal.Instant): number {
  return Temporal.Instant.from(line.at).until(startsAt).total({ unit: 'hours' });
}

/** Without the spaces that hold words together. */
function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replaceAll(/\s+/g, ' ');
}

test('an owner links a phone by scanning the code on the screen, and is told when the phone unlinks it', async () => {
  const { page, context, close, failures } = await openCabinet(demo);
  await page.goto('/accounts/whats-app');
  await page.getByRole('button', { name: 'Показать QR-код' }).click();
  await page.getByRole('img', { name: 'QR-код для сканирования' }).waitFor();
  await page.getByText(/действует\sещё\s\d+:\d\d/).waitFor();

  const phone = await context.newPage();
  await phone.goto(`${product.worldUrl}/?lang=ru`);
  await phone.getByText('Телефон салона', { exact: true }).click();
  await phone.getByRole('button', { name: 'Привязка устройства' }).click();
  await phone.getByRole('button', { name: 'Отсканировать этот код' }).click();

  const card = page.getByRole('region', { name: /000-02-01$/ });
  await card.getByText('Работает').waitFor();
  await phone.getByRole('button', { name: 'Выйти' }).click();
  await card.getByText('Телефон больше не привязан').waitFor();
  await card.getByRole('button', { name: 'Отсканировать заново' }).waitFor();
  expect(failures).toEqual([]);
  await close();
});

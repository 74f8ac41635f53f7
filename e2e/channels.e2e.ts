import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from './browsing.ts';
import { callerOf, settled, type Tokens } from './cabinet.ts';
import { CHANNEL_ROWS, type ChannelRow, type Fallback, prepareFallback } from './channel-rows.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

/** Every kind of channel in a real browser, from connecting to disconnecting, each in a cabinet of its own. */
const demo = await openDemo();
const { product, world } = demo;
await world.turnToMorning('Europe/Moscow');

const PHONE = '79161114455';
const FIRST = 'Скоро ваша запись';
const NEXT = 'Уже ждём вас';
/** Minutes before the visit; a row must end within one visit, and all rows within a day. */
const REMINDERS = [
  [20, FIRST],
  [10, NEXT],
] as const;
const VISIT_IN = 30;

test.each(CHANNEL_ROWS)(
  '$name connects, reminds, brings the answer, is told dead, gives way to the next channel, and disconnects',
  async (row) => {
    const { owner, tokens, salonId } = await register();
    await row.prepare?.(world);
    const { page, close, failures } = await openBrowser(demo, {}, tokens);
    const received = async (part: string) => (await row.received(world, PHONE)).find((text) => text.includes(part));

    await page.goto(row.path);
    await settled(page);
    await row.connect(page, world);
    const card = cardOn(page);
    await card.getByText('Работает', { exact: true }).waitFor();
    if (row.write) {
      expect(await showsInboundTime(page)).toBe(false);
      await row.introduce?.(world, PHONE);
      await row.write(world, PHONE, 'Здравствуйте');
      await expect.poll(() => showsInboundTime(page)).toBe(true);
    }

    const flowIds = await makeReminders(owner, row);
    await page.goto(`/flows/edit/${flowIds[0]}`);
    await page.getByLabel('Отправить себе на').fill(PHONE);
    await page.getByRole('button', { name: 'Отправить тест' }).click();
    await page.getByText(/^Тест\s+отправлен/).waitFor();
    await until('the test is on the phone', () => received(FIRST));
    const tests = (await row.received(world, PHONE)).length;

    const fallback = await addFallback(owner, row);
    for (const flowId of flowIds) await owner('POST', `/flows/${flowId}/mode`, { mode: 'combat' });
    const client = { name: 'Вера', phone: PHONE };
    await world.book({ companyId: salonId, client, at: String((await world.now()).add({ minutes: VISIT_IN })) });
    await until('both reminders are planned', async () => (await waitingLines(owner)) === 2);
    await world.turn({ minutes: 11 });
    await until('the reminder is on the phone', async () => (await row.received(world, PHONE))[tests]);

    if (row.write) await talk(page, row);
    await row.die(world);
    if (!row.isToldAtOnce) await world.turn({ minutes: 10 });
    await until('its card tells the problem', async () => {
      await page.goto(row.path);
      await settled(page);
      return cardOn(page).getByText(row.trouble, { exact: true }).isVisible();
    });
    if (row.isToldAtOnce) await world.turn({ minutes: 10 });
    await page.getByText(`: ${row.trouble}`).first().waitFor();
    await world.turn({ minutes: 6 });
    const passed = await until('the next channel brings the reminder', async () =>
      (await fallback.received(world, PHONE)).find((text) => text.includes(NEXT)),
    );
    expect(await received(NEXT)).toBeUndefined();

    await cardOn(page)
      .getByRole('button', { name: /^Действия/ })
      .click();
    await page.getByRole('menuitem', { name: 'Отключить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Сценарии и рассылки не остановятся: у каждого есть другой рабочий канал.').waitFor();
    await dialog.getByRole('button', { name: 'Отключить' }).click();
    await page.getByText('Канал отключён').waitFor();
    await cardOn(page).waitFor({ state: 'detached' });
    if (!row.write) await optOut(passed);

    expect(failures).toEqual([]);
    await close();
  },
);

/** The answer is in the conversation; a person answers, and bots are silent from then on. */
async function talk(page: Page, { write, received }: ChannelRow): Promise<void> {
  await page.goto('/conversations');
  await write?.(world, PHONE, 'Где у вас парковка?');
  await page.getByRole('list', { name: 'Диалоги' }).getByRole('link', { name: /Вера/ }).click();
  const thread = page.getByRole('log', { name: 'Сообщения' });
  await thread.getByText('Где у вас парковка?').waitFor();
  await page.getByLabel('Ответить клиенту', { exact: true }).fill('Во дворе');
  await page.keyboard.press('Enter');
  await until('the person’s answer is on the phone', async () => (await received(world, PHONE)).includes('Во дворе'));
  await page
    .getByText(/Боты здесь молчат/)
    .first()
    .waitFor();
  const before = (await received(world, PHONE)).length;
  await write?.(world, PHONE, 'Отменить');
  await thread.getByText('Отменить', { exact: true }).last().waitFor();
  await page.getByText(/· новое сообщение$/).waitFor();
  expect(await received(world, PHONE)).toHaveLength(before);
}

/** A contact who cannot answer opens the link of a message, in a browser of their own. */
async function optOut(text: string): Promise<void> {
  const { page, close } = await openBrowser(demo);
  await page.goto(/https?:\S+\/il\/\S+/.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Не писать мне' }).click();
  await page.getByText('Вы больше не будете получать сообщения.').waitFor();
  await close();
}

type Owner = ReturnType<typeof callerOf>;

/** Registers a business with a salon of its own. */
async function register(): Promise<{ owner: Owner; tokens: Tokens; salonId: number }> {
  const email = `${randomUUID().slice(0, 8)}@example.test`;
  const password = 'walk-salon';
  const post = async (path: string, body: object) => {
    const owner = callerOf(product, async () => ({ token: '' }));
    return owner<Tokens>('POST', path, body);
  };
  const tokens = await post('/account/register', {
    email,
    password,
    confirmPassword: password,
    phone: '+79165550022',
    termsAccepted: true,
    language: 'ru',
    timeZone: 'Europe/Moscow',
  });
  const owner = callerOf(product, () => post('/account/login', { email, password }));
  const salon = { title: 'Студия Линия', login: email, password, userToken: `user-${email}`, empty: true };
  const { id: salonId } = await world.ask<{ id: number }>('POST', '/yclients/companies', salon);
  const offer = { kind: 'yclients', login: email, password };
  type Offered = { ticket: string; branches: { externalId: string }[] };
  const { ticket, branches } = await owner<Offered>('POST', '/connections/branches', offer);
  const branchExternalIds = branches.map(({ externalId }) => externalId);
  await owner('POST', '/connections', { kind: offer.kind, ticket, branchExternalIds });
  return { owner, tokens, salonId };
}

async function makeReminders(owner: Owner, { write }: ChannelRow): Promise<string[]> {
  type Flow = { id: string; title: string; version: number; settings: { content: object } };
  const made: string[] = [];
  for (const [minutes, text] of REMINDERS) {
    const { id, title, version, settings } = await owner<Flow>('POST', '/flows', {
      kind: 'visit_reminder',
      delayMinutes: -minutes,
    });
    const texts = { default: write ? text : `${text}. {ignoreLink}` };
    const changed = { ...settings, content: { ...settings.content, texts } };
    await owner('PUT', `/flows/${id}`, { title, settings: changed, testPhones: '', baseVersion: version });
    made.push(id);
  }
  return made;
}

/** Connects the next channel, to which messages go on after five minutes. */
async function addFallback(owner: Owner, row: ChannelRow): Promise<Fallback> {
  const fallback = await prepareFallback(world, row);
  await owner('POST', '/channels', fallback.body);
  const { channelIds } = await owner<{ channelIds: string[] }>('GET', '/cascade');
  await owner('PUT', '/cascade', { channelIds, passOnMinutes: 5 });
  return fallback;
}

async function waitingLines(owner: Owner): Promise<number> {
  const { items } = await owner<{ items: unknown[] }>('GET', `/insights/message-logs?search=${PHONE}&status=waiting`);
  return items.length;
}

/** The card of the only channel of its kind. */
const cardOn = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Проверить', exact: true }) });

/** Whether the card has the time of a contact's last message. */
async function showsInboundTime(page: Page): Promise<boolean> {
  return !/не\s+было/.test(await page.getByText('Последнее от клиента').locator('..').innerText());
}

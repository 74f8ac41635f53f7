import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Browsing, openBrowser } from './browsing.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

/** From the first question to the last screen; a field takes a click too. */
const MAX_CLICKS = 12;
const MAX_FIELDS = 7;

const CHAT = `Анна: Здравствуйте, сколько стоит стрижка?
Мария: Здравствуйте, Анна! Женская стрижка 2400. Записать вас на завтра в 15:00?
Анна: Да, давайте
Мария: Записала вас на завтра в 15:00. Спасибо, до встречи!
`;

const demo = await openDemo();
const { product, world } = demo;

test('the quick start leads from a goal to a message on the owner’s own phone', async () => {
  await addSalon('yclients', 'quick');
  await addNumber('79990000101', 'quick-general-key');
  const visitor = await register('localhost', '+7 916 555-01-01');
  const { page, click, press, effort } = visitor;
  await page.goto('/account/quickstart');
  await press('Продолжить');
  await connectSalon(visitor, 'YCLIENTS', 'quick');
  await connectNumber(visitor, 'quick-general-key');
  await page.getByRole('heading', { name: 'Так сообщение увидит клиент. Всё верно?' }).waitFor();
  await press('Продолжить');
  await press('Включить');
  await page.getByText('Сценарий включён: клиенты получают сообщения.').waitFor();
  await click(page.getByRole('button', { name: 'Отправить тест' }));
  await until('the message is on the owner’s phone', async () => (await world.messagesTo('79165550101'))[0]);
  await ends(visitor, effort);
});

test('a quick start goes on where it was left, on another device, and waits for the chosen day', async () => {
  await addNumber('79990000102', 'quick-later-key');
  const visitor = await register('localhost', '+7 916 555-01-02');
  const { page, press, click } = visitor;
  await page.goto('/account/quickstartYclientsSimple');
  await press('Сделать позже');
  await page.getByRole('heading', { name: 'С какого номера писать клиентам?' }).waitFor();
  const storage = await page.evaluate(() => ({ ...localStorage }));
  const other = await openBrowser(demo, { viewport: { width: 390, height: 844 } }, storage);
  await other.page.goto('/account/quickstartYclientsSimple');
  await other.page.getByRole('heading', { name: 'С какого номера писать клиентам?' }).waitFor();
  await other.close();
  await connectNumber(visitor, 'quick-later-key');
  await click(page.getByRole('radio', { name: /^Завтра/ }));
  await press('Включить');
  await page.getByText('Клиенты начнут получать сообщения').waitFor();
  await ends(visitor, visitor.effort);
});

test.each([
  ['yclients', 'YCLIENTS', '/account/quickstartYclients'],
  ['altegio', 'Altegio', '/account/quickstartAltegio'],
] as const)('the quick start of %s takes few clicks', async (vendor, system, path) => {
  const key = `quick-${vendor}-key`;
  await addSalon(vendor, `own-${vendor}`);
  await addNumber(vendor === 'yclients' ? '79990000103' : '79990000104', key);
  const visitor = await register('localhost', vendor === 'yclients' ? '+7 916 555-01-03' : '+7 916 555-01-04');
  await visitor.page.goto(path);
  await connectSalon(visitor, system, `own-${vendor}`);
  await connectNumber(visitor, key);
  await visitor.page.getByRole('heading', { name: 'Так сообщение увидит клиент. Всё верно?' }).waitFor();
  await visitor.press('Продолжить');
  await visitor.press('Включить');
  await visitor.page.getByText('Сценарий включён').waitFor();
  await ends(visitor, visitor.effort);
});

test('a clinic connects MedFlex and its number, and its reminders are on', async () => {
  await addNumber('79990000105', 'quick-clinic-key');
  const visitor = await register('medflex.localhost', '+7 916 555-01-05');
  const { page, press, fill } = visitor;
  await page.goto('/account/quickstart');
  await page.waitForURL('**/account/medflex-onboarding');
  await fill('Токен MedFlex', 'medflex-zdorovie-token');
  await press('Найти клиники');
  await press(/^Подключить \d/);
  await connectNumber(visitor, 'quick-clinic-key');
  await page.getByRole('heading', { name: 'Так напоминание увидит пациент. Всё верно?' }).waitFor();
  await press('Продолжить');
  await press('Включить');
  await page.getByText('Сценарий включён').waitFor();
  await ends(visitor, visitor.effort);
});

test('the dashboard is connected and opens on the chosen numbers', async () => {
  await addSalon('yclients', 'figures');
  const visitor = await register('dashboard.localhost', '+7 916 555-01-06');
  const { page, press, click } = visitor;
  await page.goto('/account/quickstart');
  await page.waitForURL('**/account/dashboardQuickStart');
  await connectSalon(visitor, 'YCLIENTS', 'figures');
  await page.getByRole('heading', { name: 'Какие цифры показать первыми?' }).waitFor();
  await press('Показать');
  await page.getByText('Данные загружаются.').waitFor();
  await click(page.getByRole('link', { name: 'Показать' }));
  await page.waitForURL((url) => url.pathname === '/');
  await ends(visitor, visitor.effort);
});

test('the first assistant is made, connected and switched on', async () => {
  await addNumber('79990000107', 'quick-assistant-key');
  const visitor = await register('assistant.localhost', '+7 916 555-01-07');
  const { page, press } = visitor;
  await page.goto('/account/quickstart');
  await page.waitForURL('**/account/onboarding');
  await press('Продолжить');
  await page.getByRole('heading', { name: 'Где ассистенту взять ответы?' }).waitFor();
  await press('Сделать позже');
  await connectNumber(visitor, 'quick-assistant-key');
  await press('Включить ассистента');
  await page.getByText('Всё готово').waitFor();
  await page.goto('/');
  await page.getByText('1 ассистент отвечает клиентам').waitFor();
  await ends(visitor, visitor.effort);
});

test('a mailings cabinet leads from registration to a message on the owner’s own phone', async () => {
  const own = '79165550108';
  const number = '79990000210';
  const visitor = await register('distribution.localhost', '+7 916 555-01-08');
  const { page, press, fill, click, effort } = visitor;
  await press(/^Ваш WhatsApp/);
  await press('Получить код по номеру');
  await fill('Номер телефона с WhatsApp', `+${number}`);
  await press('Получить код');
  const code = await page.getByRole('status', { name: 'Код для телефона' }).innerText();
  await world.ask('POST', '/whatsapp/enter-code', { number, code });
  await click(page.getByRole('link', { name: 'Добавить клиентов' }));
  await press('Вставить номера');
  await fill('Номера', `${own}, Мария\n79161112277, Анна\n79161112278, Вера`);
  await press('Дальше');
  await fill('Откуда согласие на сообщения *', 'Анкета в салоне');
  await press('Импортировать 3 строки');
  await press('Написать по этому списку');
  await press('Дальше: Что');
  await press('Отправить тест');
  await until('the test is on the owner’s phone', async () => {
    const { chats } = await world.ask<{ chats: { phone: string }[] }>('GET', '/whatsapp');
    return chats.some(({ phone }) => phone === own);
  });
  expect(effort).toEqual({ clicks: 13, fields: 3 });
  expect(visitor.failures).toEqual([]);
  await visitor.close();
});

test('a night bot is made in a new cabinet, tried and switched on', async () => {
  await addNumber('79990000108', 'quick-night-key');
  const visitor = await register('assistant.localhost', '+7 916 555-01-10');
  const { page, press, click, effort } = visitor;
  await page.goto('/flowCopilotBots');
  await click(
    page
      .getByRole('link', { name: 'Ночной бот' })
      .or(page.getByRole('button', { name: 'Ночной бот' }))
      .first(),
  );
  await connectNumber(visitor, 'quick-night-key');
  await page.getByLabel('Имя бота').waitFor();
  await press('Далее');
  await page.getByRole('heading', { name: 'Что это за компания и когда вы работаете?' }).waitFor();
  await visitor.fill('Название компании', 'Студия «Линия»');
  await press('Далее');
  await page.getByRole('heading', { name: 'Что рассказать клиентам?' }).waitFor();
  await press('Далее');
  await page.getByRole('heading', { name: 'Кому написать утром?' }).waitFor();
  await press('Создать ночного бота');
  await page.getByText('Бот готов, но клиентам ещё не отвечает').waitFor();
  const field = page.getByRole('textbox', { name: 'Сообщение клиента' });
  await click(field);
  await field.fill('Сколько стоит стрижка?');
  effort.fields++;
  await field.press('Enter');
  await page.getByRole('button', { name: 'Почему такой ответ' }).waitFor();
  await press('Включить');
  await page.waitForURL(/\/flowCopilotBots\/[0-9a-f-]{36}$/);
  await ends(visitor, effort);
});

test('a first chat is scored in a new cabinet of quality control', async () => {
  const visitor = await register('quality.localhost', '+7 916 555-01-09');
  const { page, press, click, effort } = visitor;
  await click(page.getByRole('link', { name: 'Выбрать чек-лист' }));
  await click(page.getByRole('button', { name: 'Взять' }).first());
  await page.waitForURL(/\/chats\/checklists\/[0-9a-f-]{36}$/);
  await click(page.getByRole('link', { name: 'Главная' }).first());
  await click(page.getByRole('link', { name: 'Загрузить чаты' }));
  await page.getByRole('button', { name: 'Выбрать файл' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'chat.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(CHAT),
  });
  effort.clicks++;
  await page.getByLabel('Роль: Мария').selectOption({ label: 'Сотрудник' });
  effort.fields++;
  await press('Загрузить');
  await press('Проверить чаты');
  await press(/^Проверить примерно за/);
  await page.waitForURL(/\/reports\/[0-9a-f-]{36}$/);
  await page.getByText('Проверено разговоров: 1').waitFor();
  await page.goto('/');
  await page.getByText('Проверен 1 разговор сотрудников').waitFor();
  await ends(visitor, effort);
});

type Effort = { clicks: number; fields: number };
type Visitor = Browsing & {
  effort: Effort;
  click(target: Locator): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  fill(label: string, text: string): Promise<void>;
};

/** A new owner on a domain of the product; what comes after is counted. */
async function register(host: string, phone: string): Promise<Visitor> {
  const baseURL = product.url.replace('//localhost', `//${host}`);
  const browsing = await openBrowser(demo, { baseURL });
  const { page } = browsing;
  const email = `owner-${phone.replaceAll(/\D/g, '')}@example.test`;
  await page.goto('/account/register');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Телефон', { exact: true }).fill(phone);
  await page.getByLabel('Пароль', { exact: true }).fill('quick-start-password');
  await page.getByLabel('Повторите пароль', { exact: true }).fill('quick-start-password');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Создать кабинет' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/account/register'));
  const effort = { clicks: 0, fields: 0 };
  const click = async (target: Locator) => {
    await target.click();
    effort.clicks++;
  };
  return {
    ...browsing,
    effort,
    click,
    press: (name) => click(page.getByRole('button', { name, exact: typeof name === 'string' })),
    fill: async (label, text) => {
      const field = page.getByLabel(label, { exact: true });
      await click(field);
      await field.fill(text);
      effort.fields++;
    },
  };
}

const addNumber = (phone: string, key: string) =>
  world.ask('POST', '/d360/numbers', { key, phone, wabaId: `WABA_${phone}` });

const addSalon = (vendor: 'yclients' | 'altegio', name: string) =>
  world.ask('POST', `/${vendor}/companies`, {
    title: `Студия ${name}`,
    login: `${name}@example.test`,
    password: `${name}-password`,
    userToken: `${name}-user-token`,
    empty: true,
  });

async function connectSalon({ fill, press }: Visitor, system: string, name: string): Promise<void> {
  await fill(`Телефон или e-mail в ${system}`, `${name}@example.test`);
  await fill(`Пароль в ${system}`, `${name}-password`);
  await press('Найти филиалы');
  await press('Подключить 1 филиал');
}

async function connectNumber({ page, click, press, effort }: Visitor, apiKey: string): Promise<void> {
  await click(page.getByRole('button', { name: 'Официальный WhatsApp' }));
  const key = page.getByLabel('Ключ API', { exact: true });
  await until('the field has the focus', () => key.evaluate((field) => field === document.activeElement));
  await page.keyboard.type(apiKey);
  effort.fields++;
  await press('Проверить и подключить');
}

async function ends({ failures, close }: Visitor, { clicks, fields }: Effort): Promise<void> {
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(fields).toBeLessThanOrEqual(MAX_FIELDS);
  expect(failures).toEqual([]);
  await close();
}

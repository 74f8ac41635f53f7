import { randomBytes, randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { until, type World } from './world.ts';

/** The steps of a channel's journey that differ between kinds. */
export type ChannelRow = {
  name: string;
  /** Its page in the cabinet. */
  path: string;
  /** Prepares the business's account in the world. */
  prepare?(world: World): Promise<unknown>;
  /** Connects it on its page, as an owner does. */
  connect(page: Page, world: World): Promise<void>;
  /** Done by a contact before they write for the first time. */
  introduce?(world: World, phone: string): Promise<unknown>;
  /** A contact writes. Absent: nobody can answer, and contacts opt out by a link. */
  write?(world: World, phone: string, text: string): Promise<unknown>;
  /** Texts of the business on a contact's phone, oldest first. */
  received(world: World, phone: string): Promise<string[]>;
  /** It stops to work, by the world's doing. `isToldAtOnce`: before something is sent, too. */
  die(world: World): Promise<unknown>;
  isToldAtOnce?: true;
  /** The problem of a dead one, as its card has it. */
  trouble: string;
};

type Chat = { phone: string | null; messages: { direction: string; text: string | null }[] };

const sentTo = (chats: readonly Chat[], phone: string) =>
  chats
    .filter((chat) => chat.phone?.replace('+', '') === phone)
    .flatMap(({ messages }) => messages.filter(({ direction }) => direction === 'out').map(({ text }) => text ?? ''));

/** Texts in the chats of a phone that a service brings along. */
async function onPhone(world: World, service: string, phone: string, sender?: string): Promise<string[]> {
  type Phones = { phones: { service: string; chats: (Chat & { sender: string })[] }[] };
  const { phones } = await world.ask<Phones>('GET', '/phones');
  const chats = phones.find((one) => one.service === service)?.chats ?? [];
  return sentTo(
    chats.filter((chat) => sender === undefined || chat.sender === sender),
    phone,
  );
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);

const D360 = {
  key: `d360-walk-${randomBytes(4).toString('hex')}`,
  phone: `7999${randomInt(1_000_000, 9_999_999)}`,
  phoneNumberId: String(randomInt(1_000_000, 9_999_999)),
  wabaId: 'WABA_WALK',
  name: 'Студия Линия',
};
const BOT = `${randomInt(700_001_000, 700_999_999)}:WALK-bot-token`;
const MAX = {
  token: `max-walk-${randomBytes(8).toString('hex')}`,
  username: `walk_${randomBytes(4).toString('hex')}_bot`,
  name: 'Студия Линия',
};
const LINKED = '79990000230';
const ACCOUNT = '79990000131';

/** @param nth of the world's accounts at Twilio, 1 the first */
const twilioOf = (nth: number, token: string) => ({ sid: `AC${String(nth).padStart(32, '0')}`, token });

async function connectTwilio(page: Page, { sid, token }: ReturnType<typeof twilioOf>, sender: string): Promise<void> {
  await fill(page, 'Account SID', sid);
  await fill(page, 'Auth Token', token);
  await press(page, 'Проверить и выбрать отправителя');
  await page.getByLabel('Откуда отправлять', { exact: true }).selectOption(sender);
  await press(page, 'Проверить и подключить');
}

const suspend = (world: World, { sid }: ReturnType<typeof twilioOf>) =>
  world.ask('PATCH', `/twilio/accounts/${sid}`, { status: 'suspended' });

const ROMASHKA = twilioOf(1, 'twilio-demo-token');
const LAVANDA = twilioOf(2, 'twilio-lavanda-token');
const AURORA = twilioOf(3, 'twilio-aurora-token');

/** The code in the chat of Telegram on the account's own phone. */
async function signInCode(world: World): Promise<string> {
  type State = { messages: { account: string; by: string; text: string }[] };
  const { messages } = await world.ask<State>('GET', '/greentg');
  const last = messages.findLast(({ account, by }) => account === ACCOUNT && by === 'telegram');
  return /\d{5}/.exec(last?.text ?? '')?.[0] ?? '';
}

export const CHANNEL_ROWS: readonly ChannelRow[] = [
  {
    name: 'dialog360',
    path: '/accounts/dialog360',
    prepare: (world) => world.ask('POST', '/d360/numbers', D360),
    async connect(page) {
      // On 360dialog's own page, which leads back.
      const opened = page.context().waitForEvent('page');
      await press(page, 'Подключить через 360dialog');
      const popup = await opened;
      await popup.getByRole('link', { name: D360.phone }).click();
      await popup.getByText('Подключено. Можно отправлять').waitFor();
      const closed = popup.waitForEvent('close');
      await press(popup, 'Закрыть окно').catch(() => undefined); // NOTE: the window may close before the click is reported
      await closed;
    },
    write: (world, phone, text) => world.says(phone, { number: D360.phone, text }),
    async received(world, phone) {
      const { chats } = await world.ask<{ chats: (Chat & { phoneNumberId: string })[] }>('GET', '/d360');
      const own = chats.filter(({ phoneNumberId }) => phoneNumberId === D360.phoneNumberId);
      return sentTo(own, phone);
    },
    die: (world) => world.ask('PATCH', `/d360/numbers/${D360.phone}`, { key: 'd360-other-key' }),
    trouble: 'Ключ не подошёл',
  },
  {
    name: 'telegram_bot',
    path: '/accounts/telegram?kind=telegram_bot',
    prepare: (world) => world.ask('POST', '/tg/bots', { token: BOT, username: 'walk_bot', name: 'Студия Линия' }),
    async connect(page) {
      await fill(page, 'Токен бота', BOT);
      await press(page, 'Проверить и подключить');
    },
    introduce: (world, phone) => world.ask('POST', '/tg/inbound', { bot: BOT, from: phone, contact: true }),
    write: (world, phone, text) => world.ask('POST', '/tg/inbound', { bot: BOT, from: phone, text }),
    async received(world, phone) {
      const { chats } = await world.ask<{ chats: Chat[] }>('GET', '/tg');
      return sentTo(chats, phone);
    },
    die: (world) => world.ask('DELETE', `/tg/bots/${BOT}`),
    trouble: 'Токен не подошёл',
  },
  {
    name: 'max_bot',
    path: '/accounts/max',
    prepare: (world) => world.ask('POST', '/max/bots', MAX),
    async connect(page) {
      await fill(page, 'Токен бота', MAX.token);
      await press(page, 'Проверить и подключить');
    },
    introduce: (world, phone) => world.ask('POST', '/max/inbound', { bot: MAX.username, from: phone, contact: true }),
    write: (world, phone, text) => world.ask('POST', '/max/inbound', { bot: MAX.username, from: phone, text }),
    received: (world, phone) => onPhone(world, 'max', phone, MAX.username),
    die: (world) => world.ask('PATCH', `/max/bots/${MAX.username}`, { token: `${MAX.token}-other` }),
    trouble: 'Токен не подошёл',
  },
  {
    name: 'telegram_user',
    path: '/accounts/telegram?kind=telegram_user',
    async connect(page, world) {
      await press(page, 'Начать вход');
      await fill(page, 'Номер телефона аккаунта', ACCOUNT);
      await press(page, 'Получить код');
      const code = page.getByLabel('Код из Telegram', { exact: true });
      await code.fill(await until('the phone shows a code', () => signInCode(world)));
      await press(page, 'Войти');
    },
    write: (world, phone, text) => world.ask('POST', '/greentg/inbound', { from: phone, to: ACCOUNT, text }),
    received: (world, phone) => onPhone(world, 'greentg', phone),
    die: (world) => world.ask('PATCH', `/greentg/instances/${ACCOUNT}`, { state: 'notAuthorized' }),
    isToldAtOnce: true,
    trouble: 'Телефон больше не привязан',
  },
  {
    name: 'whatsapp_qr',
    path: '/accounts/whats-app',
    async connect(page, world) {
      await press(page, 'Показать QR-код');
      await page.getByRole('img', { name: 'QR-код для сканирования' }).waitFor();
      await world.ask('POST', '/whatsapp/scan', { number: LINKED });
    },
    write: (world, phone, text) => world.ask('POST', '/whatsapp/inbound', { number: LINKED, from: phone, text }),
    async received(world, phone) {
      const { chats } = await world.ask<{ chats: Chat[] }>('GET', '/whatsapp');
      return sentTo(chats, phone);
    },
    die: (world) => world.ask('POST', '/whatsapp/unlink', { number: LINKED }),
    isToldAtOnce: true,
    trouble: 'Телефон больше не привязан',
  },
  {
    name: 'twilio_sms',
    path: '/accounts/twilio?kind=twilio_sms',
    connect: (page) => connectTwilio(page, ROMASHKA, '+79990000101'),
    write: (world, phone, text) =>
      world.ask('POST', '/twilio/inbound', { from: `+${phone}`, to: '+79990000101', text }),
    received: (world, phone) => onPhone(world, 'twilio', phone),
    die: (world) => suspend(world, ROMASHKA),
    trouble: 'Номер заблокирован',
  },
  {
    name: 'twilio_whatsapp',
    path: '/accounts/twilio?kind=twilio_whatsapp',
    connect: (page) => connectTwilio(page, LAVANDA, '+79990000110'),
    write: (world, phone, text) =>
      world.ask('POST', '/twilio/inbound', { from: `+${phone}`, to: 'whatsapp:+79990000110', text }),
    received: (world, phone) => onPhone(world, 'twilio-whatsapp', phone),
    die: (world) => suspend(world, LAVANDA),
    trouble: 'Номер заблокирован',
  },
  {
    name: 'sigma_sms',
    path: '/accounts/sigma',
    async connect(page) {
      await fill(page, 'Логин', 'romashka@example.test');
      await fill(page, 'Пароль или API-токен', 'sigma-romashka-password');
      await press(page, 'Проверить и выбрать отправителя');
      await page.getByLabel('Имя отправителя', { exact: true }).selectOption('ROMASHKA');
      await press(page, 'Проверить и подключить');
      await page.getByText('1 000,00').waitFor();
    },
    received: (world, phone) => onPhone(world, 'sigma', phone, 'ROMASHKA'),
    die: (world) => world.ask('PATCH', '/sigma/accounts/romashka@example.test', { isBlocked: true }),
    trouble: 'Номер заблокирован',
  },
];

/** The channel that messages go on to: its credentials, and what it brought to a phone. */
export type Fallback = { body: Record<string, string>; received: ChannelRow['received'] };

/** Prepares a channel of another kind than the row's, which no other cabinet has. */
export async function prepareFallback(world: World, { name }: ChannelRow): Promise<Fallback> {
  if (name === 'sigma_sms') {
    const sender = '+995590000120';
    return {
      body: { kind: 'twilio_sms', accountSid: AURORA.sid, authToken: AURORA.token, sender },
      received: (at, phone) => onPhone(at, 'twilio', phone, sender),
    };
  }
  const sender = `W${randomBytes(4).toString('hex')}`;
  const account = { username: `${sender}@example.test`, sender };
  const { ownToken } = await world.ask<{ ownToken: string }>('POST', '/sigma/accounts', account);
  return {
    body: { kind: 'sigma_sms', password: ownToken, sender },
    received: (at, phone) => onPhone(at, 'sigma', phone, sender),
  };
}

import { expect, test } from 'vitest';
import { openCabinet } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

/** A Telegram account in a real browser: its phone shows the code, contacts write to it, and access is withdrawn there. */
const demo = await openDemo();
const { world } = demo;

const PHONE = '+995590000133';
const ANNA = '+79160000001';

type Phones = {
  phones: { service: string; chats: { sender: string; phone: string; messages: { text: string }[] }[] }[];
};

/** The code in the chat of Telegram on the account's own phone. */
async function codeOnPhone(): Promise<string> {
  const { phones } = await world.ask<Phones>('GET', '/phones');
  const chats = phones.find(({ service }) => service === 'greentg')?.chats ?? [];
  const texts = chats.find(({ sender, phone }) => sender === '777000' && phone === PHONE)?.messages ?? [];
  return /\d{5}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';
}

test(
  'an owner connects an account, contacts reach it, and a lost session is told and mended',
  { timeout: 600_000 },
  async () => {
    const { page, close, failures } = await openCabinet(demo);
    await page.goto('/accounts/telegram');
    await page.getByRole('tab', { name: 'Telegram-аккаунт' }).click();

    const signIn = async () => {
      await page.getByLabel('Номер телефона аккаунта').fill(PHONE);
      await page.getByRole('button', { name: 'Получить код' }).click();
      await page.getByLabel('Код из Telegram').waitFor();
      await page.getByLabel('Код из Telegram').fill(await until('the phone shows a code', codeOnPhone));
      await page.getByRole('button', { name: 'Войти', exact: true }).click();
    };
    await page.getByRole('button', { name: 'Начать вход' }).click();
    await signIn();
    await page.getByText('день 1 прогрева: 0 из 20').waitFor({ timeout: 120_000 });
    await page.getByText('Работает', { exact: true }).waitFor();

    await world.ask('POST', '/phones/greentg/messages', { from: ANNA, to: PHONE, text: 'Вы открыты завтра?' });
    await expect
      .poll(() => page.getByText('Последнее от клиента').locator('..').innerText(), { timeout: 60_000 })
      .not.toMatch(/не\s+было/);

    await world.ask('PATCH', `/greentg/instances/${PHONE}`, { state: 'notAuthorized' });
    await page.getByText('Телефон больше не привязан', { exact: true }).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Войти заново' }).click();
    await page.getByRole('button', { name: 'Начать вход' }).click();
    await page.getByLabel('Номер телефона аккаунта').waitFor();
    await world.turn({ minutes: 6 });
    await signIn();
    await page.getByText('Работает', { exact: true }).waitFor({ timeout: 120_000 });
    expect(failures).toEqual([]);
    await close();
  },
);

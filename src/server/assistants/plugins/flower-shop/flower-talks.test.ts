import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/assistants/calls.ts';
import { listFlowerOrders, setFlowerOrderStatus, uploadCatalogue } from '#contract/assistants/flower-shop/calls.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import { listAssistantTurns, sendTrialMessage } from '#contract/assistants/turns.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { AiProviders } from '#server/platform/deployment/ai-providers.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';

const { server, open } = await bookedSalons();
const { clock, call, runJobs } = server;
const world = await simulateWorld();
const models = AiProviders.parse(
  JSON.stringify({
    providers: [
      {
        name: 'sim',
        baseUrl: `${world.url}/model/v1`,
        apiKey: 'world',
        models: { fast: [{ model: 'sim-fast', inputPrice: 1, outputPrice: 1, contextTokens: 100_000 }] },
      },
    ],
  }),
);
Object.assign(server.ctx.config.ai, { ...models, trialCreditMicroUsd: 1_000_000 });

let shop: Salon;
let params: { assistantId: contract.AssistantId };
beforeEach(async () => {
  shop = await open();
});

const CATALOGUE = `Артикул;Название;Цена;Категория
r25;Букет роз «Нежность»;2500;Букеты
r51;Букет из 51 розы;5900;Букеты
p9;Пионы, 9 шт;3900;Букеты`;
const ENGLISH = `SKU;Name;Price;Category
r25;Red roses, 25 stems;2500;Bouquets
p9;Peonies, 9 stems;3900;Bouquets`;

async function publish(language: 'ru' | 'en', catalogue: string) {
  const { token } = shop.owner;
  const { body } = await call(contract.createAssistant, { token, body: { title: 'Ника', trade: null } });
  params = { assistantId: body.id };
  const form = new FormData();
  form.set('file', new Blob([catalogue]), 'catalogue.csv');
  await fetch(`${server.origin}${uploadCatalogue.path}?assistantId=${body.id}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const zone = language === 'ru' ? 'Город' : 'City';
  const flower_shop = { zones: [{ title: zone, priceMinor: 30_000 }], pickupAddress: 'ул. Мира, 1' };
  const settings = AssistantSettings.parse({ language, model: 'fast', plugins: { flower_shop } });
  await call(contract.saveAssistant, { token, params, body: { title: 'Ника', settings, baseVersion: 1 } });
  await call(contract.publishAssistant, { token, params, body: { baseVersion: 2 } });
}

const PHONE = '+79161112233';

/** Sends a message of the contact, and returns what is answered. */
async function write(text: string): Promise<string> {
  const before = shop.whatsApp.sent.length;
  const channel = { id: shop.channelId, traits: traitsOf('dialog360') };
  await withTenant(server.ctx, shop.owner.tenantId, (scope) =>
    receiveMessage(scope, channel, {
      kind: 'message',
      providerMessageId: randomUUID(),
      at: clock.now(),
      from: { channelUserId: PHONE.slice(1), phone: PHONE, name: 'Анна', language: null },
      content: 'text',
      text,
      buttonId: null,
      quotedProviderId: null,
      media: null,
      sharedPhone: null,
      startToken: null,
      callbackId: null,
    }),
  );
  for (const seconds of [0, 3, 3]) {
    await clock.advance({ seconds });
    await runJobs();
  }
  return shop.whatsApp.sent
    .slice(before)
    .map(({ message }) => message.text)
    .join('\n');
}

const orders = async () => (await call(listFlowerOrders, { token: shop.owner.token, params })).body.items;

test('a client finds a bouquet within a price and orders it', async () => {
  await publish('ru', CATALOGUE);
  const found = await write('Здравствуйте! Нужен букет роз до 3000');
  expect(found).toContain('1. Букет роз «Нежность»: 2\u00A0500\u00A0₽');
  expect(found).not.toContain('51');
  expect(await write('Первый')).toContain('Доставить или заберёте сами?');
  expect(await write('Доставка')).toContain('На какой день и время?');
  expect(await write('Завтра в 15:00')).toContain('адрес');
  expect(await write('Ленина 5, квартира 12')).toContain('Кто получит');
  expect(await write('Мария')).toContain('открытк');
  const check = await write('С днём рождения!');
  expect(check).toContain('Всё верно?');
  expect(await orders()).toEqual([]);
  expect(await write('Да, всё верно')).toContain('Заказ № 1 оформлен, к оплате 2\u00A0800\u00A0₽');
  const placed = await orders();
  expect(placed).toMatchObject([
    {
      lines: [{ sku: 'r25', quantity: 1 }],
      way: 'delivery',
      address: 'Ленина 5, квартира 12',
      recipientName: 'Мария',
      recipientPhone: PHONE,
      cardText: 'С днём рождения!',
    },
  ]);
  const orderId = placed[0]!.id;
  await call(setFlowerOrderStatus, {
    token: shop.owner.token,
    params: { ...params, orderId },
    body: { status: 'accepted' },
  });
  expect(await write('Где мой заказ?')).toContain('Заказ № 1: собираем');
  const turns = await call(listAssistantTurns, { token: shop.owner.token, params });
  expect(turns.body.items.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 9 }, () => 'answered'));
});

test('what the catalogue does not have is not promised', async () => {
  await publish('ru', CATALOGUE);
  expect(await write('Есть орхидеи?')).toContain('Такого в каталоге нет');
  expect(await write('А пионы до 1000?')).toContain('За такую сумму ничего нет');
});

test('a trial in English finds, orders, and places nothing', async () => {
  await publish('en', ENGLISH);
  const { token } = shop.owner;
  const tryOut = async (text: string) =>
    (await call(sendTrialMessage, { token, params, body: { text } })).body.messages.at(-1);
  expect((await tryOut('Do you have roses under 3000?'))?.text).toContain('1. Red roses, 25 stems: ₽2,500');
  expect((await tryOut('the first one'))?.text).toContain('pick it up');
  expect((await tryOut('I will pick it up'))?.text).toContain('day and time');
  expect((await tryOut('tomorrow at 15:00'))?.text).toContain('Who receives');
  expect((await tryOut('Mary'))?.text).toContain('phone');
  expect((await tryOut('+79161234567'))?.text).toContain('card');
  expect((await tryOut('no'))?.text).toContain('Is it all right?');
  const last = await tryOut('yes');
  expect(last?.text).toContain('The trial order is placed, ₽2,500 in all');
  expect(last?.turn?.calls.at(-1)).toMatchObject({ tool: 'place_order', result: { ok: true, is_trial: true } });
  expect(await orders()).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createAssistant, duplicateAssistant } from '#contract/assistants/calls.ts';
import * as contract from '#contract/assistants/flower-shop/calls.ts';
import { FlowerShopPlugin } from '#contract/assistants/flower-shop/settings.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { getThread, listConversations } from '#contract/conversations/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { aWorkbook } from '#server/testing/rows/workbooks.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { orderSource } from '#server/orders/source.ts';
import { testServer } from '#server/testing/server/http.ts';
import { visitSource } from '#server/visits/source.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';
import { flowerTools } from './flower-tools.ts';

const mailbox = await aMailbox();
const server = await testServer({ env: { SMTP_URL: mailbox.url } });
const rows = builders(server.owner, server.ctx.vault);
const ctx = { ...server.ctx, sourceProviders: {}, sources: { visits: visitSource, orders: orderSource } };

let owner: Awaited<ReturnType<typeof server.signUp>>;
let params: { assistantId: Awaited<ReturnType<typeof anAssistant>> };
let contactId: ContactId;
let conversationId: ConversationId;
beforeEach(async () => {
  owner = await server.signUp();
  const { tenantId } = owner;
  params = { assistantId: await anAssistant() };
  contactId = (await rows.aContact({ tenantId, name: 'Анна', phone: '+79161112233' })).id;
  const { id: channelId } = await rows.aChannel({ tenantId });
  conversationId = ConversationId.parse((await rows.aConversation({ tenantId, contactId, channelId })).id);
});

async function anAssistant() {
  const { body } = await server.call(createAssistant, { token: owner.token, body: { title: 'Ника', trade: null } });
  return body.id;
}

const YML = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE yml_catalog SYSTEM "shops.dtd">
<yml_catalog date="2026-03-01"><shop>
<categories><category id="1">Букеты</category><category id="2">Подарки</category></categories>
<offers>
<offer id="r25" available="true"><name>Букет «Нежность»</name><price>2500</price><currencyId>RUR</currencyId><categoryId>1</categoryId>
<picture>https://shop.example/r.jpg</picture><description><![CDATA[<p>25 роз&nbsp;и эвкалипт</p>]]></description></offer>
<offer id="r51"><name>51 роза</name><price>5900.00</price><currencyId>RUB</currencyId><categoryId>1</categoryId></offer>
<offer id="t15" available="false"><name>Тюльпаны</name><price>1500</price><categoryId>1</categoryId></offer>
<offer id="b1"><typePrefix>Мишка</typePrefix><model>Тедди&nbsp;40 см</model><price>1 200</price><categoryId>2</categoryId></offer>
<offer id="x1"><name>Лилии</name><categoryId>1</categoryId></offer>
<offer id="r51"><name>51 роза</name><price>5900</price></offer>
</offers></shop></yml_catalog>`;

async function upload(name: string, content: Buffer | string, token = owner.token) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const path = `${contract.uploadCatalogue.path}?assistantId=${params.assistantId}`;
  const answer = await fetch(`${server.origin}${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: (await answer.json()) as contract.Catalogue & { code?: string } };
}

const goods = async (words?: string) =>
  (await server.call(contract.listCatalogueItems, { token: owner.token, params, query: words ? { words } : {} })).body
    .items;

const PLUGIN = {
  zones: [{ title: 'Центр', priceMinor: 30_000 }],
  freeFromMinor: 500_000,
  pickupAddress: 'ул. Мира, 1',
  to: { type: 'email', email: 'shop@example.com' },
};

type Given = { key?: string; contactId?: ContactId | null; plugin?: object };

/** Calls a function as a model does. */
async function run(name: string, given: object, as: Given = {}): Promise<Record<string, unknown>> {
  const signal = new AbortController().signal;
  const isTrial = as.contactId === null;
  const tools = flowerTools({
    ctx,
    scope: {
      tenantId: owner.tenantId,
      contactId: isTrial ? null : (as.contactId ?? contactId),
      contactTexts: '',
      ownTexts: '',
      key: as.key ?? 'turn 1',
      language: 'ru',
      branchIds: [],
      signal,
    },
    ...params,
    conversationId: isTrial ? null : conversationId,
    plugin: FlowerShopPlugin.parse({ ...PLUGIN, ...as.plugin }),
    timeZone: 'Europe/Moscow',
  });
  return (await tools[name]?.execute?.(given, { toolCallId: 'call', messages: [], context: {} })) as Record<
    string,
    unknown
  >;
}

const search = (words: string, maxPrice: number | null = null) =>
  run('search_catalogue', { words, max_price: maxPrice });

const dayAfter = (days: number) =>
  server.clock.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ days }).toString();

const order = (given: object = {}, as: Given = {}) =>
  run(
    'place_order',
    {
      items: [{ sku: 'r25', quantity: 1 }],
      way: 'delivery',
      when: `${dayAfter(1)} 15:00`,
      zone: null,
      address: 'ул. Ленина, 5',
      recipient_name: 'Мария',
      recipient_phone: null,
      card_text: 'С праздником!',
      comment: null,
      ...given,
    },
    as,
  );

test('a YML file is the catalogue; rows that cannot be sold are named, and a new file replaces it', async () => {
  const { body } = await upload('catalogue.yml', YML);
  expect(body).toMatchObject({ fileName: 'catalogue.yml', items: 4, available: 3, faultCount: 2 });
  expect(body.faults).toEqual([
    { line: 5, reason: 'no_price', value: 'Лилии' },
    { line: 6, reason: 'repeated', value: 'r51' },
  ]);
  expect(await goods('неж')).toEqual([
    {
      sku: 'r25',
      title: 'Букет «Нежность»',
      description: '25 роз и эвкалипт',
      category: 'Букеты',
      price: { amountMinor: 250_000, currency: 'RUB' },
      isAvailable: true,
      pictureUrl: 'https://shop.example/r.jpg',
    },
  ]);
  expect((await goods('b1'))[0]?.title).toBe('Мишка Тедди 40 см');
  await upload('new.csv', 'Название;Цена\nПионы;"1 900,00"\n');
  expect((await goods()).map(({ title }) => title)).toEqual(['Пионы']);
});

test('a workbook, a table of Windows and a YML in its encoding are read too', async () => {
  const table = [
    ['Каталог'],
    ['Артикул', 'Название', 'Цена', 'В наличии'],
    ['1', 'Розы', 1_900, 'да'],
    ['2', 'Лилии', 900, 'нет'],
  ];
  expect((await upload('a.xlsx', await aWorkbook({ rows: table }))).body).toMatchObject({ items: 2, available: 1 });
  expect((await upload('a.csv', in1251('Название;Цена\nПионы;1900\n'))).body).toMatchObject({ items: 1 });
  expect((await goods())[0]?.title).toBe('Пионы');
  await upload('a.yml', in1251(YML.replace('UTF-8', 'windows-1251')));
  expect(await goods('Тюльпаны')).toHaveLength(1);
});

/** Cyrillic letters of Windows-1251. */
const in1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      if (code < 128) return code;
      if (letter === '«') return 0xab;
      if (letter === '»') return 0xbb;
      return code - 0x410 + 0xc0;
    }),
  );

test.each([
  ['a table without titles of columns', 'Розы;2900\nПионы;1900\n', 'catalogue.no_columns'],
  ['a table without a row to sell', 'Название;Цена\nРозы;\n', 'catalogue.empty'],
  ['a page', '<html><body>Hello</body></html>', 'file.wrong_type'],
  ['a broken YML', YML.slice(0, 700), 'catalogue.unreadable'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3, 0, 0, 5]), 'file.wrong_type'],
])('%s is refused, and the catalogue stays as it was', async (_what, content, code) => {
  await upload('catalogue.yml', YML);
  expect((await upload('x', content)).body.code).toBe(code);
  expect(await goods()).toHaveLength(4);
});

test('the catalogue of another cabinet is neither read nor replaced', async () => {
  const other = await server.signUp();
  expect((await upload('a.yml', YML, other.token)).body.code).toBe('assistant.not_found');
  expect((await server.call(contract.getCatalogue, { token: other.token, params })).status).toBe(404);
  expect((await server.call(contract.listFlowerOrders, { token: other.token, params })).status).toBe(404);
});

test('a copy of the assistant has the catalogue', async () => {
  await upload('catalogue.yml', YML);
  const { body: copy } = await server.call(duplicateAssistant, { token: owner.token, params });
  params = { assistantId: copy.id };
  expect(await goods()).toHaveLength(4);
  expect((await server.call(contract.getCatalogue, { token: owner.token, params })).body.catalogue).toMatchObject({
    items: 4,
  });
});

test('goods are found by words in any form and within a price; what is sold out or not sold is never found', async () => {
  await upload('catalogue.yml', YML);
  const found = await search('букет роз до 3000', 3_000);
  expect(found).toMatchObject({ ok: true, items: [{ sku: 'r25', price: '2\u00A0500\u00A0₽' }] });
  expect(await search('розы', 1_000)).toMatchObject({ ok: false, reason: 'dearer', items: [{ sku: 'r51' }, {}] });
  expect(await search('тюльпаны')).toMatchObject({
    ok: false,
    reason: 'not_in_catalogue',
    categories: ['Букеты', 'Подарки'],
  });
  expect(await search('цветы', 2_000)).toMatchObject({ ok: true, items: [{ sku: 'b1' }] });
});

test('hours and prices of delivery are the owner’s', async () => {
  const answer = await run('delivery_times', { day: dayAfter(1) });
  expect(answer).toMatchObject({
    ok: true,
    days: [{ day: dayAfter(1), from: '09:00', until: '21:00' }],
    delivery: [{ zone: 'Центр', price: '300\u00A0₽' }],
    free_delivery_from: '5\u00A0000\u00A0₽',
    pickup_address: 'ул. Мира, 1',
  });
});

test('an order is placed once in a turn, stands in the conversation, is an event, and the owner is notified', async () => {
  await upload('catalogue.yml', YML);
  const placed = await order();
  expect(placed).toMatchObject({
    ok: true,
    order: { number: 1, goods: '2\u00A0500\u00A0₽', delivery: '300\u00A0₽', total: '2\u00A0800\u00A0₽', time: '15:00' },
  });
  expect(await order({ items: [{ sku: 'r51', quantity: 9 }] })).toEqual(placed);
  const { body } = await server.call(contract.listFlowerOrders, { token: owner.token, params });
  expect(body.counts).toEqual({ new: 1, accepted: 0, done: 0, cancelled: 0 });
  expect(body.items).toMatchObject([
    {
      number: 1,
      status: 'new',
      recipientPhone: '+79161112233',
      total: { amountMinor: 280_000 },
      cardText: 'С праздником!',
    },
  ]);
  const { body: thread } = await server.call(getThread, { token: owner.token, params: { conversationId } });
  expect(thread.items.map(({ event }) => event)).toContainEqual({
    name: 'assistant_order',
    number: 1,
    summary: expect.stringContaining('Букет «Нежность» × 1'),
  });
  const waiting = await server.call(listConversations, { token: owner.token, query: { list: 'waiting' } });
  expect(waiting.body.items).toMatchObject([{ id: conversationId, needsPersonReason: 'new_order' }]);
  const { rows: events } = await server.owner.query('select name, properties from api_events where tenant_id = $1', [
    owner.tenantId,
  ]);
  expect(events).toMatchObject([{ name: 'flower_order', properties: { number: 1, total: 2_800, way: 'delivery' } }]);
  await server.runJobs();
  const mail = mailbox.mails.at(-1);
  expect(mail?.to?.[0]?.address).toBe('shop@example.com');
  expect(mail?.text).toContain('Анна, +79161112233');
});

test.each<[object, string]>([
  [{ items: [{ sku: 'пионы', quantity: 1 }] }, 'not_in_catalogue'],
  [{ items: [{ sku: 't15', quantity: 1 }] }, 'not_in_catalogue'],
  [{ items: [] }, 'no_items'],
  [{ when: 'завтра' }, 'needs_time'],
  [{ when: '2026-01-01 12:00' }, 'not_open'],
  [{ address: null }, 'needs_address'],
  [{ recipient_name: null }, 'needs_name'],
  [{ recipient_phone: '12' }, 'needs_phone'],
])('an order with %j is not placed, and the model hears what is missing', async (given, reason) => {
  await upload('catalogue.yml', YML);
  expect(await order(given)).toMatchObject({ ok: false, reason, next: expect.any(String) });
  expect((await server.call(contract.listFlowerOrders, { token: owner.token, params })).body.items).toEqual([]);
});

test('a shop that does not deliver offers its address, and one without a place is not picked up from', async () => {
  await upload('catalogue.yml', YML);
  expect(await order({}, { plugin: { zones: [] } })).toMatchObject({
    reason: 'no_delivery',
    pickup_address: 'ул. Мира, 1',
  });
  expect(await order({ way: 'pickup' }, { plugin: { pickupAddress: '' } })).toMatchObject({ reason: 'no_pickup' });
  expect(await order({ way: 'pickup', address: null })).toMatchObject({ ok: true, order: { delivery: null } });
});

test('a trial searches the catalogue, but places no order', async () => {
  await upload('catalogue.yml', YML);
  const given = { recipient_phone: '+79160000000' };
  expect(await order(given, { contactId: null })).toMatchObject({ ok: true, is_trial: true });
  expect((await server.call(contract.listFlowerOrders, { token: owner.token, params })).body.items).toEqual([]);
});

test('a member moves an order on, and the client hears its state; orders of others are not told', async () => {
  await upload('catalogue.yml', YML);
  await order();
  await order({}, { key: 'turn 2' });
  const { token } = owner;
  const { body } = await server.call(contract.listFlowerOrders, { token, params });
  expect(body.items.map(({ number }) => number)).toEqual([2, 1]);
  const orderId = body.items[0]?.id ?? contract.FlowerOrderId.parse(randomUUID());
  const moved = await server.call(contract.setFlowerOrderStatus, {
    token,
    params: { ...params, orderId },
    body: { status: 'accepted' },
  });
  expect(moved.body).toMatchObject({ number: 2, status: 'accepted' });
  expect(await run('order_status', { number: 2 })).toMatchObject({
    ok: true,
    orders: [{ number: 2, status: 'accepted, being prepared' }],
  });
  const stranger = (await rows.aContact({ tenantId: owner.tenantId })).id;
  expect(await run('order_status', { number: 2 }, { contactId: stranger })).toMatchObject({ reason: 'no_orders' });
  const unknown = { ...params, orderId: contract.FlowerOrderId.parse(randomUUID()) };
  const missing = await server.call(contract.setFlowerOrderStatus, {
    token,
    params: unknown,
    body: { status: 'done' },
  });
  expect(missing.body.code).toBe('flower_order.not_found');
});

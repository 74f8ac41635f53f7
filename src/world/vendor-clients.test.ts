import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bot, InlineKeyboard, webhookCallback } from 'grammy';
import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createCaller } from './testing/caller.ts';
import { type Product, startProduct } from './testing/product.ts';
import { type World, startWorld } from './world.ts';

/** Clients that the vendors, or a community for them, wrote: what they accept is what the services answer. */

const SID = `AC${'1'.padStart(32, '0')}`;
const AUTH_TOKEN = 'twilio-demo-token';
const NUMBER = '+79990000101';
const BOT_TOKEN = '700000001:DEMO-bot-token';
const ANNA = '79160000001';

let world: World;
let product: Product;
let sim: Caller;

beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  sim = createCaller(world.url);
});
afterAll(async () => {
  await world.close();
  await product.close();
});
beforeEach(async () => {
  await sim('POST', '/_sim/seed', {});
  product.answers.length = 0;
  product.webhooks.length = 0;
});

const settle = () => sim('POST', '/_sim/settle', {});
const advance = (advanceMs: number) => sim('POST', '/_sim/clock', { advanceMs });

/** The vendor's own HTTP client, with the hosts of Twilio replaced by the simulator. */
class ToWorld extends twilio.RequestClient {
  override request<TData>(options: RequestClient.RequestOptions<TData>) {
    const uri = options.uri.replace(/^https:\/\/(api|messaging|content)\.twilio\.com/, `${world.url}/twilio`);
    return super.request<TData>({ ...options, uri });
  }
}
const client = (token = AUTH_TOKEN) => twilio(SID, token, { httpClient: new ToWorld() });

test("Twilio's client lists senders, sends an SMS and reads it back with its price", async () => {
  const numbers = await client().incomingPhoneNumbers.list({ limit: 20 });
  expect(numbers.map(({ phoneNumber }) => phoneNumber)).toEqual([NUMBER]);
  const services = await client().messaging.v1.services.list({ limit: 20 });
  expect(services.map(({ friendlyName }) => friendlyName)).toEqual(['Студия Ромашка SMS']);
  const statusCallback = `${product.url}/hooks/twilio`;
  const { sid, status } = await client().messages.create({
    to: `+${ANNA}`,
    from: NUMBER,
    body: 'Ждём',
    statusCallback,
  });
  expect(status).toBe('queued');
  await advance(120_000);
  await settle();
  expect(await client().messages(sid).fetch()).toMatchObject({
    status: 'delivered',
    price: '-0.00790',
    numSegments: '1',
  });
  expect((await client().balance.fetch()).currency).toBe('USD');
});

test("Twilio's client accepts the signature of a webhook", async () => {
  const url = `${product.url}/hooks/twilio`;
  const [number] = await client().incomingPhoneNumbers.list({ limit: 1 });
  await client().incomingPhoneNumbers(number!.sid).update({ smsUrl: url });
  await sim('POST', '/_sim/twilio/inbound', { from: `+${ANNA}`, text: 'Да, буду' });
  await settle();
  const { headers, raw } = product.webhooks.at(-1)!;
  const signature = String(headers['x-twilio-signature']);
  const fields = Object.fromEntries(new URLSearchParams(raw));
  expect(twilio.validateRequest(AUTH_TOKEN, signature, url, fields)).toBe(true);
  expect(twilio.validateRequest('another', signature, url, fields)).toBe(false);
});

test("a refusal is an error of Twilio's client, with its code", async () => {
  const send = client().messages.create({ to: '+15005550004', from: NUMBER, body: 'Ждём' });
  await expect(send).rejects.toMatchObject({ status: 400, code: 21610 });
  await expect(client('wrong').incomingPhoneNumbers.list({ limit: 1 })).rejects.toMatchObject({ code: 20003 });
});

test("Twilio's client makes a content, submits it, and sends it on WhatsApp", async () => {
  const [sender] = await client().messaging.v2.channelsSenders.list({ channel: 'whatsapp', limit: 20 });
  expect(sender?.senderId).toBe(`whatsapp:${NUMBER}`);
  const content = await client().content.v1.contents.create({
    friendlyName: 'table_ready',
    language: 'en',
    variables: { 1: 'Anna' },
    types: { twilioText: { body: '{{1}}, your table is ready now.' } } as never, // NOTE: its model has every type
  });
  const send = (contentSid: string) =>
    client().messages.create({
      to: `whatsapp:+${ANNA}`,
      from: `whatsapp:${NUMBER}`,
      contentSid,
      contentVariables: JSON.stringify({ 1: 'Мария' }),
    });
  const { sid } = await send(content.sid);
  await advance(60_000);
  expect(await client().messages(sid).fetch()).toMatchObject({ status: 'failed', errorCode: 63016 });
  await client().content.v1.contents(content.sid).approvalCreate.create({ name: 'table_ready', category: 'UTILITY' });
  await advance(61_000);
  const listed = await client().content.v1.contentAndApprovals.list({ limit: 50 });
  expect(listed.find(({ sid: one }) => one === content.sid)?.approvalRequests).toMatchObject({ status: 'approved' });
  const approved = await send(content.sid);
  await advance(60_000);
  expect(await client().messages(approved.sid).fetch()).toMatchObject({
    status: 'read',
    body: 'Мария, your table is ready now.',
  });
});

test('grammY talks to a bot: buttons out, a message and a tap in', async () => {
  const bot = new Bot(BOT_TOKEN, { client: { apiRoot: `${world.url}/tg` } });
  const received: string[] = [];
  bot.on('message:text', async (context) => {
    received.push(context.message.text);
    const reply_markup = new InlineKeyboard().text('Приду', 'c:42').url('Карта', 'https://maps.example/1');
    await context.reply('<b>Ждём</b> вас', { parse_mode: 'HTML', reply_markup });
  });
  bot.on('callback_query:data', async (context) => {
    received.push(context.callbackQuery.data);
    await context.answerCallbackQuery('Спасибо');
  });
  await bot.init();
  expect(bot.botInfo.username).toBe('romashka_salon_bot');
  const webhook = await listen(webhookCallback(bot, 'http', { secretToken: 'hush' }));
  await bot.api.setWebhook(webhook.url, { secret_token: 'hush' });
  expect(await bot.api.getWebhookInfo()).toMatchObject({ url: webhook.url });

  await sim('POST', '/_sim/tg/inbound', { from: ANNA, start: 'visit42' });
  await sim('POST', '/_sim/tg/inbound', { from: ANNA, text: 'Здравствуйте' });
  await settle();
  await sim('POST', '/_sim/tg/callback', { from: ANNA, button: 1 });
  await settle();
  expect(received).toEqual(['/start visit42', 'Здравствуйте', 'c:42']);
  await expect(bot.api.sendMessage(1, 'Кто здесь?')).rejects.toMatchObject({ error_code: 400 });
  webhook.server.close();
});

async function listen(handler: Parameters<typeof createServer>[1]): Promise<{ url: string; server: Server }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }; // it listens on a port
}

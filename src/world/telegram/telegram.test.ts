import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createCaller } from '../testing/caller.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { type World, startWorld } from '../world.ts';

const ANNA = '79160000001';
let world: World;
let product: Product;
let sim: Caller;
let bot: Caller;
let chatId: number;

beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
  sim = createCaller(world.url);
  bot = createCaller(`${world.url}/tg/bot700000001:DEMO-bot-token`);
});
afterAll(async () => {
  await world.close();
  await product.close();
});
beforeEach(async () => {
  await sim('POST', '/_sim/seed', {});
  product.answers.length = 0;
  await bot('POST', '/setWebhook', { url: `${product.url}/hooks/tg/t`, secret_token: 'hush' });
  await sim('POST', '/_sim/tg/inbound', { from: ANNA, start: 'visit42' });
  await settle();
  chatId = product.webhooks.at(-1)!.body.message.chat.id;
  product.webhooks.length = 0;
});

const settle = () => sim('POST', '/_sim/settle', {});
const advance = (advanceMs: number) => sim('POST', '/_sim/clock', { advanceMs });
const confirm = { inline_keyboard: [[{ text: 'Подтвердить', callback_data: 'c:42' }]] };

test('getMe knows a token; a wrong one is 401 and a malformed one 404', async () => {
  expect((await bot('GET', '/getMe')).body.result).toMatchObject({ id: 700000001, username: 'romashka_salon_bot' });
  expect((await sim('GET', '/tg/bot1:nope/getMe')).body).toMatchObject({
    ok: false,
    error_code: 401,
    description: 'Unauthorized',
  });
  expect((await sim('GET', '/tg/botnope/getMe')).status).toBe(404);
  expect((await bot('GET', '/noSuchMethod')).status).toBe(404);
});

test('an update carries the secret and a deep link comes as /start with its payload', async () => {
  await sim('POST', '/_sim/tg/inbound', { from: ANNA, start: 'again' });
  await settle();
  const [webhook] = product.webhooks;
  expect(webhook!.headers['x-telegram-bot-api-secret-token']).toBe('hush');
  expect(webhook!.body.message).toMatchObject({
    text: '/start again',
    chat: { type: 'private' },
    from: { language_code: 'ru' },
  });
});

test('a user cannot be messaged before starting the bot', async () => {
  const refused = await bot('POST', '/sendMessage', { chat_id: 42, text: 'Привет' });
  expect([refused.status, refused.body.description]).toEqual([400, 'Bad Request: chat not found']);
});

test('a tap is a callback query that spins until it is answered', async () => {
  const sent = await bot('POST', '/sendMessage', { chat_id: chatId, text: 'Подтвердите визит', reply_markup: confirm });
  await sim('POST', '/_sim/tg/callback', { from: ANNA, button: 1 });
  await settle();
  const query = product.webhooks[0]!.body.callback_query;
  expect(query).toMatchObject({ data: 'c:42', message: { message_id: sent.body.result.message_id } });

  const isSpinning = async () => (await sim('GET', '/_sim/tg')).body.chats[0].messages.at(-1).isSpinning;
  expect(await isSpinning()).toBe(true);
  expect(
    (await bot('POST', '/answerCallbackQuery', { callback_query_id: query.id, text: 'Ждём вас' })).body.result,
  ).toBe(true);
  expect(await isSpinning()).toBe(false);
  expect((await bot('POST', '/answerCallbackQuery', { callback_query_id: 'old' })).body.description).toContain(
    'query is too old',
  );
});

test('after a block every send is 403 to the letter, and unblocking lifts it', async () => {
  await sim('POST', '/_sim/tg/block', { from: ANNA });
  await settle();
  expect(product.webhooks[0]!.body.my_chat_member.new_chat_member.status).toBe('kicked');
  const refused = await bot('POST', '/sendMessage', { chat_id: chatId, text: 'Привет' });
  expect([refused.status, refused.body.description]).toEqual([403, 'Forbidden: bot was blocked by the user']);
  await sim('POST', '/_sim/tg/unblock', { from: ANNA });
  expect((await bot('POST', '/sendMessage', { chat_id: chatId, text: 'Привет' })).status).toBe(200);
});

test('callback data over 64 bytes is refused, Cyrillic counted by bytes', async () => {
  const withData = (callback_data: string) => ({ inline_keyboard: [[{ text: 'Да', callback_data }]] });
  const send = (data: string) =>
    bot('POST', '/sendMessage', { chat_id: chatId, text: 'x', reply_markup: withData(data) });
  expect((await send('я'.repeat(32))).status).toBe(200);
  expect((await send('я'.repeat(33))).body.description).toBe('Bad Request: BUTTON_DATA_INVALID');
});

test('a burst of five to one chat passes, the sixth gets a retry time', async () => {
  await sim('POST', '/_sim/clock', { factor: 0.001 });
  const send = () => bot('POST', '/sendMessage', { chat_id: chatId, text: 'x' });
  for (let nth = 0; nth < 5; nth++) expect((await send()).status).toBe(200);
  const refused = await send();
  expect([refused.status, refused.body.parameters]).toEqual([429, { retry_after: 1 }]);
  await advance(1000);
  expect((await send()).status).toBe(200);
});

test.each([
  ['HTML', 'a <b>bold', "can't parse entities"],
  ['HTML', '1 < 2', "can't parse entities"],
  ['MarkdownV2', 'Ждём вас.', "can't parse entities"],
])('wrong %s markup is refused', async (parse_mode, text, reason) => {
  const refused = await bot('POST', '/sendMessage', { chat_id: chatId, text, parse_mode });
  expect(refused.status).toBe(400);
  expect(refused.body.description).toContain(reason);
});

test('right markup passes, and the limit of 4096 counts what is seen', async () => {
  const send = (text: string, parse_mode: string) => bot('POST', '/sendMessage', { chat_id: chatId, text, parse_mode });
  expect((await send(`<b>${'x'.repeat(4096)}</b>`, 'HTML')).status).toBe(200);
  expect((await send('*Ждём* вас\\. [Адрес](https://ex.test/a.b)', 'MarkdownV2')).status).toBe(200);
  expect((await send('x'.repeat(4097), 'HTML')).body.description).toBe('Bad Request: message is too long');
});

test('updates wait for a webhook, are repeated after a failure, and are not given to getUpdates meanwhile', async () => {
  product.answers.push(500);
  await sim('POST', '/_sim/tg/inbound', { from: ANNA, text: 'Да' });
  await settle();
  expect((await bot('GET', '/getWebhookInfo')).body.result).toMatchObject({ pending_update_count: 1 });
  expect((await bot('GET', '/getUpdates')).status).toBe(409);
  await advance(1000);
  await settle();
  expect(product.webhooks).toHaveLength(2);
  expect((await bot('GET', '/getWebhookInfo')).body.result.pending_update_count).toBe(0);

  await bot('POST', '/deleteWebhook', {});
  await sim('POST', '/_sim/tg/inbound', { from: ANNA, text: 'Ещё' });
  expect((await bot('GET', '/getUpdates')).body.result).toHaveLength(1);
});

test("a shared number has its owner's id, another contact card does not", async () => {
  await sim('POST', '/_sim/tg/inbound', { from: ANNA, contact: true });
  await sim('POST', '/_sim/tg/inbound', { from: ANNA, contact: 'foreign' });
  await settle();
  const [own, foreign] = product.webhooks.map(({ body }) => body.message);
  expect([own.contact.phone_number, own.contact.user_id]).toEqual([ANNA, own.from.id]);
  expect(foreign.contact.user_id).not.toBe(foreign.from.id);
});

test('buttons are taken away by an edit, and the same edit again is not modified', async () => {
  const sent = await bot('POST', '/sendMessage', { chat_id: chatId, text: 'x', reply_markup: confirm });
  const edit = () =>
    bot('POST', '/editMessageReplyMarkup', { chat_id: chatId, message_id: sent.body.result.message_id });
  expect((await edit()).status).toBe(200);
  expect((await edit()).body.description).toContain('message is not modified');
});

test('a webhook that is not https is refused unless it is on this machine', async () => {
  expect((await bot('POST', '/setWebhook', { url: 'http://example.test/h' })).body.description).toContain('HTTPS');
});

test('a picture that is far longer than wide is refused, as the Bot API does', async () => {
  const send = async (width: number, height: number) => {
    const png = Buffer.alloc(24);
    png.write('\x89PNG', 0, 'latin1');
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    const form = new FormData();
    form.set('chat_id', String(chatId));
    form.set('photo', new Blob([png], { type: 'image/png' }), 'a.png');
    const response = await fetch(`${world.url}/tg/bot700000001:DEMO-bot-token/sendPhoto`, {
      method: 'POST',
      body: form,
    });
    return (await response.json()) as { ok: boolean; description?: string };
  };
  expect(await send(100, 3_000)).toMatchObject({ ok: false, description: 'Bad Request: PHOTO_INVALID_DIMENSIONS' });
  expect(await send(8_000, 2_001)).toMatchObject({ ok: false });
  expect(await send(2_000, 100)).toMatchObject({ ok: true });
});

test('a form with a picture is taken as multipart', async () => {
  const form = new FormData();
  form.set('chat_id', String(chatId));
  form.set('reply_markup', JSON.stringify(confirm));
  form.set('photo', new Blob(['png'], { type: 'image/png' }), 'a.png');
  const response = await fetch(`${world.url}/tg/bot700000001:DEMO-bot-token/sendPhoto`, { method: 'POST', body: form });
  const { result } = (await response.json()) as { result: { photo: { file_id: string }[] } }; // the shape under test
  const file = await bot('GET', `/getFile?file_id=${result.photo[0]!.file_id}`);
  const bytes = await sim('GET', `/tg/file/bot700000001:DEMO-bot-token/${file.body.result.file_path}`);
  expect(bytes.body).toBe('png');
  expect((await sim('GET', '/_sim/warnings')).body.warnings).toEqual([]);
});

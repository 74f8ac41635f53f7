import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { ChannelEvent, OutgoingMessage } from '#server/channels/port.ts';
import { type Call, createHttpClient } from '#server/platform/http/http-client.ts';
import { catchWebhooks } from '#server/testing/world/webhook-catcher.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { createTelegram } from './provider.ts';

const world = await simulateWorld();
const caught = await catchWebhooks();
const http = createHttpClient();
afterAll(() => http.close());

const options = { http: http.send, baseUrl: `${world.url}/tg` };
const bot = createTelegram(options);
const TOKEN = { token: '700000001:DEMO-bot-token' };
const webhook = { url: caught.url, headerSecret: 'our_secret-1' };
const ANNA = '79160000001';
const { signal } = new AbortController();

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  caught.payloads.length = 0;
  await bot.subscribe(TOKEN, webhook);
  await world.control('POST', '/tg/inbound', { from: ANNA, start: 'hello' });
  await world.passTime(0);
});
afterEach(async () => {
  expect(await world.control('GET', '/warnings?channel=tg')).toEqual({ warnings: [] });
});

function read(): ChannelEvent[] {
  return caught.payloads.flatMap((post) => bot.read(post));
}

/** Anna's chat id, from the first update. */
function chatId(): string {
  const [first] = read();
  return first?.kind === 'message' ? first.from.channelUserId : '';
}

function aMessage(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const to = { phone: null, channelUserId: chatId() };
  return { reference: randomUUID(), to, text: 'Ждём вас', image: null, buttons: [], template: null, ...change };
}
const send = (change: Partial<OutgoingMessage> = {}) =>
  bot.send({ credentials: TOKEN, webhook, message: aMessage(change), signal });

test('the token identifies the bot', async () => {
  expect(await bot.check(TOKEN)).toMatchObject({
    isOk: true,
    value: { externalId: '700000001', address: '@romashka_salon_bot' },
  });
});

test.each(['700000001:wrong', 'nonsense', '1:a/../getMe', ''])('the token %j is wrong', async (token) => {
  expect(await bot.check({ token })).toMatchObject({ isOk: false, trouble: 'wrong_token', isTemporary: false });
});

test("a webhook URL refused by Telegram is reported with Telegram's text", async () => {
  const bad = await bot.subscribe(TOKEN, { ...webhook, url: 'http://salon.example/hooks' });
  expect(bad).toMatchObject({ isOk: false, trouble: 'hook_refused', isTemporary: false });
});

test('a text is sent as soon as it is accepted', async () => {
  const outcome = await send();
  expect(outcome).toMatchObject({ kind: 'accepted', isSent: true, channelUserId: chatId() });
  expect(outcome.kind === 'accepted' && outcome.providerMessageId).toMatch(new RegExp(`^${chatId()}:\\d+$`));
});

test('formatted text arrives formatted, and unmatched marks arrive as typed', async () => {
  await send({ text: '*Завтра* в 10:00 & 2*3 < _7_' });
  await send({ text: 'a_b & 2 < 3' });
  const { requests } = await world.control<{ requests: { status: number; body: object }[] }>(
    'GET',
    '/log?path=sendMessage',
  );
  expect(requests).toMatchObject([
    { status: 200, body: { text: '<b>Завтра</b> в 10:00 &amp; 2*3 &lt; <i>7</i>', parse_mode: 'HTML' } },
    { status: 200, body: { text: 'a_b & 2 < 3' } },
  ]);
});

test('an image goes with its caption', async () => {
  expect(await send({ image: { url: 'https://ex.test/a.jpg', mime: 'image/jpeg' } })).toMatchObject({
    kind: 'accepted',
  });
});

test('a document goes with its caption, marked', async () => {
  const file = { url: 'https://ex.test/a.pdf', mime: 'application/pdf', name: 'Прайс.pdf' };
  expect(await send({ file, text: '*Цены*' })).toMatchObject({ kind: 'accepted' });
  const { requests } = await world.control<{ requests: { body: object }[] }>('GET', '/log?path=sendDocument');
  expect(requests).toMatchObject([{ body: { document: file.url, caption: '<b>Цены</b>', parse_mode: 'HTML' } }]);
});

const MEDIA = {
  video: { url: 'https://ex.test/a.mp4', mime: 'video/mp4', name: 'a.mp4' },
  voice: { url: 'https://ex.test/a.ogg', mime: 'audio/ogg', name: 'a.ogg' },
  audio: { url: 'https://ex.test/a.mp3', mime: 'audio/mpeg', name: 'a.mp3' },
};

test.each(['video', 'voice', 'audio'] as const)('%s is sent as such, with its caption', async (kind) => {
  expect(await send({ file: MEDIA[kind] })).toMatchObject({ kind: 'accepted' });
  const { chats } = await world.control<{ chats: { messages: { media: object | null; text: string }[] }[] }>(
    'GET',
    '/tg',
  );
  expect(chats[0]?.messages.at(-1)).toMatchObject({ media: { kind, link: MEDIA[kind].url }, text: 'Ждём вас' });
});

test('a person who refuses voice messages gets the voice as a file', async () => {
  await world.control('POST', '/tg/voices', { from: ANNA, isRefused: true });
  expect(await send({ file: MEDIA.voice })).toMatchObject({ kind: 'accepted' });
  const { requests } = await world.control<{ requests: { body: object; status: number }[] }>('GET', '/log?path=/send');
  expect(requests).toMatchObject([
    { status: 400, body: { voice: MEDIA.voice.url } },
    { status: 200, body: { document: MEDIA.voice.url, caption: 'Ждём вас' } },
  ]);
});

test('answers and links are buttons, and a tap is received', async () => {
  const sent = await send({
    buttons: [
      { type: 'answer', title: 'Подтвердить', id: 'confirm:42' },
      { type: 'url', title: 'Адрес', url: 'https://ex.test/1' },
    ],
  });
  await world.control('POST', '/tg/callback', { from: ANNA, button: 1 });
  await world.passTime(0);
  const tap = read().at(-1)!;
  expect(tap).toMatchObject({
    kind: 'message',
    content: 'button',
    buttonId: 'confirm:42',
    text: 'Подтвердить',
    quotedProviderId: sent.kind === 'accepted' ? sent.providerMessageId : '',
  });
  await bot.acknowledge!(TOKEN, tap);
  const { requests } = await world.control<{ requests: { status: number }[] }>('GET', '/log?path=answerCallbackQuery');
  expect(requests).toMatchObject([{ status: 200 }]);
});

test('an answer longer than Telegram takes is refused', async () => {
  const buttons = [{ type: 'answer' as const, title: 'Да', id: 'я'.repeat(33) }];
  expect(await send({ buttons })).toMatchObject({ kind: 'refused', errorClass: 'content_rejected' });
});

test('a contact asked for a phone number shares their own', async () => {
  expect(await send({ buttons: [{ type: 'share_phone', title: 'Отправить номер' }] })).toMatchObject({
    kind: 'accepted',
  });
  await world.control('POST', '/tg/inbound', { from: ANNA, contact: true });
  await world.control('POST', '/tg/inbound', { from: ANNA, contact: 'foreign' });
  await world.passTime(0);
  const shared = read().flatMap((event) => (event.kind === 'message' ? [event.sharedPhone] : []));
  expect(shared).toEqual([null, `+${ANNA}`, null]);
});

test('inbound texts, files, quotes and corrections are read', async () => {
  const sent = await send();
  const quoted = sent.kind === 'accepted' ? sent.providerMessageId : '';
  const replyTo = Number(quoted.split(':')[1]);
  const inbound = await world.control<{ messageId: number }>('POST', '/tg/inbound', {
    from: ANNA,
    text: 'Нет',
    replyTo,
  });
  await world.control('POST', '/tg/inbound', { from: ANNA, photo: { caption: 'Вот' } });
  await world.control('POST', '/tg/inbound', { from: ANNA, document: { filename: 'a.pdf', mime: 'application/pdf' } });
  await world.control('POST', '/tg/inbound', { from: ANNA, voice: { mime: 'audio/ogg' } });
  await world.control('POST', '/tg/inbound', { from: ANNA, text: 'Да', edits: inbound.messageId });
  await world.passTime(0);
  const [, first, ...others] = read();
  expect(first).toMatchObject({ content: 'text', text: 'Нет', quotedProviderId: quoted, from: { name: 'Анна' } });
  expect(others).toMatchObject([
    { content: 'image', text: 'Вот', media: { name: null } },
    { content: 'file', text: null, media: { name: 'a.pdf' } },
    { content: 'voice', text: null, media: { mime: 'audio/ogg' } },
    { content: 'text', text: 'Да', isEdit: true },
  ]);
  const ids = read().map((event) => event.kind === 'message' && event.providerMessageId);
  expect(ids.at(-1)).toBe(ids[1]);
  expect(new Set(ids).size).toBe(5);
});

test('a webhook we did not accept is delivered again, and a repeated one is the same message', async () => {
  caught.payloads.length = 0;
  caught.answers.push(500);
  await world.control('POST', '/tg/inbound', { from: ANNA, text: 'Да' });
  await world.passTime(0);
  await world.passTime(1_000);
  const { webhooks } = await world.control<{ webhooks: { id: string }[] }>('GET', '/webhooks?channel=tg');
  await world.control('POST', `/webhooks/${webhooks.at(-1)!.id}/repeat`, {});
  expect(caught.payloads).toHaveLength(3);
  const ids = read().map((event) => event.kind === 'message' && event.providerMessageId);
  expect(new Set(ids).size).toBe(1);
});

test('webhooks are authenticated by our secret', async () => {
  expect(caught.payloads.every((post) => bot.verify(post, webhook, TOKEN))).toBe(true);
  expect(bot.verify(caught.payloads[0]!, { ...webhook, headerSecret: 'another' }, TOKEN)).toBe(false);
  expect(bot.verify({ ...caught.payloads[0]!, headers: {} }, webhook, TOKEN)).toBe(false);
});

test('a start link contains our token', () => {
  expect(read()).toMatchObject([{ content: 'start', text: '/start hello', startToken: 'hello' }]);
  const identity = { externalId: '1', address: '@romashka_salon_bot', name: null };
  expect(bot.startUrl!(identity, 'hello')).toBe('https://t.me/romashka_salon_bot?start=hello');
  expect(bot.startUrl!(identity, null)).toBe('https://t.me/romashka_salon_bot');
});

test('a block is reported, stops messages, and can be undone', async () => {
  await world.control('POST', '/tg/block', { from: ANNA });
  expect(await send()).toMatchObject({
    kind: 'refused',
    errorClass: 'opted_out',
    text: 'Forbidden: bot was blocked by the user',
  });
  await world.control('POST', '/tg/unblock', { from: ANNA });
  await world.passTime(0);
  expect(read().map(({ kind }) => kind)).toEqual(['message', 'blocked', 'unblocked']);
  expect(await send()).toMatchObject({ kind: 'accepted' });
});

test('an unknown chat, a deleted account and a phone alone cannot be reached', async () => {
  const stranger = { phone: null, channelUserId: '4242' };
  expect(await send({ to: stranger })).toMatchObject({ kind: 'refused', errorClass: 'recipient_invalid' });
  expect(await send({ to: { phone: `+${ANNA}`, channelUserId: null } })).toMatchObject({
    kind: 'refused',
    errorClass: 'recipient_invalid',
  });
  const message = aMessage();
  await world.control('POST', '/tg/deactivate', { from: ANNA });
  expect(await bot.send({ credentials: TOKEN, webhook, message, signal })).toMatchObject({
    kind: 'refused',
    errorClass: 'recipient_invalid',
  });
});

test('a rate limit pauses the whole bot for the stated time', async () => {
  await world.control('POST', '/clock', { factor: 0.001 });
  const outcomes = [];
  for (let n = 0; n < 6; n++) outcomes.push(await send({ text: `№${n}` }));
  expect(outcomes.map(({ kind }) => kind)).toEqual([...Array<string>(5).fill('accepted'), 'unreached']);
  expect(outcomes.at(-1)).toMatchObject({ errorClass: 'rate_limited', scope: 'channel', retryAfterMs: 1_000 });
  await world.passTime(1_000);
  expect(await send()).toMatchObject({ kind: 'accepted' });
});

test('a revoked token is an authorization failure', async () => {
  await world.control('DELETE', `/tg/bots/${TOKEN.token}`);
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'auth' });
});

test.each([
  [
    { action: 'http', status: 500 },
    { kind: 'unreached', errorClass: 'temporary' },
  ],
  [{ action: 'http', status: 502, body: '<html>nginx</html>' }, { kind: 'unknown' }],
  [{ action: 'reset' }, { kind: 'unknown' }],
])('when Telegram fails by %o the message is %o', async (fault, outcome) => {
  await world.control('POST', '/fault', { channel: 'tg', match: 'sendMessage', ...fault });
  expect(await send()).toMatchObject(outcome);
});

test('a send without an answer has an unknown outcome', async () => {
  await world.control('POST', '/fault', { channel: 'tg', match: 'sendMessage', action: 'timeout' });
  expect(
    await bot.send({ credentials: TOKEN, webhook, message: aMessage(), signal: AbortSignal.timeout(300) }),
  ).toMatchObject({ kind: 'unknown' });
});

/** As the product's clock stands there. */
const inspect = async () => {
  const { now } = await world.control<{ now: string }>('GET', '/clock');
  return bot.inspectWebhook!(TOKEN, webhook, Temporal.Instant.from(now));
};

test('a failing or replaced webhook is detected', async () => {
  expect(await inspect()).toEqual({ isOk: true, value: null });
  caught.answers.push(500);
  await world.control('POST', '/tg/inbound', { from: ANNA, text: 'Да' });
  await world.control('POST', '/settle', {});
  expect(await inspect()).toMatchObject({ isOk: false, trouble: 'hook_failing', text: expect.stringContaining('500') });
  await bot.unsubscribe!(TOKEN, webhook);
  expect(await inspect()).toMatchObject({ isOk: false, trouble: 'hook_failing' });
});

test('an old failure of the webhook is ignored', async () => {
  caught.answers.push(500);
  await world.control('POST', '/tg/inbound', { from: ANNA, text: 'Да' });
  await world.control('POST', '/settle', {});
  await world.passTime(3_600_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  caught.held = promise;
  await world.control('POST', '/tg/inbound', { from: ANNA, text: 'Ещё' });
  expect(await inspect()).toEqual({ isOk: true, value: null });
  resolve();
  await world.control('POST', '/settle', {});
});

test('errors never contain the token', async () => {
  const calls: Call[] = [];
  const failing = createTelegram({
    baseUrl: options.baseUrl,
    http: async (call) => {
      calls.push(call);
      return { kind: 'unknown', reason: 'ECONNRESET' };
    },
  });
  const outcomes = [
    await failing.send({ credentials: TOKEN, webhook, message: aMessage(), signal }),
    await failing.check(TOKEN),
  ];
  expect(calls[0]!.url).toContain(TOKEN.token);
  expect(JSON.stringify(outcomes)).not.toContain(TOKEN.token);
});

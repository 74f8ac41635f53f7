import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { ChannelEvent, OutgoingMessage } from '#server/channels/port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { catchWebhooks } from '#server/testing/world/webhook-catcher.ts';
import { createMax } from './provider.ts';

const world = await simulateWorld();
const caught = await catchWebhooks();
const http = createHttpClient();
const files = createServer((_request, response) => response.end('PDF'));
await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
const fileUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/prices.pdf`; // NOTE: it listens on a port, so the address is not the name of a pipe
afterAll(() => http.close());
afterAll(() => new Promise((resolve) => files.close(resolve)));

const bot = createMax({ http: http.send, baseUrl: `${world.url}/max`, isOwnUrl: (url) => url === fileUrl });
const TOKEN = { token: 'max-romashka-token' };
const webhook = { url: caught.url, headerSecret: 'our_secret-1' };
const ANNA = '79160000001';
const { signal } = new AbortController();

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  caught.payloads.length = 0;
  await bot.subscribe(TOKEN, webhook);
  await world.control('POST', '/max/inbound', { from: ANNA, start: 'hello' });
  await world.passTime(0);
});
afterEach(async () => {
  expect(await world.control('GET', '/warnings?channel=max')).toEqual({ warnings: [] });
});

const read = (): ChannelEvent[] => caught.payloads.flatMap((post) => bot.read(post));

function userId(): string {
  const [first] = read();
  return first?.kind === 'unblocked' ? first.from.channelUserId : '';
}

function send(change: Partial<OutgoingMessage> = {}) {
  const to = { phone: null, channelUserId: userId() };
  const message = {
    reference: randomUUID(),
    to,
    text: 'Ждём вас',
    image: null,
    buttons: [],
    template: null,
    ...change,
  };
  return bot.send({ credentials: TOKEN, webhook, message, signal });
}

const bodies = async (path: string) => {
  const { requests } = await world.control<{ requests: { status: number; body: object }[] }>(
    'GET',
    `/log?path=${path}`,
  );
  return requests.filter(({ status }) => status === 200).map(({ body }) => body);
};
const lastBody = async () => (await bodies('/messages')).at(-1);

test('the token identifies the bot; a wrong one, and one of a bot that is being checked, are refused', async () => {
  expect(await bot.check(TOKEN)).toMatchObject({
    isOk: true,
    value: { externalId: '90000001', address: '@romashka_bot', name: 'Студия Ромашка' },
  });
  expect(await bot.check({ token: 'wrong' })).toMatchObject({
    isOk: false,
    trouble: 'wrong_token',
    isTemporary: false,
  });
  await world.control('PATCH', '/max/bots/romashka_bot', { isModerated: false });
  expect(await bot.check(TOKEN)).toMatchObject({ trouble: 'wrong_token', text: 'Bot is not moderated yet' });
});

test('a text is sent as soon as it is accepted, formatted where it has marks', async () => {
  expect(await send({ text: '*Завтра* & <скоро>' })).toMatchObject({ kind: 'accepted', isSent: true });
  expect(await lastBody()).toMatchObject({ text: '<b>Завтра</b> &amp; &lt;скоро&gt;', format: 'html' });
  await send({ text: 'a_b < 3' });
  expect(await lastBody()).toEqual({ text: 'a_b < 3', attachments: [] });
});

test('a picture goes by its address, a document through the store, which is waited for', async () => {
  expect(await send({ image: { url: 'https://ex.test/a.jpg', mime: 'image/jpeg' } })).toMatchObject({
    kind: 'accepted',
  });
  const file = { url: fileUrl, mime: 'application/pdf', name: 'Прайс.pdf' };
  expect(await send({ file })).toMatchObject({ kind: 'accepted' });
  expect(await lastBody()).toMatchObject({ attachments: [{ type: 'file', payload: { token: expect.any(String) } }] });
});

test.each([
  ['video/mp4', 'video'],
  ['audio/ogg', 'audio'],
])('%s goes through the store as %s', async (mime, type) => {
  expect(await send({ file: { url: fileUrl, mime, name: 'a' } })).toMatchObject({ kind: 'accepted' });
  expect(await lastBody()).toMatchObject({ attachments: [{ type, payload: { token: expect.any(String) } }] });
});

test('a document that cannot be fetched is refused, and nothing is sent', async () => {
  const file = { url: 'http://127.0.0.1:1/private.pdf', mime: 'application/pdf', name: 'a.pdf' };
  expect(await send({ file })).toMatchObject({ kind: 'refused', errorClass: 'content_rejected', code: 'no_file' });
  expect(await bodies('/messages')).toEqual([]);
});

test('answers and links are buttons, and a tap is received and acknowledged', async () => {
  const sent = await send({
    buttons: [
      { type: 'answer', title: 'Подтвердить', id: 'confirm:42' },
      { type: 'url', title: 'Адрес', url: 'https://ex.test/1' },
    ],
  });
  await world.control('POST', '/max/tap', { from: ANNA, payload: 'confirm:42' });
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
  const { taps } = await world.control<{ taps: { isAnswered: boolean }[] }>('GET', '/max');
  expect(taps).toMatchObject([{ isAnswered: true }]);
});

test("a contact's own number is taken, another person's card is not", async () => {
  expect(await send({ buttons: [{ type: 'share_phone', title: 'Отправить номер' }] })).toMatchObject({
    kind: 'accepted',
  });
  await world.control('POST', '/max/inbound', { from: ANNA, contact: true });
  await world.control('POST', '/max/inbound', { from: ANNA, contact: 'foreign' });
  await world.passTime(0);
  expect(read().flatMap((event) => (event.kind === 'message' ? [event.sharedPhone] : []))).toEqual([
    null,
    `+${ANNA}`,
    null,
  ]);
});

test('texts, files, quotes and corrections are read', async () => {
  const sent = await send();
  const quoted = sent.kind === 'accepted' ? sent.providerMessageId : '';
  const { mid } = await world.control<{ mid: string }>('POST', '/max/inbound', {
    from: ANNA,
    text: 'Нет',
    replyTo: quoted,
  });
  await world.control('POST', '/max/inbound', { from: ANNA, text: 'Вот', file: { mime: 'image/png' } });
  await world.control('POST', '/max/inbound', { from: ANNA, file: { mime: 'application/pdf', name: 'a.pdf' } });
  await world.control('POST', '/max/inbound', { from: ANNA, file: { mime: 'audio/ogg' } });
  await world.control('POST', '/max/inbound', { from: ANNA, text: 'Да', edits: mid });
  await world.passTime(0);
  expect(read().slice(2)).toMatchObject([
    { content: 'text', text: 'Нет', quotedProviderId: quoted, providerMessageId: mid },
    { content: 'image', text: 'Вот', media: { id: expect.stringContaining('/max/files/') } },
    { content: 'file', text: null, media: { name: 'a.pdf' } },
    { content: 'voice', text: null },
    { content: 'text', text: 'Да', providerMessageId: mid, isEdit: true },
  ]);
});

test('the file of a message is fetched from the address of the API alone without a guard', async () => {
  const place = (id: string) => bot.fetchMedia!(TOKEN, { id, mime: null, name: null }, signal);
  expect(await place(`${world.url}/max/files/1`)).toMatchObject({ kind: 'found', isTrusted: true });
  expect(await place('https://i.ex.test/1')).toMatchObject({ kind: 'found', isTrusted: false });
  expect(await place('nonsense')).toEqual({ kind: 'gone' });
});

test('a start link contains our token', () => {
  expect(read()).toMatchObject([{ kind: 'unblocked' }, { content: 'start', startToken: 'hello' }]);
  const identity = { externalId: '1', address: '@romashka_bot', name: null };
  expect(bot.startUrl!(identity, 'hello')).toBe('https://max.ru/romashka_bot?start=hello');
});

test('a stopped bot is refused, and can be started again', async () => {
  await world.control('POST', '/max/stop', { from: ANNA });
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'opted_out' });
  await world.control('POST', '/max/inbound', { from: ANNA, start: '' });
  await world.passTime(0);
  expect(read().map(({ kind }) => kind)).toEqual(['unblocked', 'message', 'blocked', 'unblocked', 'message']);
  expect(await send()).toMatchObject({ kind: 'accepted' });
});

test('a stranger and a phone alone cannot be reached', async () => {
  const refused = { kind: 'refused', errorClass: 'recipient_invalid' };
  expect(await send({ to: { phone: null, channelUserId: '4242' } })).toMatchObject(refused);
  expect(await send({ to: { phone: `+${ANNA}`, channelUserId: null } })).toMatchObject(refused);
});

test('the third message within a second waits', async () => {
  await world.control('POST', '/clock', { factor: 0.001 });
  const outcomes = [await send(), await send(), await send()];
  expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'unreached']);
  expect(outcomes[2]).toMatchObject({ errorClass: 'rate_limited' });
});

test('webhooks are authenticated by our secret, and one that was replaced is detected', async () => {
  expect(caught.payloads.every((post) => bot.verify(post, webhook, TOKEN))).toBe(true);
  expect(bot.verify(caught.payloads[0]!, { ...webhook, headerSecret: 'another' }, TOKEN)).toBe(false);
  const inspect = () => bot.inspectWebhook!(TOKEN, webhook, Temporal.Now.instant());
  expect(await inspect()).toEqual({ isOk: true, value: null });
  await bot.subscribe(TOKEN, { ...webhook, url: 'https://other.example/hook' });
  expect(await inspect()).toMatchObject({ isOk: false, trouble: 'hook_failing' });
});

test.each([
  [
    { action: 'http', status: 500 },
    { kind: 'unreached', errorClass: 'temporary' },
  ],
  [{ action: 'http', status: 502, body: '<html>nginx</html>' }, { kind: 'unknown' }],
  [{ action: 'reset' }, { kind: 'unknown' }],
])('when MAX fails by %o the message is %o', async (fault, outcome) => {
  await world.control('POST', '/fault', { channel: 'max', match: '/messages', ...fault });
  expect(await send()).toMatchObject(outcome);
});

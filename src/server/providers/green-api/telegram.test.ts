import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Credentials, OutgoingMessage } from '#server/channels/port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { catchWebhooks } from '#server/testing/world/webhook-catcher.ts';
import { createGreenApiTelegram } from './telegram-provider.ts';

const world = await simulateWorld();
const caught = await catchWebhooks();
const http = createHttpClient();
afterAll(() => http.close());

const options = { http: http.send, baseUrl: `${world.url}/greentg`, partnerToken: 'greentg-demo-partner-token' };
const telegram = createGreenApiTelegram(options);
const pairing = telegram.pairing!;
const webhook = { url: caught.url, headerSecret: 'header-secret' };
const NUMBER = '+79990000131';
const ANNA = '+79160000001';
const { signal } = new AbortController();

type Message = { id: string; chatId: number; text: string; by: string; status: string };
const state = () => world.control<{ messages: Message[]; instances: unknown[] }>('GET', '/greentg');
const lastCode = async () => /\d{5}/.exec((await state()).messages.findLast(({ by }) => by === 'telegram')!.text)![0];

let account: Credentials;
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  caught.payloads.length = 0;
  account = await signIn();
});
afterEach(async () => {
  expect(await world.control('GET', '/warnings')).toEqual({ warnings: [] });
});

async function signIn(): Promise<Credentials> {
  const opened = await pairing.open(webhook);
  if (!opened.isOk) throw new Error('no session');
  expect(await pairing.read(opened.value)).toMatchObject({ value: { state: 'NotAuthorized', expects: 'phone' } });
  await pairing.sendCode!(opened.value, NUMBER);
  expect(await pairing.enterCode!(opened.value, await lastCode())).toEqual({ isOk: true, value: null });
  await world.passTime(1_000);
  const read = await pairing.read(opened.value);
  if (!read.isOk || read.value.state !== 'Authorized') throw new Error('not signed in');
  expect(read.value.identity).toMatchObject({ externalId: '79990000131', address: NUMBER });
  return { ...opened.value, ...read.value.identity.read };
}

const send = (change: Partial<OutgoingMessage> = {}, credentials = account) => {
  const message: OutgoingMessage = {
    reference: randomUUID(),
    to: { phone: ANNA, channelUserId: null },
    text: 'Ждём вас завтра в 12:00',
    image: null,
    buttons: [],
    template: null,
    ...change,
  };
  return telegram.send({ credentials, webhook, message, signal });
};
const to = (phone: string) => ({ to: { phone, channelUserId: null } });
const events = () => caught.payloads.flatMap((post) => telegram.read(post));
const calls = async (method: string) =>
  (await world.control<{ requests: { path: string }[] }>('GET', '/log?channel=greentg')).requests.filter(({ path }) =>
    path.includes(`/${method}/`),
  ).length;

test('a phone is looked up once and its chat is written to; a message is sent, then read', async () => {
  const first = await send({ text: '*Ждём* вас' });
  expect(first).toMatchObject({ kind: 'accepted', isSent: false });
  const channelUserId = first.kind === 'accepted' ? first.channelUserId : '';
  expect(channelUserId).toMatch(/^\d+$/);
  await send({ to: { phone: ANNA, channelUserId } });
  expect(await calls('checkAccount')).toBe(1);
  expect((await state()).messages.filter(({ by }) => by === 'api')).toMatchObject([{ text: 'Ждём вас' }, {}]);
  await world.passTime(10_000);
  const id = first.kind === 'accepted' ? first.providerMessageId : '';
  const statuses = events().flatMap((event) => (event.kind === 'status' ? [event] : []));
  expect(statuses.filter(({ providerMessageId }) => providerMessageId === id)).toMatchObject([
    { status: 'sent' },
    { status: 'read' },
  ]);
  expect(caught.payloads.every((post) => telegram.verify(post, webhook, account))).toBe(true);
  expect(telegram.verify(caught.payloads[0]!, { ...webhook, headerSecret: 'another' }, account)).toBe(false);
});

test('whoever cannot be found by phone is refused before anything is sent', async () => {
  expect(await send(to('+79160000404'))).toMatchObject({
    kind: 'refused',
    errorClass: 'recipient_invalid',
    code: 'noAccount',
  });
  expect((await state()).messages.filter(({ by }) => by === 'api')).toEqual([]);
});

test('a flood wait is obeyed to the second, and nothing is sent', async () => {
  await world.control('POST', '/greentg/flood', { seconds: 37 });
  expect(await send()).toMatchObject({
    kind: 'unreached',
    errorClass: 'rate_limited',
    code: 'FLOOD_WAIT_37',
    retryAfterMs: 37_000,
    scope: 'channel',
  });
  expect(await send()).toMatchObject({ kind: 'accepted' });
});

test.each([
  ['+79160000403', 'recipient_invalid'],
  ['+79160000420', 'account_blocked'],
  ['+79160000500', 'content_rejected'],
])('%s fails on its way: %s', async (phone, errorClass) => {
  await send(to(phone));
  await world.passTime(10_000);
  expect(events().at(-1)).toMatchObject({ kind: 'status', status: 'failed', errorClass });
});

test('a contact who blocked the account has opted out', async () => {
  await world.control('POST', '/greentg/block', { from: ANNA, on: true });
  await send();
  await world.passTime(10_000);
  expect(events().at(-1)).toMatchObject({ status: 'failed', errorClass: 'opted_out' });
});

test('messages of contacts, and those typed on the phone, are told apart; Telegram itself is nobody’s contact', async () => {
  const sent = await send();
  const id = sent.kind === 'accepted' ? sent.providerMessageId : '';
  await world.control('POST', '/greentg/inbound', { from: ANNA, text: '1', quoted: id.split(':')[1] });
  const file = { name: 'план.png', mime: 'image/png' };
  await world.control('POST', '/greentg/inbound', { from: ANNA, text: 'вот', file });
  await world.control('POST', '/greentg/own', { to: ANNA, text: 'Отвечу сама' });
  await world.passTime(1);
  const chat = id.split(':')[0];
  expect(events()).toMatchObject([
    { kind: 'session' },
    { kind: 'message', text: '1', quotedProviderId: id, from: { channelUserId: chat, phone: ANNA } },
    { kind: 'message', content: 'image', text: 'вот', media: { mime: 'image/png', name: 'план.png' } },
    { kind: 'own_message', text: 'Отвечу сама', to: { channelUserId: chat } },
  ]);
  const service = JSON.parse(caught.payloads[1]!.body.toString()) as { senderData: Record<string, unknown> };
  const codes = { ...service, senderData: { ...service.senderData, chatId: '777000' } };
  const post = { ...caught.payloads[1]!, body: Buffer.from(JSON.stringify(codes)) };
  expect(telegram.read(post)).toEqual([]);
});

test('a message to itself comes back as an echo, and is deleted', async () => {
  const echo = await pairing.echo(account);
  await world.passTime(5_000);
  const id = echo.isOk ? echo.value : '';
  expect(events()).toContainEqual({ kind: 'echo', providerMessageId: id });
  await pairing.forgetEcho!(account, id);
  expect((await state()).messages.filter(({ by }) => by === 'api')).toEqual([]);
});

test('a picture and a document are sent with their text', async () => {
  await world.control('POST', '/greentg/inbound', { from: ANNA, file: { name: 'a.png', mime: 'image/png' } });
  await world.passTime(1);
  const url = events().flatMap((event) => (event.kind === 'message' && event.media ? [event.media.id] : []))[0] ?? '';
  await send({ image: { url, mime: 'image/png' }, text: 'Новый зал' });
  await send({ file: { url, mime: 'application/pdf', name: 'Прайс.pdf' }, text: '' });
  expect((await state()).messages.filter(({ by }) => by === 'api')).toMatchObject([
    { text: 'Новый зал', file: { name: 'image.png' } },
    { text: '', file: { name: 'Прайс.pdf' } },
  ]);
  await send({ file: { url, mime: 'video/mp4', name: 'Зал.mp4' }, text: 'Зал' });
  expect((await state()).messages.at(-1)).toMatchObject({ text: 'Зал', file: { name: 'Зал.mp4', mime: 'video/mp4' } });
});

test('an answer that was lost leaves the send unknown, and an ended session stops the channel', async () => {
  const match = '/sendMessage/';
  await world.control('POST', '/fault', { channel: 'greentg', action: 'reset', effect: 'done', match });
  expect(await send()).toMatchObject({ kind: 'unknown' });
  await world.control('PATCH', '/greentg/instances/79990000131', { state: 'notAuthorized' });
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'auth' });
  expect(await telegram.check(account)).toMatchObject({ isOk: false, trouble: 'signed_out' });
  await pairing.close(account);
  expect((await state()).instances).toEqual([]);
});

test.each([
  ['+79990000000', 'phone_refused'],
  ['+79990000999', 'phone_refused'],
])('%s gets no code: %s', async (phone, trouble) => {
  const opened = await pairing.open(webhook);
  const sent = await pairing.sendCode!(opened.isOk ? opened.value : {}, phone);
  expect(sent).toMatchObject({ isOk: false, trouble, isTemporary: false });
});

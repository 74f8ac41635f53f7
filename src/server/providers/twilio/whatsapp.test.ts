import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { OutgoingMessage } from '#server/channels/port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { catchWebhooks } from '#server/testing/world/webhook-catcher.ts';
import { createTwilioWhatsapp } from './provider.ts';

const world = await simulateWorld();
const caught = await catchWebhooks();
const http = createHttpClient();
afterAll(() => http.close());

const url = `${world.url}/twilio`;
const options = { http: http.send, baseUrl: url, messagingUrl: url, contentUrl: url };
let whatsapp = createTwilioWhatsapp(options);
const SID = `AC${'1'.padStart(32, '0')}`;
const SERVICE = `MG${'1'.padStart(32, '0')}`;
const NUMBER = '+79990000101';
const account = { accountSid: SID, authToken: 'twilio-demo-token', sender: NUMBER };
const webhook = { url: `${caught.url}/hooks/twilio_whatsapp/secret`, headerSecret: 'unused' };
const ANNA = '+79160000001';

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  caught.payloads.length = 0;
  whatsapp = createTwilioWhatsapp(options);
  await whatsapp.subscribe(account, webhook);
});
afterEach(async () => {
  expect(await world.control('GET', '/warnings')).toEqual({ warnings: [] });
});

const send = (change: Partial<OutgoingMessage> = {}, credentials = account) =>
  whatsapp.send({
    credentials,
    webhook,
    signal: new AbortController().signal,
    message: {
      reference: randomUUID(),
      to: { phone: ANNA, channelUserId: null },
      text: '*Ждём* вас',
      image: null,
      buttons: [],
      template: null,
      ...change,
    },
  });
const write = (change: Record<string, unknown> = {}) =>
  world.control('POST', '/twilio/inbound', { from: ANNA, to: `whatsapp:${NUMBER}`, text: 'Здравствуйте', ...change });
type Sent = {
  from: string;
  to: string;
  body: string;
  mediaUrl: string | null;
  serviceSid: string | null;
  buttons: { kind: string; title: string; target: string }[];
};
type State = { messages: (Sent & { direction: string })[]; contents: { sid: string; friendlyName: string }[] };
const stateOf = () => world.control<State>('GET', '/twilio');
const sent = async () => (await stateOf()).messages.filter(({ direction }) => direction === 'out');
const read = () => caught.payloads.flatMap((post) => whatsapp.read(post));
const lastEvents = async () => {
  caught.payloads.length = 0;
  await world.passTime(10_000);
  return read();
};
const ANSWERS = [
  { type: 'answer' as const, title: 'Приду', id: 'v:confirm:1' },
  { type: 'answer' as const, title: 'Не смогу', id: 'v:cancel:1' },
];

test('WhatsApp senders of an account are listed, and services with one', async () => {
  expect(await whatsapp.listSenders!(account)).toEqual({
    isOk: true,
    value: [
      { id: NUMBER, title: `${NUMBER}, Студия Ромашка` },
      { id: SERVICE, title: 'Студия Ромашка SMS' },
    ],
  });
  expect(await whatsapp.check(account)).toMatchObject({
    value: { externalId: NUMBER, address: NUMBER, balance: { amount: 50, currency: 'USD' } },
  });
});

test.each([
  ["somebody else's number", { ...account, sender: '+79990000110' }, 'not_permitted'],
  ['a wrong token', { ...account, authToken: 'wrong' }, 'wrong_auth_token'],
])('%s is refused', async (_what, credentials, trouble) => {
  expect(await whatsapp.check(credentials)).toMatchObject({ isOk: false, trouble, isTemporary: false });
});

test('test credentials are refused in the words of Twilio', async () => {
  await world.control('PATCH', `/twilio/accounts/${SID}`, { isTest: true });
  expect(await whatsapp.check(account)).toMatchObject({
    trouble: 'test_credentials',
    text: 'Resource not accessible with Test Account Credentials',
  });
});

test('a sender posts to us until another program takes it', async () => {
  const now = Temporal.Now.instant();
  expect(await whatsapp.inspectWebhook!(account, webhook, now)).toEqual({ isOk: true, value: null });
  await whatsapp.subscribe(account, { ...webhook, url: `${caught.url}/hooks/twilio_whatsapp/other` });
  expect(await whatsapp.inspectWebhook!(account, webhook, now)).toMatchObject({ trouble: 'hook_failing' });
});

test('a messaging service that receives SMS for us cannot receive WhatsApp as well', async () => {
  const service = { ...account, sender: SERVICE };
  await whatsapp.subscribe(service, webhook);
  expect(await whatsapp.subscribe(service, webhook)).toMatchObject({ isOk: true });
  await world.control('POST', '/seed', {});
  const form = new URLSearchParams({ InboundRequestUrl: `${caught.url}/hooks/twilio_sms/secret` });
  const authorization = `Basic ${Buffer.from(`${SID}:${account.authToken}`).toString('base64')}`;
  await fetch(`${url}/v1/Services/${SERVICE}`, { method: 'POST', headers: { authorization }, body: form });
  expect(await whatsapp.subscribe(service, webhook)).toMatchObject({ isOk: false, trouble: 'hook_refused' });
});

test('free text is sent within a day of what the person wrote, and its statuses end with read', async () => {
  await write();
  expect(await send()).toMatchObject({ kind: 'accepted', channelUserId: ANNA });
  expect(await sent()).toMatchObject([{ from: `whatsapp:${NUMBER}`, to: `whatsapp:${ANNA}`, body: '*Ждём* вас' }]);
  expect((await lastEvents()).map((event) => event.kind === 'status' && event.status)).toEqual([
    'accepted',
    'sent',
    'delivered',
    'read',
  ]);
});

test('free text outside the window fails as such', async () => {
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(await lastEvents()).toMatchObject([{ status: 'failed', errorClass: 'window_closed', code: '63016' }]);
});

test('a messaging service sends by its SID, from the WhatsApp sender', async () => {
  await send({}, { ...account, sender: SERVICE });
  expect(await sent()).toMatchObject([{ from: `whatsapp:${NUMBER}`, serviceSid: SERVICE }]);
});

test('answers are a content that is made once for their titles', async () => {
  await write();
  await send({ buttons: ANSWERS });
  await send({ text: 'Ещё раз', buttons: ANSWERS.map((one) => ({ ...one, id: `${one.id}2` })) });
  whatsapp = createTwilioWhatsapp(options);
  await send({ buttons: ANSWERS });
  expect(await sent()).toMatchObject([
    { body: '*Ждём* вас', buttons: [{ kind: 'reply', title: 'Приду', target: 'v:confirm:1' }, { title: 'Не смогу' }] },
    { body: 'Ещё раз', buttons: [{ target: 'v:confirm:12' }, { target: 'v:cancel:12' }] },
    {},
  ]);
  const made = (await stateOf()).contents.filter(({ friendlyName }) => friendlyName.startsWith('frontdesk_'));
  expect(made).toHaveLength(1);
});

test('a link is a call to action, whose last part differs', async () => {
  await write();
  for (const code of ['a1', 'b2'])
    await send({ buttons: [{ type: 'url', title: 'Карта', url: `https://fd.example/to/${code}` }] });
  expect((await sent()).map(({ buttons }) => buttons)).toEqual([
    [{ kind: 'url', title: 'Карта', target: 'https://fd.example/to/a1' }],
    [{ kind: 'url', title: 'Карта', target: 'https://fd.example/to/b2' }],
  ]);
  expect((await stateOf()).contents.filter(({ friendlyName }) => friendlyName.startsWith('frontdesk_'))).toHaveLength(
    1,
  );
});

test('a picture is sent with its caption', async () => {
  await write();
  await send({ image: { url: 'https://files.example/a.png', mime: 'image/png' } });
  expect(await sent()).toMatchObject([{ mediaUrl: 'https://files.example/a.png', body: '*Ждём* вас' }]);
});

test('a video is sent with its caption, sound alone', async () => {
  await write();
  await send({ file: { url: 'https://files.example/a.mp4', mime: 'video/mp4', name: 'a.mp4' } });
  await send({ file: { url: 'https://files.example/a.ogg', mime: 'audio/ogg', name: 'a.ogg' }, text: '' });
  expect(await sent()).toMatchObject([
    { mediaUrl: 'https://files.example/a.mp4', body: '*Ждём* вас' },
    { mediaUrl: 'https://files.example/a.ogg', body: '' },
  ]);
});

const addContent = async (content: object) => {
  const { accountSid, authToken } = account;
  const answer = await fetch(`${world.url}/twilio/v1/Content`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ language: 'ru', ...content }),
  });
  return z.object({ sid: z.string() }).parse(await answer.json()).sid;
};
const listed = async () => {
  const answer = await whatsapp.listTemplates!(account);
  return answer.isOk ? answer.value : [];
};

test('contents that were not submitted are listed, and one of an unknown form hides none of them', async () => {
  await addContent({ friendly_name: 'Новый зал', types: { 'twilio/text': { body: 'Откройте новый зал' } } });
  await addContent({ friendly_name: 'strange', types: { 'twilio/new': { body: 5 } } });
  const templates = await listed();
  expect(templates.find(({ name }) => name === 'Новый зал')).toMatchObject({ status: 'unsubmitted' });
  expect(templates.find(({ name }) => name === 'visit_reminder')).toMatchObject({ status: 'approved' });
});

test('a rejected template says why', async () => {
  const { id = '' } = (await listed()).find(({ name }) => name === 'spring_offer') ?? {};
  await world.control('POST', `/twilio/contents/${id}/approval`, { status: 'rejected', reason: 'PROMOTIONAL' });
  expect((await listed()).find(({ name }) => name === 'spring_offer')).toMatchObject({
    status: 'rejected',
    reason: 'PROMOTIONAL',
  });
});

test('a template whose file is a variable takes the file of the message', async () => {
  const id = await addContent({
    friendly_name: 'new_hall',
    variables: { 1: 'Анна', 2: 'https://files.example/sample.mp4' },
    types: { 'twilio/media': { body: '{{1}}, наш новый зал', media: ['{{2}}'] } },
  });
  await world.control('POST', `/twilio/contents/${id}/approval`, { status: 'approved' });
  expect((await listed()).find(({ name }) => name === 'new_hall')).toMatchObject({
    status: 'approved',
    content: { media: 'video', hasMedia: true, isFillable: true, parameterCount: 1 },
  });
  const header = { type: 'video' as const, url: 'https://files.example/hall.mp4' };
  const template = { id, name: 'new_hall', language: 'ru', header, parameters: ['Мария'], buttonIds: [] };
  expect(await send({ template })).toMatchObject({ kind: 'accepted' });
  expect((await sent()).at(-1)).toMatchObject({ body: 'Мария, наш новый зал', mediaUrl: header.url });
});

test('templates are read with the decision of WhatsApp, contents for buttons are left out', async () => {
  await write();
  await send({ buttons: ANSWERS });
  const listed = await whatsapp.listTemplates!(account);
  const templates = listed.isOk ? listed.value : [];
  expect(templates.find(({ name, language }) => name === 'visit_reminder' && language === 'ru')).toMatchObject({
    id: expect.stringMatching(/^HX/),
    category: 'utility',
    status: 'approved',
    content: { parameterCount: 4, isFillable: true, buttons: [{ type: 'quick_reply', text: 'Подтвердить' }, {}] },
  });
  expect(templates.find(({ name }) => name === 'spring_offer')).toMatchObject({ status: 'pending' });
  expect(templates.some(({ name }) => name.startsWith('frontdesk_'))).toBe(false);
});

test('an approved template opens the conversation, with the payloads of its buttons', async () => {
  const listed = await whatsapp.listTemplates!(account);
  const { id } = (listed.isOk ? listed.value : []).find(({ name }) => name === 'visit_reminder')!;
  const template = {
    id: id ?? null,
    name: 'visit_reminder',
    language: 'ru',
    parameters: ['Анна', '4 марта, 15:00', 'Стрижка', 'Ромашка'],
    buttonIds: ANSWERS.map(({ id: payload }, index) => ({ index, id: payload })),
  };
  expect(await send({ template })).toMatchObject({ kind: 'accepted' });
  expect(await sent()).toMatchObject([
    {
      body: 'Здравствуйте, Анна! Ждём вас 4 марта, 15:00: Стрижка. Ромашка, до встречи!',
      buttons: [{ target: 'v:confirm:1' }, { target: 'v:cancel:1' }],
    },
  ]);
  expect((await lastEvents()).at(-1)).toMatchObject({ status: 'read' });
  expect(await send({ template: { ...template, id: null } })).toMatchObject({ errorClass: 'content_rejected' });
});

test('a template is made, submitted, reviewed, sent with payloads, and deleted', async () => {
  const { create, delete: remove } = whatsapp.templates!;
  const order = {
    name: 'table_ready',
    language: 'ru',
    category: 'utility',
    header: { type: 'text' as const, text: 'Столик' },
    body: '{{1}}, ваш столик готов.',
    examples: ['Анна'],
    footer: 'Ромашка',
    buttons: [
      { type: 'answer' as const, title: 'Иду' },
      { type: 'url' as const, title: 'Карта', url: 'https://maps.example/1' },
    ],
  };
  const made = await create(account, order);
  expect(made).toMatchObject({ kind: 'done', status: 'pending', id: expect.stringMatching(/^HX/) });
  const id = (made.kind === 'done' && made.id) || '';
  const read = async () => {
    const listed = await whatsapp.listTemplates!(account);
    return (listed.isOk ? listed.value : []).find((one) => one.id === id);
  };
  expect(await read()).toMatchObject({ name: 'table_ready', status: 'pending' });
  await world.passTime(70_000);
  const { header, body, examples, footer, buttons } = order;
  expect(await read()).toMatchObject({
    status: 'approved',
    content: { isFillable: true, parameterCount: 1 },
    parts: { header, body, examples, footer, buttons },
  });
  const filled = { id, name: order.name, language: 'ru', parameters: ['Мария'], buttonIds: [{ index: 0, id: 'r:1' }] };
  await send({ template: filled });
  expect((await sent()).at(-1)).toMatchObject({ body: 'Мария, ваш столик готов.', buttons: [{ target: 'r:1' }, {}] });
  expect(await remove(account, 'table_ready', [id])).toMatchObject({ kind: 'done' });
  expect(await read()).toBeUndefined();
  expect(await create(account, { ...order, name: 'Wrong Name' })).toMatchObject({ kind: 'refused' });
});

test('a tap is received with its payload and the message it answers', async () => {
  await write();
  const outcome = await send({ buttons: ANSWERS });
  caught.payloads.length = 0;
  await write({ text: 'Приду', button: 'v:confirm:1' });
  await world.passTime(1);
  expect(read()).toMatchObject([
    {
      kind: 'message',
      content: 'button',
      text: 'Приду',
      buttonId: 'v:confirm:1',
      quotedProviderId: outcome.kind === 'accepted' ? outcome.providerMessageId : '',
      from: { channelUserId: ANNA, phone: ANNA },
    },
  ]);
  expect(caught.payloads.every((post) => whatsapp.verify(post, webhook, account))).toBe(true);
});

test('a picture and a place are received as such', async () => {
  await write({ text: '', media: { url: 'https://api.twilio.com/media/1', mime: 'image/jpeg' } });
  await write({ text: '', place: { latitude: '55.75', longitude: '37.61', label: 'Салон' } });
  await world.passTime(1);
  expect(read()).toMatchObject([
    { content: 'image', media: { id: 'https://api.twilio.com/media/1', mime: 'image/jpeg' } },
    { content: 'location', text: 'Салон, 55.75, 37.61' },
  ]);
});

test('STOP is a word of the person unless the account has stop words of its own', async () => {
  await write({ text: 'STOP' });
  await world.passTime(1);
  expect(read().map(({ kind }) => kind)).toEqual(['message']);
  await world.control('POST', '/twilio/switches', { advancedOptOut: true });
  caught.payloads.length = 0;
  await write({ text: 'STOP' });
  await world.passTime(1);
  expect(read().map(({ kind }) => kind)).toEqual(['message', 'blocked']);
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'opted_out', code: '21610' });
});

test('a status is requested with its price, which is stated later', async () => {
  await write();
  const outcome = await send();
  const id = outcome.kind === 'accepted' ? outcome.providerMessageId : '';
  await world.passTime(10_000);
  expect(await whatsapp.pollStatuses!(account, [id])).toMatchObject({ value: [{ status: 'read', cost: null }] });
  await world.passTime(60_000);
  expect(await whatsapp.pollStatuses!(account, [id, 'SM0'])).toMatchObject({
    value: [{ status: 'read', cost: { amount: 0.005, currency: 'USD', parts: 1 } }],
  });
});

test('a lost answer about a content leaves the message to be tried again, one about the message does not', async () => {
  await write();
  const fault = (match: string) =>
    world.control('POST', '/fault', { channel: 'twilio', match, action: 'http', status: 502, body: '<html>' });
  await fault('v1/Content');
  expect(await send({ buttons: ANSWERS })).toMatchObject({ kind: 'unreached', errorClass: 'temporary' });
  await fault('Messages');
  expect(await send({ buttons: ANSWERS })).toMatchObject({ kind: 'unknown' });
});

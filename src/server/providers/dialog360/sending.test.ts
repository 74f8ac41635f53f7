import { expect, test } from 'vitest';
import { ANNA, simulatedNumber } from '#server/testing/world/simulated-number.ts';
import { createDialog360 } from './provider.ts';

const { world, options, hub, hubKey, webhook, aMessage, send, read } = await simulatedNumber();
const { signal } = new AbortController();

type Sent = { type: string; text: string; buttons: { kind: string; title: string }[] };

async function lastMessage() {
  const { chats } = await world.control<{ chats: { messages: Sent[] }[] }>('GET', '/d360');
  return chats.flatMap((chat) => chat.messages).at(-1)!;
}

test("an accepted text has the provider's message id", async () => {
  const outcome = await send();
  expect(outcome).toMatchObject({ kind: 'accepted', isSent: false });
  expect(outcome.kind === 'accepted' && outcome.providerMessageId).toMatch(/^wamid\./);
  expect(outcome.kind === 'accepted' && outcome.channelUserId).toMatch(/^[A-Z]{2}\.\d+/);
  expect(await lastMessage()).toMatchObject({ type: 'text', text: 'Ждём вас завтра в 12:00' });
});

test('a contact with only a business-scoped id gets the message', async () => {
  const first = await send();
  const channelUserId = first.kind === 'accepted' ? first.channelUserId : null;
  await world.passTime(10_000);
  expect(await send({ to: { phone: null, channelUserId }, text: 'По имени' })).toMatchObject({ kind: 'accepted' });
  expect(await lastMessage()).toMatchObject({ text: 'По имени' });
});

test('an image goes with its caption', async () => {
  await send({ image: { url: 'https://ex.test/a.jpg', mime: 'image/jpeg' }, text: 'Наш салон' });
  expect(await lastMessage()).toMatchObject({ type: 'image', text: 'Наш салон' });
});

test('a document goes with its name and its caption', async () => {
  await send({ file: { url: 'https://ex.test/a.pdf', mime: 'application/pdf', name: 'Прайс.pdf' }, text: '*Цены*' });
  expect(await lastMessage()).toMatchObject({
    type: 'document',
    text: '*Цены*',
    media: { kind: 'document', filename: 'Прайс.pdf', link: 'https://ex.test/a.pdf' },
  });
});

test('a video goes with its caption, sound alone', async () => {
  await send({ file: { url: 'https://ex.test/a.mp4', mime: 'video/mp4', name: 'a.mp4' }, text: 'Наш салон' });
  expect(await lastMessage()).toMatchObject({ type: 'video', text: 'Наш салон', media: { kind: 'video' } });
  await world.passTime(10_000);
  await send({ file: { url: 'https://ex.test/a.ogg', mime: 'audio/ogg', name: 'a.ogg' }, text: '' });
  expect(await lastMessage()).toMatchObject({ type: 'audio', media: { kind: 'audio', link: 'https://ex.test/a.ogg' } });
});

test('a template with a video above its words is read as such, and sent with the video of the message', async () => {
  const components = [
    { type: 'HEADER', format: 'VIDEO', example: { header_handle: ['4::dmlkZW8='] } },
    { type: 'BODY', text: 'Смотрите наш новый зал.' },
  ];
  const answer = await fetch(`${world.url}/d360/v1/configs/templates`, {
    method: 'POST',
    headers: { 'D360-API-KEY': 'd360-demo-key', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'new_hall', category: 'MARKETING', language: 'ru', components }),
  });
  expect(answer.status).toBe(201);
  await world.passTime(3_600_000);
  const header = { type: 'video' as const, url: 'https://ex.test/a.mp4' };
  const template = { name: 'new_hall', language: 'ru', header, parameters: [], buttonIds: [] };
  expect(await send({ template })).toMatchObject({ kind: 'accepted' });
  expect(await lastMessage()).toMatchObject({ type: 'template', media: { kind: 'video', link: header.url } });
});

test('answers are reply buttons, also under an image', async () => {
  const buttons = [
    { type: 'answer' as const, title: 'Подтвердить', id: 'confirm:42' },
    { type: 'answer' as const, title: 'Отменить', id: 'cancel:42' },
  ];
  await send({ buttons });
  expect((await lastMessage()).buttons).toMatchObject([{ title: 'Подтвердить' }, { title: 'Отменить' }]);
  await world.passTime(10_000);
  expect(await send({ buttons, image: { url: 'https://ex.test/a.jpg', mime: 'image/jpeg' } })).toMatchObject({
    kind: 'accepted',
  });
});

test('a link is a button of its own', async () => {
  await send({ buttons: [{ type: 'url', title: 'Оставить отзыв', url: 'https://ex.test/r/1' }] });
  expect((await lastMessage()).buttons).toMatchObject([{ kind: 'url', title: 'Оставить отзыв' }]);
});

test('a template reaches a contact with a closed window, and a tap returns our payload', async () => {
  await world.control('POST', '/d360/window', { phone: ANNA, open: false });
  const template = {
    name: 'visit_reminder',
    language: 'ru',
    parameters: ['Анна', '21.11 12:00', 'Стрижка', 'Салон'],
    buttonIds: [
      { index: 0, id: 'confirm:42' },
      { index: 1, id: 'cancel:42' },
    ],
  };
  expect(await send({ template })).toMatchObject({ kind: 'accepted' });
  await world.control('POST', '/d360/inbound', { from: ANNA.slice(1), button: 1 });
  await world.passTime(10_000);
  expect(read()).toContainEqual(
    expect.objectContaining({ kind: 'message', content: 'button', buttonId: 'confirm:42' }),
  );
});

test.each([
  [
    'birthday_photo',
    { type: 'image', url: 'https://ex.test/a.jpg' },
    { kind: 'image', link: 'https://ex.test/a.jpg', filename: null },
  ],
  [
    'visit_memo',
    { type: 'document', url: 'https://ex.test/a.pdf', name: 'Памятка.pdf' },
    { kind: 'document', link: 'https://ex.test/a.pdf', filename: 'Памятка.pdf' },
  ],
] as const)('above the words of %s stands the file it has a place for', async (name, header, media) => {
  const parameters = name === 'visit_memo' ? ['Анна', '21.11', 'Стрижка', 'Салон'] : ['Анна'];
  const template = { name, language: 'ru', header, parameters, buttonIds: [] };
  expect(await send({ template })).toMatchObject({ kind: 'accepted' });
  expect(await lastMessage()).toMatchObject({ type: 'template', media });
});

const PICTURE = { type: 'image' as const, url: 'https://ex.test/a.jpg' };

test.each([
  [{ name: 'visit_reminder', language: 'ru', parameters: ['Анна'], buttonIds: [] }, '132000'],
  [{ name: 'birthday_photo', language: 'ru', parameters: ['Анна'], buttonIds: [] }, '132012'],
  [{ name: 'visit_memo', language: 'ru', header: PICTURE, parameters: ['1', '2', '3', '4'], buttonIds: [] }, '132012'],
  [
    { name: 'visit_created', language: 'ru', header: PICTURE, parameters: ['1', '2', '3', '4'], buttonIds: [] },
    '132000',
  ],
  [{ name: 'no_such', language: 'ru', parameters: [], buttonIds: [] }, '132001'],
  [{ name: 'visit_promo', language: 'ru', parameters: [], buttonIds: [] }, '132001'],
])('a template that cannot be sent is refused: %o', async (template, code) => {
  expect(await send({ template })).toMatchObject({ kind: 'refused', errorClass: 'content_rejected', code });
});

test('two messages to one contact within six seconds: the second waits, other contacts do not', async () => {
  await send();
  const second = aMessage();
  expect(await send(second)).toMatchObject({
    kind: 'unreached',
    errorClass: 'rate_limited',
    scope: 'person',
    retryAfterMs: 6_000,
  });
  await world.passTime(6_000);
  expect(await send(second)).toMatchObject({ kind: 'accepted' });
});

test("exceeding the number's rate limit pauses the channel for a second", async () => {
  await world.control('POST', '/clock', { factor: 0.001 });
  const people = Array.from({ length: 81 }, (_, nth) => ({ phone: `+7900${1_000_000 + nth}`, channelUserId: null }));
  const outcomes = await Promise.all(people.map((to) => send({ to })));
  const refused = outcomes.filter(({ kind }) => kind !== 'accepted');
  expect(refused).toEqual([
    expect.objectContaining({ kind: 'unreached', errorClass: 'rate_limited', code: '130429', scope: 'channel' }),
  ]);
  await world.passTime(1_000);
  expect(await send({ to: people.at(-1)! })).toMatchObject({ kind: 'accepted' });
});

test('429 pauses the channel for the stated time', async () => {
  await world.control('POST', '/fault', {
    channel: 'd360',
    match: '/messages',
    action: 'http',
    status: 429,
    headers: { 'retry-after': '3' },
  });
  expect(await send()).toMatchObject({ kind: 'unreached', scope: 'channel', retryAfterMs: 3_000 });
  expect(await send()).toMatchObject({ kind: 'accepted' });
});

test('a send without an answer has an unknown outcome until its status arrives', async () => {
  await world.control('POST', '/fault', { channel: 'd360', match: '/messages', action: 'timeout' });
  const message = aMessage();
  expect(await hub.send({ credentials: hubKey, webhook, message, signal: AbortSignal.timeout(300) })).toMatchObject({
    kind: 'unknown',
  });
  await world.passTime(60_000);
  expect(read()).toContainEqual(
    expect.objectContaining({ kind: 'status', status: 'delivered', reference: message.reference }),
  );
});

test('a broken connection leaves the outcome unknown; a connection never made does not', async () => {
  await world.control('POST', '/fault', { channel: 'd360', match: '/messages', action: 'reset' });
  expect(await send()).toMatchObject({ kind: 'unknown' });
  const nowhere = createDialog360({ ...options, baseUrl: 'http://127.0.0.1:9' });
  expect(await nowhere.send({ credentials: hubKey, webhook, message: aMessage(), signal })).toMatchObject({
    kind: 'unreached',
    errorClass: 'temporary',
    scope: 'channel',
  });
});

test('an unreadable answer leaves the outcome unknown', async () => {
  await world.control('POST', '/fault', {
    channel: 'd360',
    match: '/messages',
    action: 'http',
    status: 200,
    body: { fine: true },
  });
  expect(await send()).toMatchObject({ kind: 'unknown' });
});

test('a revoked key is an authorization failure', async () => {
  await world.control('PATCH', '/d360/numbers/106540352242922', { key: 'another' });
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'auth' });
  expect(await hub.check(hubKey)).toMatchObject({ isOk: false, trouble: 'wrong_key', isTemporary: false });
});

test('a disabled number has its reason', async () => {
  await world.control('PATCH', '/d360/numbers/106540352242922', { disabled: 'You have unpaid invoices' });
  expect(await send()).toMatchObject({ kind: 'refused', errorClass: 'quota', text: 'You have unpaid invoices' });
});

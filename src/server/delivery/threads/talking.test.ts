import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as channels from '#contract/channels/calls.ts';
import {
  type Conversation,
  countConversations,
  getThread,
  listConversations,
  searchConversations,
} from '#contract/conversations/calls.ts';
import * as answers from '#contract/conversations/answers.ts';
import * as work from '#contract/conversations/work.ts';
import { login } from '#contract/auth/calls.ts';
import { createProviders } from '#server/app/providers.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { fetchFile } from '#server/conversations/files/file-actions.ts';
import { receiveOwnMessage } from '#server/conversations/work/own-message-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const NOW = '2026-03-02T08:00:00Z';
const world = await simulateWorld(NOW);
const server = await testServer({ env: messengersIn(world), now: NOW });
server.ctx.config.publicUrl = server.origin;
const { call, clock, owner, ctx } = server;
const { aMember } = builders(owner);
const providers = createProviders(ctx);

/** The simulator limits messages to one person: each test has a person of its own. */
let anna = '';
let people = 0;
let cabinet: SignedUp;
let whatsAppId: channels.ChannelId;

beforeEach(async () => {
  anna = String(79_161_000_000 + ++people);
  await world.control('POST', '/seed', {});
  await clock.set(NOW);
  cabinet = await server.signUp();
  const { token } = cabinet;
  const whatsApp = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  whatsAppId = (await call(channels.connectChannel, { token, body: whatsApp })).body.id;
  const bot = { kind: 'telegram_bot' as const, token: '700000001:DEMO-bot-token' };
  await call(channels.connectChannel, { token, body: bot });
});

async function happen(path: string, body: Record<string, unknown>): Promise<void> {
  await world.control('POST', path, { from: anna, ...body });
  await world.control('POST', '/settle', {});
  await server.runJobs();
}
const writes = (body: Record<string, unknown>) => happen('/d360/inbound', body);

const list = async (name: 'all' | 'mine' | 'unassigned' | 'unread' | 'waiting' | 'snoozed' | 'closed' = 'all') =>
  (await call(listConversations, { token: cabinet.token, query: { list: name } })).body.items;
async function only(): Promise<Conversation> {
  const items = await list();
  expect(items).toHaveLength(1);
  return items[0]!;
}
const threadOf = async ({ id }: Pick<Conversation, 'id'>, query = {}) =>
  (await call(getThread, { token: cabinet.token, params: { conversationId: id }, query })).body;

const answer = (token: string, { id }: Pick<Conversation, 'id'>, body: Record<string, unknown>) =>
  call(answers.replyToConversation, {
    token,
    params: { conversationId: id },
    body: { text: '', requestId: randomUUID(), ...body },
  });

/** Signs in another member of the cabinet. */
async function aColleague(fullName: string): Promise<string> {
  const { email, id } = await aMember({ tenantId: cabinet.tenantId, fullName, role: 'staff' });
  await owner.query(
    `update members set password_hash = (select password_hash from members where tenant_id = $1 and email = $2)
     where id = $3`,
    [cabinet.tenantId, cabinet.email, id],
  );
  return (await call(login, { body: { email, password: cabinet.password } })).body.token;
}

test('a contact has one conversation over all their channels, and a former one leads to it', async () => {
  await happen('/tg/inbound', { bot: '700000001:DEMO-bot-token', text: 'Добрый день' });
  const former = await only();
  await writes({ text: 'Это снова я' });
  expect(await list()).toHaveLength(2);
  await happen('/tg/inbound', { bot: '700000001:DEMO-bot-token', contact: true });
  const present = await only();
  const { items, conversation, ways, chosen } = await threadOf(former);
  expect(conversation.id).toBe(present.id);
  const written = items
    .filter(({ direction }) => direction === 'in')
    .map(({ text, channelKind }) => [channelKind, text]);
  expect(written.slice(1)).toEqual([
    ['dialog360', 'Это снова я'],
    ['telegram_bot', 'Добрый день'],
  ]);
  expect(items.filter(({ kind }) => kind === 'system').map(({ event }) => event)).toContainEqual({
    name: 'channel_switched',
    from: 'dialog360',
    to: 'telegram_bot',
    side: 'in',
  });
  expect(ways.map(({ channelKind, blocker }) => [channelKind, blocker])).toEqual([
    ['telegram_bot', null],
    ['dialog360', null],
  ]);
  expect(chosen?.reason).toBe('last_written');
});

test('of two people who answer at once the second learns of the first, and may send anyway', async () => {
  await writes({ text: 'Есть время на завтра?' });
  const conversation = await only();
  const [newest] = (await threadOf(conversation)).items;
  const lastSeenId = newest!.id;
  const olga = await aColleague('Ольга');
  expect((await answer(olga, conversation, { text: 'Да, в 12:00', lastSeenId })).status).toBe(200);
  const late = { text: 'Да, в 15:00', lastSeenId, requestId: randomUUID() };
  expect(await answer(cabinet.token, conversation, late)).toMatchObject({
    status: 409,
    body: { code: 'conversation.answered_meanwhile', details: { memberName: 'Ольга' } },
  });
  const sent = await answer(cabinet.token, conversation, { ...late, evenIfAnswered: true });
  expect(sent).toMatchObject({
    status: 200,
    body: { requestId: late.requestId, by: { memberId: expect.any(String) } },
  });
  expect((await only()).assigneeName).toBe('Ольга');
});

test("a person's answer takes the conversation: it is theirs, read, and bots are silent for the set time", async () => {
  const settings = { botSilenceMinutes: 30, marksRead: false, showsTyping: false };
  await call(work.setConversationSettings, { token: cabinet.token, body: settings });
  await writes({ text: 'Можно человека?' });
  const conversation = await only();
  expect(conversation).toMatchObject({ unreadCount: 1, assigneeId: null });
  await answer(cabinet.token, conversation, { text: 'Слушаю вас' });
  const taken = await only();
  expect(taken).toMatchObject({
    unreadCount: 0,
    needsPersonSince: null,
    lastText: 'Слушаю вас',
    botsSilentUntil: clock.now().add({ minutes: 30 }).toString(),
  });
  expect(await list('mine')).toHaveLength(1);
  expect(await list('unassigned')).toEqual([]);
  const newest = async () => {
    await server.runJobs();
    return (await threadOf(conversation)).items[0];
  };
  expect(await newest()).toMatchObject({ direction: 'out', channelKind: 'dialog360', text: 'Слушаю вас' });
  const status = async () => (await newest())?.status;
  await expect.poll(status).toMatch(/accepted|sent|delivered|read/);
});

test('what a person writes on the phone itself stands in the thread once, and silences bots', async () => {
  await writes({ text: 'Здравствуйте' });
  const conversation = await only();
  const { rows } = await owner.query<{ id: string }>(
    'select channel_user_id as id from contact_addresses where tenant_id = $1',
    [cabinet.tenantId],
  );
  const to = { channelUserId: rows[0]?.id ?? '', phone: `+${anna}`, name: null, language: null };
  const own = {
    kind: 'own_message' as const,
    providerMessageId: 'own-1',
    at: clock.now(),
    to,
    content: 'text' as const,
    text: 'Отвечаю с телефона',
    media: null,
  };
  for (let times = 0; times < 2; times += 1)
    await withTenant(ctx, cabinet.tenantId, (scope) => receiveOwnMessage(scope, { id: whatsAppId }, own));
  const stranger = { ...own, providerMessageId: 'own-2', to: { ...to, channelUserId: '79990009999' } };
  await withTenant(ctx, cabinet.tenantId, (scope) => receiveOwnMessage(scope, { id: whatsAppId }, stranger));
  const { items } = await threadOf(conversation);
  expect(items.filter(({ direction }) => direction === 'own').map(({ text }) => text)).toEqual(['Отвечаю с телефона']);
  expect((await only()).botsSilentUntil).not.toBeNull();
});

test('outside its window a conversation takes a template, with as many values as it has places', async () => {
  await writes({ text: 'Да', name: 'Анна' });
  const conversation = await only();
  await clock.advance({ hours: 25 });
  await owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, category, status, content, synced_at)
     values ($1, $2, 'come_back', 'ru', 'MARKETING', 'approved', $3, $4)`,
    [
      cabinet.tenantId,
      whatsAppId,
      JSON.stringify({ body: '{{1}}, ждём вас', parameterCount: 1, media: null, isFillable: true, buttons: [] }),
      clock.now().toString(),
    ],
  );
  const { ways, chosen } = await threadOf(conversation);
  const way = ways.find(({ channelKind }) => channelKind === 'dialog360');
  expect(way).toMatchObject({ blocker: 'closed', hasTemplates: true });
  expect(chosen?.channelId).toBe(whatsAppId);
  const refused = await answer(cabinet.token, conversation, { text: 'Ждём' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'conversation.window_closed' } });
  const template = { name: 'come_back', language: 'ru' };
  const unfit = await answer(cabinet.token, conversation, { template: { ...template, parameters: [] } });
  expect(unfit).toMatchObject({ status: 422, body: { code: 'conversation.template_unfit' } });
  const sent = await answer(cabinet.token, conversation, { template: { ...template, parameters: ['{clientName}'] } });
  expect(sent.body.text).toMatch(/^.+, ждём вас$/);
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Has the last file fetched again, from a messenger that gives these bytes and leaves out their size. */
async function fetchAgain(bytes: Buffer): Promise<void> {
  const storage = createServer((_request, response) => void response.writeHead(200).end(bytes));
  onTestFinished(() => void storage.close());
  await once(storage.listen(0, '127.0.0.1'), 'listening');
  const { port } = storage.address() as AddressInfo;
  const { rows } = await owner.query<{ id: string }>(
    `update thread_files set state = 'fetching', file_id = null where tenant_id = $1 and message_id =
       (select message_id from thread_files where tenant_id = $1 order by message_id desc limit 1) returning message_id as id`,
    [cabinet.tenantId],
  );
  const place = { kind: 'found' as const, url: `http://127.0.0.1:${port}/voice`, isTrusted: true, sizeBytes: null };
  const fake: ChannelProvider = { ...providers.channels.get('dialog360')!, fetchMedia: async () => place };
  const reading = { ...ctx, providers: new Map([['dialog360' as const, fake]]) };
  const job = { tenantId: cabinet.tenantId, messageId: rows[0]?.id ?? '' };
  await fetchFile(reading, job, new AbortController().signal);
}

test('a photo is kept and shown; a script named as a picture and a voice message of 30 MB are sentences', async () => {
  const media = (type: string, mime: string, bytes: Buffer) => ({ type, mime, base64: bytes.toString('base64') });
  await writes({ media: media('image', 'image/png', PIXEL) });
  await writes({ media: media('image', 'image/svg+xml', Buffer.from('<svg><script>alert(1)</script></svg>')) });
  await writes({ media: media('audio', 'audio/ogg', Buffer.from('OggS')) });
  await fetchAgain(Buffer.alloc(30 * 1_048_576, 'OggS'));
  expect(await only()).toMatchObject({ lastKind: 'voice', lastText: '' });
  const { items } = await threadOf(await only());
  const files = items.filter(({ direction }) => direction === 'in').map(({ file }) => file);
  expect(files).toMatchObject([
    { state: 'refused', trouble: 'too_big', url: null },
    { state: 'refused', trouble: 'wrong_type', url: null },
    { state: 'kept', isInline: true, mime: 'image/png', width: 1, height: 1 },
  ]);
  const path = new URL(files[2]?.url ?? '').pathname;
  const whole = await fetch(`${server.origin}${path}`);
  expect(whole.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(PIXEL);
  const part = await fetch(`${server.origin}${path}`, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PNG']);
});

test('a file that was given up is fetched again when a member asks; one whose trouble is final is not', async () => {
  const media = { type: 'image', mime: 'image/png', base64: PIXEL.toString('base64') };
  await writes({ media });
  const conversation = await only();
  const fileOf = async () => (await threadOf(conversation)).items[0]?.file;
  const itemId = (await threadOf(conversation)).items[0]?.id ?? '';
  const give = (trouble: string) =>
    owner.query(
      `update thread_files set state = 'refused', trouble = $2, file_id = null, attempts = 5 where tenant_id = $1`,
      [cabinet.tenantId, trouble],
    );
  const retry = () =>
    call(work.retryFile, { token: cabinet.token, params: { conversationId: conversation.id, itemId } });
  await give('too_big');
  expect((await retry()).status).toBe(200);
  expect(await fileOf()).toMatchObject({ state: 'refused', trouble: 'too_big' });
  await give('unreachable');
  for (let times = 0; times < 2; times += 1) expect((await retry()).status).toBe(200);
  expect(await fileOf()).toMatchObject({ state: 'fetching', trouble: null });
  await server.runJobs();
  expect(await fileOf()).toMatchObject({ state: 'kept', mime: 'image/png' });
});

test('a failed answer is sent again once, whoever asks for it and however often', async () => {
  await writes({ text: 'Здравствуйте' });
  const conversation = await only();
  const { id: itemId } = (await answer(cabinet.token, conversation, { text: 'Ждём вас' })).body;
  await server.runJobs();
  const target = { params: { conversationId: conversation.id, itemId } };
  await owner.query(`update messages set status = 'delivered' where id = $1`, [itemId]);
  expect(await call(answers.retryAnswer, { ...target, token: cabinet.token })).toMatchObject({
    status: 409,
    body: { code: 'message.wrong_status' },
  });
  await owner.query(`update messages set status = 'failed' where id = $1`, [itemId]);
  const olga = await aColleague('Ольга');
  const sent: string[] = [];
  for (const token of [cabinet.token, cabinet.token, olga])
    sent.push((await call(answers.retryAnswer, { ...target, token })).body.id);
  expect(new Set(sent).size).toBe(1);
  const { items } = await threadOf(conversation);
  expect(items.filter(({ text }) => text === 'Ждём вас').map(({ id }) => id)).toEqual([sent[0], itemId]);
});

test('the messenger is told that a contact was read, and that somebody writes, where the cabinet allows it', async () => {
  await writes({ text: 'Вы тут?' });
  const conversation = await only();
  const target = { token: cabinet.token, params: { conversationId: conversation.id } };
  const settings = (allowed: { marksRead: boolean; showsTyping: boolean }) =>
    call(work.setConversationSettings, { token: cabinet.token, body: { botSilenceMinutes: 60, ...allowed } });
  const signals = async () => {
    await world.control('DELETE', '/log?channel=d360');
    await call(work.noteTyping, { ...target, body: { kind: 'note' } });
    await call(work.noteTyping, { ...target, body: { kind: 'answer' } });
    await call(work.markRead, { ...target, body: { isRead: false } });
    await call(work.markRead, { ...target, body: { isRead: true } });
    await server.runJobs();
    const { requests } = await world.control<{ requests: { body: Record<string, unknown> }[] }>(
      'GET',
      '/log?channel=d360',
    );
    return requests.flatMap(({ body }) => (body?.['status'] === 'read' ? [body['typing_indicator'] ?? 'read'] : []));
  };
  await settings({ marksRead: false, showsTyping: false });
  expect(await signals()).toEqual([]);
  await settings({ marksRead: true, showsTyping: false });
  expect(await signals()).toEqual(['read']);
  await settings({ marksRead: false, showsTyping: true });
  expect(await signals()).toEqual([{ type: 'text' }]);
});

test('a conversation is closed, reopened by its contact, set aside, and returns at its time', async () => {
  await writes({ text: 'Здравствуйте' });
  const { id } = await only();
  const target = { token: cabinet.token, params: { conversationId: id } };
  expect((await call(work.closeConversation, target)).body.state).toBe('closed');
  expect([await list(), await list('closed')].map((items) => items.length)).toEqual([0, 1]);
  await writes({ text: 'Ещё вопрос' });
  expect(await only()).toMatchObject({ state: 'open', unreadCount: 1 });
  await clock.advance({ seconds: 10 });
  await server.runJobs();

  const until = clock.now().add({ hours: 2 }).toString();
  await call(work.snoozeConversation, { ...target, body: { until } });
  expect(await list('snoozed')).toHaveLength(1);
  await clock.advance({ hours: 2, minutes: 1 });
  await server.runJobs();
  expect(await only()).toMatchObject({ state: 'open', unreadSince: clock.now().toString() });
  const events = (await threadOf({ id })).items.flatMap(({ event }) => event?.name ?? []);
  expect(events).toEqual(['woken', 'snoozed', 'reopened', 'closed']);
  const counts = await call(countConversations, { token: cabinet.token });
  expect(counts.body).toMatchObject({ lists: { all: 1, unassigned: 1, closed: 0, inbox: 1 }, forMe: 1 });
});

test('messages are found by their words, contacts by phone, and the page opens around what was found', async () => {
  await writes({ text: 'Хочу записаться на ОКРАШИВАНИЕ в среду' });
  for (let number = 0; number < 4; number += 1) await writes({ text: `Сообщение ${number}` });
  const search = async (text: string) =>
    (await call(searchConversations, { token: cabinet.token, query: { text } })).body;
  const { messages } = await search('окрашив');
  expect(messages).toHaveLength(1);
  const [found] = messages;
  expect(found?.excerpt).toBe('Хочу записаться на ОКРАШИВАНИЕ в среду');
  expect(found?.excerpt.slice(found.from, found.to)).toBe('ОКРАШИВ');
  expect((await search('ок')).messages).toEqual([]);
  expect((await search('%')).messages).toEqual([]);
  expect((await search(anna.slice(-6))).contacts).toMatchObject([{ phone: `+${anna}` }]);
  const page = await threadOf(await only(), { around: found?.itemId, limit: 2 });
  expect(page.items.map(({ id }) => id)).toContain(found?.itemId);
  expect(page.newerCursor).not.toBeNull();
  const newer = await threadOf(await only(), { newerThan: page.newerCursor, limit: 100 });
  expect([newer.items[0]?.text, newer.newerCursor]).toEqual(['Сообщение 3', null]);
});

test('notes and drafts stay inside; a quick reply is filled for the contact', async () => {
  await writes({ text: 'Здравствуйте', name: 'Анна' });
  const conversation = await only();
  const target = { token: cabinet.token, params: { conversationId: conversation.id } };
  const note = { requestId: randomUUID(), text: 'Любит тихую музыку' };
  const first = await call(answers.addNote, { ...target, body: note });
  expect((await call(answers.addNote, { ...target, body: note })).body.id).toBe(first.body.id);
  await call(answers.saveDraft, { ...target, body: { kind: 'answer', text: 'Начало' } });
  expect(await threadOf(conversation)).toMatchObject({
    items: [{ kind: 'note', text: note.text, requestId: note.requestId }, { kind: 'text' }],
    drafts: { answer: 'Начало', note: '' },
  });
  await answer(cabinet.token, conversation, { text: 'Начало и конец' });
  expect((await threadOf(conversation)).drafts.answer).toBe('');

  const reply = { title: 'Привет', text: 'Здравствуйте, {clientName}! Ждём {recordDate}.' };
  await call(work.createQuickReply, { token: cabinet.token, body: reply });
  const { quickReplies } = (await call(work.fillQuickReplies, target)).body;
  expect(quickReplies).toMatchObject([{ title: 'Привет', emptyVariables: ['recordDate'] }]);
  expect(quickReplies[0]?.text).toMatch(/^Здравствуйте, .+!/);
});

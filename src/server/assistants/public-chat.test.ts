import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from '#contract/assistants/calls.ts';
import {
  type PublicChat,
  type PublicChatSettings,
  getPublicChat,
  savePublicChat,
} from '#contract/assistants/public-chat.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import * as turns from '#contract/assistants/turns.ts';
import { getCascade } from '#contract/channels/cascade.ts';
import { listChannels } from '#contract/channels/calls.ts';
import { replyToConversation } from '#contract/conversations/answers.ts';
import { listConversations } from '#contract/conversations/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { modelServer, type ModelReply } from '#server/testing/world/model-server.ts';

const { server, open } = await bookedSalons();
const { clock, call, runJobs, owner } = server;
const model = await modelServer();
Object.assign(server.ctx.config.ai, { ...twoProviders(model.baseUrl), trialCreditMicroUsd: 1_000_000 });
const Talk = z.object({ lines: z.array(z.object({ by: z.string(), side: z.string(), text: z.string() })) });
const PHONE = '+79161112233';
const SETTINGS: PublicChatSettings = { isOn: true, greeting: '', questions: [], sites: [], dailyMessages: 300 };

let salon: Salon;
let params: { assistantId: contract.AssistantId };
beforeEach(async () => {
  model.reset();
  await owner.query('delete from model_breakers');
  salon = await open();
});

const replyWith = (...replies: (string | ModelReply)[]) => {
  const given = replies.map((reply) => (typeof reply === 'string' ? { content: reply } : reply));
  model.answer('a', given);
  model.answer('b', given);
};

/** Publishes an assistant with a public chat. */
async function publish(
  change: Partial<PublicChatSettings> = {},
  settings: Record<string, unknown> = {},
): Promise<PublicChat> {
  const { token } = salon.owner;
  const { body } = await call(contract.createAssistant, { token, body: { title: 'Ника', trade: null } });
  params = { assistantId: body.id };
  const draft = AssistantSettings.parse({ language: 'ru', model: 'fast', ...settings });
  await call(contract.saveAssistant, { token, params, body: { title: 'Ника', settings: draft, baseVersion: 1 } });
  await call(contract.publishAssistant, { token, params, body: { baseVersion: 2 } });
  const saved = await call(savePublicChat, { token, params, body: { ...SETTINGS, ...change } });
  expect(saved.status).toBe(200);
  return saved.body;
}

/** The address of a page on this test's server. */
const here = (url: string) => `${server.origin}${new URL(url).pathname}${new URL(url).search}`;
let lastIp = 0;
const newIp = () => `203.0.${Math.floor((lastIp += 1) / 250)}.${(lastIp % 250) + 1}`;

const openPage = (url: string) =>
  fetch(here(url), { headers: { 'accept-language': 'ru', 'x-forwarded-for': newIp() } });

/** A visitor with a token of their own. */
async function visit({ pageUrl }: Pick<PublicChat, 'pageUrl'>, token?: string) {
  const html = await (await openPage(pageUrl)).text();
  const config = /data-config="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '{}';
  const own: string = token ?? JSON.parse(config).token;
  const headers = { 'x-chat-token': own, 'accept-language': 'ru', 'x-forwarded-for': newIp() };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${here(pageUrl)}/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    html,
    token: own,
    write: (text: string, key: string = randomUUID()) => post('messages', { key, text }),
    leave: (details: object) => post('details', { key: randomUUID(), ...details }),
    async talk() {
      const response = await fetch(`${here(pageUrl)}/talk`, { headers });
      return { status: response.status, body: await response.json() };
    },
    async texts() {
      const response = await fetch(`${here(pageUrl)}/talk`, { headers });
      const { lines } = Talk.parse(await response.json());
      return lines.map(({ by, side, text }) => `${side === 'contact' ? 'visitor' : by}: ${text}`);
    },
  };
}

/** Lets the quiet time pass. */
async function settle() {
  for (const seconds of [0, 3, 3]) {
    await clock.advance({ seconds });
    await runJobs();
  }
}

const conversations = async () => (await call(listConversations, { token: salon.owner.token })).body.items;

test('a visitor writes and is answered, as a contact of the cabinet; each message arrives once', async () => {
  const visitor = await visit(await publish());
  expect(visitor.html).toContain('Ника — ИИ-ассистент и может ошибаться');
  replyWith('Здравствуйте! Чем помочь?');
  const key = randomUUID();
  expect((await visitor.write('Добрый день, есть вопрос', key)).status).toBe(200);
  expect((await visitor.write('Добрый день, есть вопрос', key)).status).toBe(200);
  expect((await visitor.talk()).body).toMatchObject({ state: 'reading', lines: [{ key, side: 'contact' }] });
  await settle();
  expect(await visitor.texts()).toEqual(['visitor: Добрый день, есть вопрос', 'assistant: Здравствуйте! Чем помочь?']);
  expect((await visitor.talk()).body).toMatchObject({ state: 'idle', hasPhone: false });
  expect(await conversations()).toMatchObject([
    { contactName: expect.stringMatching(/^Посетитель \d{4}$/), channelKind: 'web_chat', phone: null },
  ]);
  const { body } = await call(turns.listAssistantTurns, { token: salon.owner.token, params });
  expect(body.items).toMatchObject([{ outcome: 'answered', question: 'Добрый день, есть вопрос' }]);
});

test('a person’s answer from conversations appears on the page, and the assistant is silent then', async () => {
  const visitor = await visit(await publish());
  replyWith('Ответ ассистента');
  await visitor.write('Есть кто живой, ответьте');
  await settle();
  const [conversation] = await conversations();
  const answered = await call(replyToConversation, {
    token: salon.owner.token,
    params: { conversationId: conversation!.id },
    body: { text: 'Это Мария, слушаю вас', requestId: randomUUID() },
  });
  expect(answered.status).toBe(200);
  await settle();
  expect((await visitor.talk()).body).toMatchObject({ state: 'person' });
  await visitor.write('Сколько у вас стоит стрижка?');
  await settle();
  expect(await visitor.texts()).toEqual([
    'visitor: Есть кто живой, ответьте',
    'assistant: Ответ ассистента',
    'person: Это Мария, слушаю вас',
    'visitor: Сколько у вас стоит стрижка?',
  ]);
});

test('a chat is read with its own token alone; tokens of other chats, of others and old ones find nothing', async () => {
  const chat = await publish();
  const visitor = await visit(chat);
  replyWith('Ответ');
  await visitor.write('Секретный вопрос, только между нами');
  await settle();
  const other = await visit(chat);
  expect(await other.texts()).toEqual([]);
  const elsewhere = await visit(await publish());
  const crossed = [await visit(chat, elsewhere.token), await visit(chat, `${visitor.token.slice(0, -1)}_`)];
  for (const { talk, write } of crossed) {
    expect((await talk()).status).toBe(404);
    expect((await write('Пустите')).status).toBe(404);
  }
  expect((await openPage(`${chat.pageUrl.slice(0, -3)}abc`)).status).toBe(404);
  await clock.advance({ hours: 24 * 31 });
  expect((await visitor.talk()).status).toBe(404);
  expect((await visitor.write('Я вернулась')).status).toBe(404);
});

test('a visitor who types the phone of a client sees nothing of that client', async () => {
  await salon.book({ startsAt: clock.now().add({ hours: 26 }), phone: PHONE, clientName: 'Белла' });
  const before = (await conversations()).length;
  const visitor = await visit(await publish({}, { plugins: { yclients_salon: {} } }));
  expect((await visitor.leave({ name: 'Злоумышленник', phone: '12' })).status).toBe(422);
  replyWith({ calls: [{ name: 'my_visits', arguments: '{}' }] }, 'Записей не вижу.');
  expect((await visitor.leave({ name: 'Анна', phone: '8 (916) 111-22-33' })).status).toBe(200);
  await settle();
  const [request] = model.requests.slice(-1);
  const seen = JSON.stringify(request);
  expect(seen).toContain(PHONE);
  expect(seen).not.toContain('Белла');
  expect(seen).toContain(JSON.stringify('{"ok":true,"visits":[]}'));
  const { rows } = await owner.query<{ name: string; phone: string | null }>(
    'select name, phone from contacts where tenant_id = $1 order by name',
    [salon.owner.tenantId],
  );
  expect(rows).toEqual([
    { name: 'Анна', phone: null },
    { name: 'Белла', phone: PHONE },
  ]);
  expect(await conversations()).toHaveLength(before + 1);
  expect((await visitor.talk()).body).toMatchObject({ hasPhone: true });
});

test('messages are limited in length, by visitor and by day, each with a sentence', async () => {
  const chat = await publish({ dailyMessages: 42 });
  const visitor = await visit(chat);
  replyWith('Ответ');
  expect(await visitor.write('я'.repeat(1_001))).toMatchObject({ status: 422, body: { problem: 'long' } });
  expect(await visitor.write('  ')).toMatchObject({ status: 422, body: { problem: 'empty' } });
  for (let n = 0; n < 40; n += 1) expect((await visitor.write(`Вопрос ${n}`)).status).toBe(200);
  const often = await visitor.write('Ещё один');
  expect(often).toMatchObject({ status: 429, body: { problem: 'often', text: expect.stringContaining('Продолжите') } });
  const second = await visit(chat);
  expect([(await second.write('Раз')).status, (await second.write('Два')).status]).toEqual([200, 200]);
  expect(await second.write('Три')).toMatchObject({ status: 429, body: { problem: 'day' } });
  const { body } = await call(getPublicChat, { token: salon.owner.token, params });
  expect(body.messagesToday).toBe(42);
  await clock.advance({ hours: 24 });
  expect((await second.write('Новый день')).status).toBe(200);
});

test('a chat that is off, or whose assistant cannot answer, shows how else the business is reached', async () => {
  const chat = await publish();
  await owner.query(`update branches set phone = '+7 495 000-11-22' where tenant_id = $1`, [salon.owner.tenantId]);
  const visitor = await visit(chat);
  const { token } = salon.owner;
  await call(contract.switchAssistant, { token, params, body: { isOn: false } });
  const page = await openPage(chat.pageUrl);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('tel:+74950001122');
  expect(await visitor.write('Вы тут?')).toMatchObject({ status: 409, body: { problem: 'closed' } });
  expect(await (await openPage(chat.scriptUrl)).text()).toBe('');
  expect((await call(getPublicChat, { token, params })).body.closedReason).toBe('assistant_off');
  await call(contract.deleteAssistant, { token, params });
  expect((await openPage(chat.pageUrl)).status).toBe(404);
});

test('only listed sites may show the page in a frame; their script opens it', async () => {
  const alone = await openPage((await publish()).pageUrl);
  expect(alone.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const chat = await publish({ sites: ['https://salon.ru', 'https://www.salon.ru'] });
  const framed = await openPage(chat.pageUrl);
  expect(framed.headers.get('content-security-policy')).toContain(
    'frame-ancestors https://salon.ru https://www.salon.ru',
  );
  expect(framed.headers.get('x-frame-options')).toBeNull();
  expect(framed.headers.get('set-cookie')).toBeNull();
  const script = await openPage(chat.scriptUrl);
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await script.text()).toContain(chat.pageUrl);
  const { token } = salon.owner;
  const wrong = { ...SETTINGS, sites: ["https://a;script-src 'unsafe-inline'"] };
  expect((await call(savePublicChat, { token, params, body: wrong })).status).toBe(400);
});

test('the channel of web chats carries answers alone: it is none that flows and mailings could use', async () => {
  await publish({}, { channelIds: [randomUUID()] });
  const { token } = salon.owner;
  const { body: channels } = await call(listChannels, { token });
  expect(channels.channels.map(({ kind }) => kind)).toEqual(['dialog360']);
  expect((await call(getCascade, { token })).body.channelIds).toEqual([salon.channelId]);
  const { body: assistant } = await call(contract.getAssistant, { token, params });
  expect(assistant).toMatchObject({ status: 'on', silentReason: null });
  await call(savePublicChat, { token, params, body: { ...SETTINGS, isOn: false } });
  expect((await call(contract.getAssistant, { token, params })).body.silentReason).toBe('no_channel');
});

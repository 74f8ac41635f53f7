import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/assistants/calls.ts';
import { listKnowledgeSources } from '#contract/assistants/knowledge.ts';
import * as night from '#contract/assistants/night-bot.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { replyToConversation } from '#contract/conversations/answers.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';
import { modelServer } from '#server/testing/world/model-server.ts';
import { queueNights } from './summary-actions.ts';

const mailbox = await aMailbox();
const { server, open } = await bookedSalons({ env: { SMTP_URL: mailbox.url } });
const { clock, call, runJobs, owner } = server;
const model = await modelServer();
Object.assign(server.ctx.config.ai, { ...twoProviders(model.baseUrl), trialCreditMicroUsd: 1_000_000 });
const OWNER_PHONE = '+79990001122';

let salon: Salon;
beforeEach(async () => {
  model.reset();
  await owner.query('delete from model_breakers');
  salon = await open();
});

const authorized = () => ({ token: salon.owner.token });
const readDraft = async () => (await call(night.getNightBotDraft, authorized())).body;
const create = (bot: Record<string, unknown>) =>
  call(night.createNightBot, { ...authorized(), body: bot as night.NightBot });

/** A night bot of the known fields, with work from ten to eight. */
async function aNightBot(change: Partial<night.NightBot> = {}) {
  const { answers } = await readDraft();
  const { body } = await create({ ...answers, notifyPhone: OWNER_PHONE, ...change });
  return body;
}

async function publish({ id, version }: contract.Assistant) {
  const params = { assistantId: id };
  const { token } = salon.owner;
  await call(contract.publishAssistant, { token, params, body: { baseVersion: version } });
  return params;
}

async function write(phone: string, name: string, text: string): Promise<ConversationId> {
  const channel = { id: salon.channelId, traits: traitsOf('dialog360') };
  const received = await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    receiveMessage(scope, channel, {
      kind: 'message',
      providerMessageId: randomUUID(),
      at: clock.now(),
      from: { channelUserId: phone.slice(1), phone, name, language: null },
      content: 'text',
      text,
      buttonId: null,
      quotedProviderId: null,
      media: null,
      sharedPhone: null,
      startToken: null,
      callbackId: null,
    }),
  );
  for (const seconds of [0, 3, 3]) {
    await clock.advance({ seconds });
    await runJobs();
  }
  if (!received) throw new Error('The message was not received');
  return received.conversationId;
}

/** Moves the clock to a time of Moscow, in March 2026, and sums up. */
async function summariseAt(time: string) {
  const at = Temporal.ZonedDateTime.from(`2026-03-${time}[Europe/Moscow]`).toInstant();
  await clock.advance(clock.now().until(at));
  await queueNights(server.ctx);
  await runJobs();
}

const toOwner = () =>
  salon.whatsApp.sent.filter(({ message }) => message.to.phone === OWNER_PHONE).map(({ message }) => message.text);
const summaryOf = async (params: { assistantId: contract.AssistantId }) =>
  (await call(night.getMorningSummary, { ...authorized(), params })).body;
const answer = (...contents: string[]) => {
  model.answer(
    'a',
    contents.map((content) => ({ content })),
  );
  model.answer(
    'b',
    contents.map((content) => ({ content })),
  );
};

test('the fields begin with what the cabinet knows, and keep what was answered until the bot is published', async () => {
  const first = await readDraft();
  expect(first).toMatchObject({ step: 1, assistantId: null, channels: [{ id: salon.channelId }] });
  expect(first.answers).toMatchObject({ branchId: salon.branchId, channelId: salon.channelId });
  const answers = { ...first.answers, botName: 'Лиза', bookingLink: 'не адрес' };
  await call(night.saveNightBotDraft, { ...authorized(), body: { step: 3, answers } });
  expect(await readDraft()).toMatchObject({ step: 3, answers: { botName: 'Лиза', bookingLink: 'не адрес' } });

  const { body: bot } = await create({ ...answers, bookingLink: '' });
  expect(await readDraft()).toMatchObject({ assistantId: bot.id });
  await publish(bot);
  expect(await readDraft()).toMatchObject({ step: 1, assistantId: null });
});

test('the bot is silent in the work hours, books at night, and knows what was answered', async () => {
  const bot = await aNightBot({
    address: 'Лесная, 5',
    mapLink: 'https://maps.example/5',
    bookingLink: 'https://book.example',
    paymentMethods: ['cash', 'qr'],
    socialLinks: ['https://t.me/salon', ''],
  });
  expect(bot).toMatchObject({ status: 'draft', publishedVersion: null });
  expect(bot.settings).toMatchObject({
    workHours: { inside: { isAnswering: false }, outside: { isAnswering: true } },
    morningSummary: { isOn: true, phone: OWNER_PHONE },
    channelIds: [salon.channelId],
    branchIds: [salon.branchId],
    plugins: { yclients_salon: { branchIds: [salon.branchId] }, altegio_salon: null },
  });
  const { body } = await call(listKnowledgeSources, { ...authorized(), params: { assistantId: bot.id } });
  const answers = body.items.map((source) => source.answer);
  expect(answers).toHaveLength(5);
  expect(answers).toContain('понедельник – воскресенье: 10:00–20:00');
  expect(answers).toContain('Лесная, 5\nНа карте: https://maps.example/5');
  expect(answers).toContain('Оплатить можно так: наличными, по QR-коду.');
});

test('a double click makes one bot', async () => {
  const { answers } = await readDraft();
  const bots = await Promise.all([1, 2, 3].map(() => create({ ...answers })));
  expect(new Set(bots.map(({ body }) => body.id)).size).toBe(1);
  expect((await call(contract.listAssistants, authorized())).body.items).toHaveLength(1);
  await call(night.restartNightBot, authorized());
  expect(await readDraft()).toMatchObject({ step: 1, assistantId: null });
});

test('wrong fields are named, hours without a night and foreign places are refused', async () => {
  const { answers } = await readDraft();
  const wrong = await create({ ...answers, botName: ' ', channelId: null, notifyPhone: '12', mapLink: 'ftp://x' });
  expect(wrong).toMatchObject({ status: 400 });
  expect(Object.keys((wrong.body as unknown as { details: { fields: object } }).details.fields).toSorted()).toEqual([
    'botName',
    'channelId',
    'mapLink',
    'notifyPhone',
  ]);
  const days = answers.days.map(({ weekday }) => ({ weekday, fromMinute: 0, untilMinute: 1_440 }));
  expect(await create({ ...answers, days })).toMatchObject({ status: 422, body: { code: 'night_bot.no_night' } });
  expect(await create({ ...answers, channelId: randomUUID() })).toMatchObject({ status: 404 });
  expect(await create({ ...answers, branchId: randomUUID() })).toMatchObject({ status: 404 });
});

test('the page says when the bot begins to answer, and when its summary is due', async () => {
  const bot = await aNightBot();
  expect(await summaryOf({ assistantId: bot.id })).toEqual({
    timeZone: 'Europe/Moscow',
    isAnsweringNow: false,
    beginsAt: '2026-03-02T17:00:00Z',
    nextAt: '2026-03-03T07:00:00Z',
    last: null,
  });
});

test('in the morning the owner hears once who wrote, what was done, and who needs a person, the most urgent first', async () => {
  const params = await publish(await aNightBot());
  await write(OWNER_PHONE, 'Хозяйка', 'Проверка');
  await summariseAt('02T21:00');
  answer('Мы открыты с 10:00.');
  await write('+79160000001', 'Анна', 'Во сколько вы открываетесь?');
  await owner.query('delete from model_breakers');
  answer('Стрижка стоит 1 700 ₽.', 'Стрижка стоит 1 700 ₽.');
  await write('+79160000002', 'Борис', 'Сколько стоит стрижка?');
  model.answer('a', [{ calls: [{ name: 'hand_over', arguments: '{"reason":"1","summary":"Жалоба"}' }] }]);
  const angry = await write('+79160000003', 'Вера', 'Верните деньги');
  expect(toOwner()).toEqual([]);

  await summariseAt('03T10:00');
  await summariseAt('03T10:05');
  const [text, ...others] = toOwner();
  expect(others).toEqual([]);
  expect(text).toContain('написали 3 клиента');
  expect(text).toContain('Без сотрудника решено диалогов: 1');
  expect(text).toMatch(/1\. Вера, \+79160000003: «Верните деньги»\n.*thread=.*\n2\. Борис/u);
  expect(text).toContain(`/conversations?thread=${angry}`);
  expect(text).not.toContain('Анна');
  expect(await summaryOf(params)).toMatchObject({ last: { outcome: 'sent', writers: 3, phone: OWNER_PHONE } });
});

test('a number that no channel reaches is replaced by the owner’s e-mail', async () => {
  const params = await publish(await aNightBot());
  await summariseAt('02T21:00');
  answer('Мы открыты с 10:00.');
  await write('+79160000001', 'Анна', 'Во сколько вы открываетесь?');
  await summariseAt('03T10:00');
  expect(toOwner()).toEqual([]);
  expect(await summaryOf(params)).toMatchObject({ last: { outcome: 'mailed' } });
  expect(mailbox.mails.at(-1)?.text).toContain('написал 1 клиент');
});

test('a client who calls for a person at night hears that they answer when the business opens', async () => {
  const bot = await aNightBot();
  await publish(bot);
  await summariseAt('02T21:00');
  model.answer('a', [{ calls: [{ name: 'hand_over', arguments: '{"reason":"other","summary":"Вопрос"}' }] }]);
  await write('+79160000001', 'Анна', 'Позовите человека');
  const texts = salon.whatsApp.sent.map(({ message }) => message.text);
  expect(texts).toEqual([expect.stringContaining('как только мы откроемся')]);
});

test('who was answered by a person before the morning needs nobody', async () => {
  await publish(await aNightBot());
  await write(OWNER_PHONE, 'Хозяйка', 'Проверка');
  await summariseAt('02T21:00');
  answer('Стрижка стоит 1 700 ₽.', 'Стрижка стоит 1 700 ₽.');
  const conversationId = await write('+79160000002', 'Борис', 'Сколько стоит стрижка?');
  const body = { text: 'Две тысячи', requestId: randomUUID() };
  await call(replyToConversation, { ...authorized(), params: { conversationId }, body });
  await summariseAt('03T10:00');
  expect(toOwner()).toEqual([expect.stringContaining('Ответа сотрудника никто не ждёт.')]);
});

test('after a silent night nothing is sent, nor when the summary is switched off', async () => {
  const params = await publish(await aNightBot());
  await summariseAt('03T10:00');
  expect(toOwner()).toEqual([]);
  expect(await summaryOf(params)).toMatchObject({ last: { outcome: 'quiet', writers: 0 } });

  const { body: bot } = await call(contract.getAssistant, { ...authorized(), params });
  const settings = { ...bot.settings, morningSummary: { isOn: false, phone: OWNER_PHONE } };
  const saved = { title: bot.title, settings, baseVersion: bot.version };
  await publish((await call(contract.saveAssistant, { ...authorized(), params, body: saved })).body);
  await summariseAt('03T21:00');
  answer('Мы открыты с 10:00.');
  await write('+79160000001', 'Анна', 'Во сколько вы открываетесь?');
  await summariseAt('04T10:00');
  expect(toOwner()).toEqual([]);
});

test('a bot of another cabinet does not exist', async () => {
  const bot = await aNightBot();
  const { token } = await server.signUp();
  expect(await call(night.getMorningSummary, { token, params: { assistantId: bot.id } })).toMatchObject({
    status: 404,
  });
});

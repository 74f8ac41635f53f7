import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deleteChatbot, listChatbots, restoreChatbot, switchChatbot } from '#contract/chatbots/calls.ts';
import {
  createScriptBot,
  getScriptBot,
  saveScriptBot,
  ScriptBotSettings,
  type ScriptStep,
  type ScriptTrigger,
  tryScriptBot,
} from '#contract/chatbots/scripts.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { replyToConversation } from '#contract/conversations/answers.ts';
import { type ConversationId, getThread, listConversations } from '#contract/conversations/calls.ts';
import { continueScript } from '#server/chatbots/scripts/continuing-actions.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import type { InboundEvent } from '#server/conversations/threads/rules.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, call, runJobs } = server;
const PHONE = '+79161112233';

const words = (...list: string[]): ScriptTrigger => ({ kind: 'words', words: list, stepId: null });
const message = (id: string, text: string): ScriptStep => ({
  id,
  kind: 'message',
  texts: { default: text },
  buttons: [],
});

/** A menu of prices, the way, and a person. */
const MENU: ScriptStep[] = [
  {
    id: 'menu',
    kind: 'message',
    texts: { default: '{clientName}, что вам рассказать?' },
    buttons: [
      { id: 'b1', title: 'Цены', stepId: 'prices' },
      { id: 'b2', title: 'Отменить', stepId: 'pause' },
      { id: 'b3', title: 'Администратор', stepId: 'human' },
    ],
  },
  message('prices', 'Стрижка 1000 ₽'),
  { id: 'back', kind: 'go', stepId: 'menu' },
  { id: 'human', kind: 'person', texts: { default: 'Зову администратора.' }, reason: 'Вопрос из меню' },
  { id: 'pause', kind: 'wait', seconds: 60 },
  message('after', 'Минута прошла'),
];

type Change = Partial<ScriptBotSettings>;

async function addBot(salon: Salon, change: Change = {}) {
  const settings = ScriptBotSettings.parse({
    title: 'Меню',
    isEnabled: true,
    triggers: [words('меню')],
    steps: MENU,
    ...change,
  });
  return call(createScriptBot, { token: salon.owner.token, body: { settings } });
}

let conversationId: ConversationId;

async function receive(salon: Salon, inbound: Partial<InboundEvent> | string) {
  const event: InboundEvent = {
    kind: 'message',
    providerMessageId: randomUUID(),
    at: clock.now(),
    from: { channelUserId: PHONE.slice(1), phone: PHONE, name: 'Анна', language: null },
    content: 'text',
    text: null,
    buttonId: null,
    quotedProviderId: null,
    media: null,
    sharedPhone: null,
    startToken: null,
    callbackId: null,
    ...(typeof inbound === 'string' ? { text: inbound } : inbound),
  };
  const channel = { id: salon.channelId, traits: traitsOf('dialog360') };
  const received = await withTenant(server.ctx, salon.owner.tenantId, (scope) => receiveMessage(scope, channel, event));
  if (received) ({ conversationId } = received);
  await runJobs();
  await pass(3);
}

async function pass(seconds: number) {
  await clock.advance({ seconds });
  await runJobs();
}

async function writeAsPerson(salon: Salon, text: string) {
  const body = { text, requestId: randomUUID() };
  await call(replyToConversation, { token: salon.owner.token, params: { conversationId }, body });
  await runJobs();
}

const sentTexts = (salon: Salon) => salon.whatsApp.sent.map(({ message }) => message.text);
const buttonId = (salon: Salon, title: string) => {
  const button = salon.whatsApp.sent
    .flatMap(({ message }) => message.buttons)
    .findLast((one) => one.type === 'answer' && one.title === title);
  return button?.type === 'answer' ? button.id : '';
};
const tap = (salon: Salon, title: string) =>
  receive(salon, { content: 'button', text: title, buttonId: buttonId(salon, title) });
const waiting = async (salon: Salon) =>
  (await call(listConversations, { token: salon.owner.token, query: { list: 'waiting' } })).body.items;

test('a word opens the menu, a tap answers from it, and a person is called with the owner’s reason', async () => {
  const salon = await open();
  await addBot(salon);
  await receive(salon, 'Покажите меню, пожалуйста');
  expect(sentTexts(salon)).toEqual(['Анна, что вам рассказать?']);
  expect(await waiting(salon)).toEqual([]);

  await tap(salon, 'Цены');
  expect(sentTexts(salon).slice(1)).toEqual(['Стрижка 1000 ₽', 'Анна, что вам рассказать?']);
  await receive(salon, '3');
  expect(sentTexts(salon).at(-1)).toBe('Зову администратора.');
  expect(await waiting(salon)).toMatchObject([{ needsPersonReason: 'asked_for_person' }]);
  const thread = await call(getThread, { token: salon.owner.token, params: { conversationId } });
  expect(thread.body.items.map(({ event }) => event)).toContainEqual({
    name: 'handed_over',
    bot: 'Меню',
    cause: 'step',
    reason: 'Вопрос из меню',
  });

  await receive(salon, 'меню');
  expect(sentTexts(salon)).toHaveLength(4);
});

test('a cabinet whose tariff has no bots answers nothing, and the message waits for a person', async () => {
  const salon = await open();
  await addBot(salon);
  const ended = clock.now().subtract({ hours: 1 }).toString();
  await server.owner.query('update tenants set paid_until = $2 where id = $1', [salon.owner.tenantId, ended]);
  await receive(salon, 'меню');
  expect(sentTexts(salon)).toEqual([]);
  await server.owner.query('update tenants set paid_until = null where id = $1', [salon.owner.tenantId]);
  await receive(salon, 'меню');
  expect(sentTexts(salon)).toEqual(['Анна, что вам рассказать?']);
});

test('the words of a menu’s button are an answer to it, also where they would cancel a visit', async () => {
  const salon = await open();
  await addBot(salon);
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 48 }) });
  await receive(salon, 'меню');
  await receive(salon, 'отменить');
  await pass(60);
  expect(sentTexts(salon).at(-1)).toBe('Минута прошла');
  expect(salon.bookings.get(externalId)?.status).toBe('waiting');
});

test('a greeting and unknown words start no bot, and wait for a person', async () => {
  const salon = await open();
  await addBot(salon);
  await receive(salon, 'Добрый день');
  await receive(salon, 'Есть ли у вас парковка?');
  expect(sentTexts(salon)).toEqual([]);
  expect(await waiting(salon)).toMatchObject([{ needsPersonReason: 'new_message' }]);
});

test('an answer about a visit goes before the words of a bot', async () => {
  const salon = await open();
  await addBot(salon, { triggers: [words('да')], steps: [message('a', 'Что да?')] });
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 24 }) });
  await clock.advance({ hours: 23 });
  await runJobs();
  await receive(salon, 'да');
  expect(salon.bookings.get(externalId)?.status).toBe('confirmed');
  expect(sentTexts(salon)).not.toContain('Что да?');
});

test('after a person wrote, words start nothing, and a tap in the latest menu still answers', async () => {
  const salon = await open();
  await addBot(salon);
  await receive(salon, 'меню');
  await writeAsPerson(salon, 'Здравствуйте, я Ольга');
  await receive(salon, 'меню');
  await receive(salon, '1');
  expect(sentTexts(salon)).toEqual(['Анна, что вам рассказать?', 'Здравствуйте, я Ольга']);
  await tap(salon, 'Цены');
  expect(sentTexts(salon).slice(2)).toEqual(['Стрижка 1000 ₽', 'Анна, что вам рассказать?']);
});

test('a stop word is obeyed, and nothing follows', async () => {
  const salon = await open();
  await addBot(salon, { triggers: [words('меню'), { kind: 'first_message', stepId: null }] });
  await receive(salon, 'меню');
  await tap(salon, 'Отменить');
  await receive(salon, 'стоп');
  await pass(60);
  expect(sentTexts(salon)).not.toContain('Минута прошла');
});

test('what comes after a pause is sent once, and dropped when the contact or a person writes meanwhile', async () => {
  const silent = await open();
  await addBot(silent);
  await receive(silent, 'меню');
  await tap(silent, 'Отменить');
  await pass(50);
  expect(sentTexts(silent)).not.toContain('Минута прошла');
  await pass(10);
  const { tenantId } = silent.owner;
  await withTenant(server.ctx, tenantId, (scope) => continueScript(scope, { tenantId, conversationId, run: 2 }));
  await runJobs();
  expect(sentTexts(silent).filter((text) => text === 'Минута прошла')).toHaveLength(1);

  const writing = await open();
  await addBot(writing);
  await receive(writing, 'меню');
  await tap(writing, 'Отменить');
  await receive(writing, 'А ещё вопрос');
  await pass(60);
  expect(sentTexts(writing)).not.toContain('Минута прошла');

  const answered = await open();
  await addBot(answered);
  await receive(answered, 'меню');
  await tap(answered, 'Отменить');
  await writeAsPerson(answered, 'Я здесь');
  await pass(60);
  expect(sentTexts(answered)).not.toContain('Минута прошла');
});

test('a bot that a contact keeps asking gives up after ten messages in ten minutes', async () => {
  const salon = await open();
  await addBot(salon, { steps: [message('a', 'Раз'), message('b', 'Два')] });
  for (let times = 0; times < 8; times++) await receive(salon, 'меню');
  expect(sentTexts(salon)).toHaveLength(10);
  expect(await waiting(salon)).toHaveLength(1);
  const thread = await call(getThread, { token: salon.owner.token, params: { conversationId } });
  expect(thread.body.items.map(({ event }) => event)).toContainEqual(expect.objectContaining({ cause: 'too_often' }));
});

test('the first message of a contact is greeted, and none of the later ones', async () => {
  const salon = await open();
  await addBot(salon, { triggers: [{ kind: 'first_message', stepId: null }], steps: [message('a', 'Рады вам')] });
  await receive(salon, 'Добрый день');
  await receive(salon, 'Ещё вопрос');
  expect(sentTexts(salon)).toEqual(['Рады вам']);
});

test('outside work hours a bot says so once, until the business has been open again', async () => {
  const salon = await open();
  const hours = { weekdays: [1, 2, 3, 4, 5], fromMinute: 600, untilMinute: 1_200 };
  await addBot(salon, {
    triggers: [{ kind: 'outside_hours', hours, stepId: null }],
    steps: [message('a', 'Мы закрыты')],
  });
  await receive(salon, 'Сколько стоит?');
  expect(sentTexts(salon)).toEqual([]);
  await clock.advance({ hours: 10 });
  await receive(salon, 'Сколько стоит?');
  await receive(salon, 'Алло?');
  expect(sentTexts(salon)).toEqual(['Мы закрыты']);
  await clock.advance({ hours: 24 });
  await receive(salon, 'Сколько стоит?');
  expect(sentTexts(salon)).toEqual(['Мы закрыты', 'Мы закрыты']);
});

test('a step that hands over to an assistant leaves this message and the next ones to it', async () => {
  const salon = await open();
  await addBot(salon, { steps: [{ id: 'a', kind: 'assistant' }] });
  await receive(salon, 'меню');
  expect(sentTexts(salon)).toEqual([]);
  expect(await waiting(salon)).toMatchObject([{ needsPersonReason: 'new_message' }]);
  const { rows } = await server.owner.query(`select phase from chatbot_dialogues where tenant_id = $1`, [
    salon.owner.tenantId,
  ]);
  expect(rows).toEqual([{ phase: 'assistant' }]);
});

test('a tap on a bot that was switched off waits for a person', async () => {
  const salon = await open();
  const { id: chatbotId } = (await addBot(salon)).body;
  await receive(salon, 'меню');
  await call(switchChatbot, { token: salon.owner.token, params: { chatbotId }, body: { isEnabled: false } });
  await tap(salon, 'Цены');
  expect(sentTexts(salon)).toHaveLength(1);
  expect(await waiting(salon)).toMatchObject([{ needsPersonReason: 'new_message' }]);
});

test('a bot may be unfinished while it is off, and is refused by name when it is to be on', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const draft = await addBot(salon, { isEnabled: false, triggers: [], steps: [] });
  const { id: chatbotId, settings } = draft.body;
  const turnOn = () => call(switchChatbot, { token, params: { chatbotId }, body: { isEnabled: true } });
  expect((await turnOn()).body).toMatchObject({ code: 'chatbot.no_trigger' });
  const save = (baseVersion: number, change: Change) =>
    call(saveScriptBot, {
      token,
      params: { scriptBotId: chatbotId },
      body: { settings: { ...settings, ...change }, baseVersion },
    });
  const triggers = [words('меню')];
  expect((await save(1, { triggers, isEnabled: true })).body).toMatchObject({ code: 'chatbot.no_step' });
  const steps: ScriptStep[] = [message('a', 'Раз'), { id: 'b', kind: 'go', stepId: 'gone' }];
  const missing = (await save(1, { triggers, steps, isEnabled: true })).body;
  expect(missing).toMatchObject({ code: 'chatbot.step_missing', details: { step: 2 } });
  expect((await save(1, { triggers, steps: MENU })).status).toBe(200);
  expect((await save(1, { triggers, steps: MENU })).body).toMatchObject({ code: 'chatbot.changed_meanwhile' });
  expect((await turnOn()).status).toBe(200);
  expect((await call(getScriptBot, { token, params: { scriptBotId: chatbotId } })).body.settings.isEnabled).toBe(true);
});

test('two bots that are on do not answer to one word in one place', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const first = (await addBot(salon, { triggers: [words('цены', 'Ещё')] })).body;
  expect((await addBot(salon, { title: 'Второй', triggers: [words('еще')] })).body).toMatchObject({
    code: 'chatbot.trigger_taken',
    details: { title: 'Меню' },
  });
  const ofChannel = await addBot(salon, { title: 'Второй', triggers: [words('еще')], channelId: salon.channelId });
  expect(ofChannel.status).toBe(200);
  await receive(salon, 'еще');
  expect((await call(listChatbots, { token })).body.chatbots.map(({ kind }) => kind)).toEqual([
    'booking',
    'script',
    'script',
  ]);

  await call(deleteChatbot, { token, params: { chatbotId: first.id } });
  expect((await addBot(salon, { title: 'Третий', triggers: [words('цены')] })).status).toBe(200);
  const restored = await call(restoreChatbot, { token, params: { chatbotId: first.id } });
  expect(restored.body).toMatchObject({ code: 'chatbot.trigger_taken' });
});

test('a trial plays the real rules, sends nothing, and names what is unfinished', async () => {
  const salon = await open();
  const settings = ScriptBotSettings.parse({ title: 'Меню', triggers: [words('меню')], steps: MENU });
  const play = (messages: ({ text: string } | { button: string })[], change: Change = {}) =>
    call(tryScriptBot, { token: salon.owner.token, body: { settings: { ...settings, ...change }, messages } });
  const first = (await play([{ text: 'Добрый день' }, { text: 'меню' }])).body;
  expect(first.replies.map(({ effect }) => effect)).toEqual(['none', 'answered']);
  const button = first.replies[1]?.messages[0]?.buttons[1]?.id ?? '';
  const { replies } = (await play([{ text: 'меню' }, { button }, { text: '3' }, { text: 'меню' }, { text: 'стоп' }]))
    .body;
  expect(
    replies.map(({ messages, effect }) => [messages.map(({ text, waitSeconds }) => [text, waitSeconds]), effect]),
  ).toEqual([
    [[['Анна, что вам рассказать?', 0]], 'answered'],
    [[['Минута прошла', 60]], 'answered'],
    [[['Зову администратора.', 0]], 'person'],
    [[], 'person'],
    [[], 'person'],
  ]);
  expect(
    (await play([], { steps: [message('a', '{clientName}, {recordDate} {nonsense}')], triggers: [] })).body,
  ).toMatchObject({
    issues: [{ code: 'no_trigger', step: null }],
    unknownVariables: ['nonsense', 'recordDate'],
  });
  expect(sentTexts(salon)).toEqual([]);
});

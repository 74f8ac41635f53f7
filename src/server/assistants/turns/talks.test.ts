import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/assistants/calls.ts';
import { createCaseOfMessage } from '#contract/assistants/cases.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import * as turns from '#contract/assistants/turns.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { replyToConversation } from '#contract/conversations/answers.ts';
import { type ConversationId, listConversations } from '#contract/conversations/calls.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { modelServer, type ModelReply } from '#server/testing/world/model-server.ts';

const mailbox = await aMailbox();
const { server, open } = await bookedSalons({ env: { SMTP_URL: mailbox.url } });
const { clock, call, runJobs, owner } = server;
const model = await modelServer();
Object.assign(server.ctx.config.ai, { ...twoProviders(model.baseUrl), trialCreditMicroUsd: 1_000_000 });
const PHONE = '+79161112233';

let salon: Salon;
let params: { assistantId: contract.AssistantId };
let conversationId: ConversationId;
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
const calls = (name: string, args: object): ModelReply => ({ calls: [{ name, arguments: JSON.stringify(args) }] });

/** Publishes an assistant that answers by the first model. */
async function publish(change: Record<string, unknown> = {}) {
  const { token } = salon.owner;
  const { body } = await call(contract.createAssistant, { token, body: { title: 'Ника', trade: null } });
  params = { assistantId: body.id };
  const settings = AssistantSettings.parse({ language: 'ru', model: 'fast', ...change });
  await call(contract.saveAssistant, { token, params, body: { title: 'Ника', settings, baseVersion: 1 } });
  const published = await call(contract.publishAssistant, { token, params, body: { baseVersion: 2 } });
  expect(published.body).toMatchObject({ status: 'on' });
}

async function write(text: string) {
  const channel = { id: salon.channelId, traits: traitsOf('dialog360') };
  const received = await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    receiveMessage(scope, channel, {
      kind: 'message',
      providerMessageId: randomUUID(),
      at: clock.now(),
      from: { channelUserId: PHONE.slice(1), phone: PHONE, name: 'Анна', language: null },
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
  if (received) ({ conversationId } = received);
}

/** Lets the quiet time pass. */
async function settle() {
  for (const seconds of [0, 3, 3]) {
    await clock.advance({ seconds });
    await runJobs();
  }
}

async function send(text: string) {
  await write(text);
  await settle();
}

const sentTexts = () => salon.whatsApp.sent.map(({ message }) => message.text);
const listTurns = async () => (await call(turns.listAssistantTurns, { token: salon.owner.token, params })).body.items;
const waiting = async () =>
  (await call(listConversations, { token: salon.owner.token, query: { list: 'waiting' } })).body.items;

test('a contact is answered once for several messages in a row, and nobody has to look', async () => {
  await publish();
  replyWith('Здравствуйте! Чем помочь?');
  await write('Здравствуйте');
  await write('Подскажите, есть ли у вас парковка');
  await settle();
  expect(sentTexts()).toEqual(['Здравствуйте! Чем помочь?']);
  expect(model.requests.at(-1)?.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  expect(await waiting()).toEqual([]);
  expect(await listTurns()).toMatchObject([
    { outcome: 'answered', question: 'Здравствуйте\nПодскажите, есть ли у вас парковка' },
  ]);
});

test('a statement that nothing covers is not sent: the model answers again without it', async () => {
  await publish();
  replyWith('Стрижка стоит 1 700 ₽.', 'Уточните, какая стрижка вас интересует?');
  await send('Сколько стоит стрижка?');
  expect(sentTexts()).toEqual(['Уточните, какая стрижка вас интересует?']);
  expect(await listTurns()).toMatchObject([
    { isRegenerated: true, findings: [{ check: 'price', quote: '1 700 ₽' }], outcome: 'answered' },
  ]);
});

test('after two untrue replies the contact hears that a person will answer, and the person is told', async () => {
  await publish();
  replyWith('Вы записаны на завтра.', 'Вы записаны на завтра.');
  await send('Запишите меня');
  expect(sentTexts()).toEqual([expect.stringContaining('уточню у сотрудника')]);
  expect(await waiting()).toMatchObject([{ id: conversationId }]);
  expect(await listTurns()).toMatchObject([{ outcome: 'handed_over', handoffReason: 'checks' }]);
});

test('a client who wants a person gets the owner’s words, the owner a message, and the assistant is silent', async () => {
  await publish({
    plugins: {
      human_handoff: {
        notices: [
          {
            when: 'Клиент недоволен',
            to: { type: 'email', email: 'owner@salon.example' },
            answer: 'Передаю управляющей.',
            notice: '{clientName} ({clientPhone}): {summary} {conversationLink}',
          },
        ],
      },
    },
  });
  replyWith(calls('hand_over', { reason: '1', summary: 'Недовольна окрашиванием' }));
  await send('Вы испортили мне волосы!');
  expect(sentTexts()).toEqual(['Передаю управляющей.']);
  expect(await listTurns()).toMatchObject([
    { outcome: 'handed_over', handoffReason: 'asked', summary: 'Недовольна окрашиванием' },
  ]);
  const mail = mailbox.mails.at(-1);
  expect(mail?.to?.[0]?.address).toBe('owner@salon.example');
  expect(mail?.text).toContain(`Анна (${PHONE}): Недовольна окрашиванием`);
  await send('Алло?');
  expect(sentTexts()).toHaveLength(1);
});

test('a person who writes while the model thinks is not talked over', async () => {
  await publish();
  model.answer('a', () => ({ content: 'Ответ' }));
  await write('Добрый вечер, вопрос');
  await settle();
  const { token } = salon.owner;
  await call(replyToConversation, {
    token,
    params: { conversationId },
    body: { text: 'Я отвечу сама', requestId: randomUUID() },
  });
  const before = sentTexts().length;
  await send('Хорошо, жду');
  expect(
    sentTexts()
      .slice(before)
      .filter((text) => text === 'Ответ'),
  ).toEqual([]);
});

test('without a model the contact hears nothing false: a person is told', async () => {
  await publish();
  model.answer('a', [{ fault: { kind: 'status', status: 500 } }]);
  model.answer('b', [{ fault: { kind: 'status', status: 500 } }]);
  await send('Есть ли свободное время?');
  expect(sentTexts()).toEqual([]);
  await clock.advance({ minutes: 2 });
  await runJobs();
  await clock.advance({ minutes: 2 });
  await runJobs();
  expect(sentTexts()).toEqual([expect.stringContaining('Передаю ваш вопрос сотруднику')]);
  expect(await waiting()).toHaveLength(1);
});

test('an assistant without money is silent, and a person is told', async () => {
  await publish();
  replyWith('Ответ');
  const { tenantId } = salon.owner;
  await send('Добрый день, вопрос по записи');
  await owner.query(`update balance_accounts set balance = 0 where tenant_id = $1 and account = 'ai'`, [tenantId]);
  await send('Есть ли свободное время?');
  expect(sentTexts()).toEqual(['Ответ']);
  expect(await waiting()).toHaveLength(1);
  expect(await listTurns()).toMatchObject([{ outcome: 'silent', handoffReason: 'balance' }, { outcome: 'answered' }]);
});

test('a member sees why an answer is as it is', async () => {
  await publish();
  replyWith('Здравствуйте!');
  await send('Доброго дня, у меня вопрос');
  const { rows } = await owner.query<{ id: string }>(
    'select message_id as id from assistant_turns where tenant_id = $1',
    [salon.owner.tenantId],
  );
  const messageId = MessageId.parse(rows[0]?.id);
  const { body } = await call(turns.getTurnOfMessage, { token: salon.owner.token, params: { messageId } });
  expect(body).toMatchObject({ reply: 'Здравствуйте!', model: 'one/a', assistant: { title: 'Ника' } });
});

test('a conversation becomes a case by one call, with the name masked and what happened expected again', async () => {
  await publish();
  replyWith('Здравствуйте!', 'Приходите');
  await send('Доброго дня, это Анна');
  await send('Мой номер +7 916 111-22-33');
  const { rows } = await owner.query<{ id: string }>(
    'select message_id as id from assistant_turns where tenant_id = $1 order by at limit 1',
    [salon.owner.tenantId],
  );
  const messageId = MessageId.parse(rows[0]?.id);
  const { body } = await call(createCaseOfMessage, { token: salon.owner.token, params: { messageId } });
  expect(body).toMatchObject({
    assistantId: params.assistantId,
    settings: {
      clientName: 'Мария',
      script: { lines: ['Доброго дня, это Мария', 'Мой номер +79000000000'] },
      expectations: [{ type: 'unchanged' }, { type: 'not_handed_over' }],
    },
  });
  const other = await server.signUp();
  const foreign = await call(createCaseOfMessage, { token: other.token, params: { messageId } });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'assistant_turn.not_found' } });
});

test('a stop phrase silences the assistant, and a start phrase lets it answer again', async () => {
  await publish({
    plugins: { human_handoff: { stopPhrases: ['оператор'], startPhrases: ['бот'] } },
  });
  replyWith('Слушаю вас');
  await send('Оператор!');
  await send('Вы тут, ответьте пожалуйста');
  expect(sentTexts()).toEqual([expect.stringContaining('Передаю разговор')]);
  await send('бот');
  expect(sentTexts().at(-1)).toBe('Слушаю вас');
});

test('a member tries the draft, and nothing is sent', async () => {
  await publish();
  replyWith('Привет!');
  const { token } = salon.owner;
  const { body } = await call(turns.sendTrialMessage, { token, params, body: { text: 'Привет' } });
  expect(body.messages).toMatchObject([
    { sender: 'member', text: 'Привет', turn: null },
    { sender: 'assistant', text: 'Привет!', turn: { outcome: 'answered', model: 'one/a' } },
  ]);
  expect(sentTexts()).toEqual([]);
  await call(turns.clearTrial, { token, params });
  expect((await call(turns.getTrial, { token, params })).body.messages).toEqual([]);
});

test('the report counts dialogues, those handed over by reason, and what they cost', async () => {
  await publish();
  replyWith('Здравствуйте!');
  await send('Доброго дня, у меня вопрос');
  const day = clock.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate();
  const query = { from: day.subtract({ days: 1 }).toString(), until: day.add({ days: 1 }).toString() };
  const { body } = await call(turns.getAssistantReport, { token: salon.owner.token, params, query });
  expect(body).toMatchObject({ dialogues: 1, resolved: 1, handedOver: [], bookings: 0, answers: 1 });
});

test('a yes to the assistant’s question is for the assistant, though a reminder of a visit is open', async () => {
  await publish();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 2 }), phone: PHONE });
  await clock.advance({ hours: 1 });
  await runJobs();
  replyWith('Хотите, подберу время на маникюр?', 'Какой день удобен?');
  await send('У вас делают маникюр?');
  await send('Да');
  expect(sentTexts().slice(-2)).toEqual(['Хотите, подберу время на маникюр?', 'Какой день удобен?']);
  expect(salon.bookings.get(externalId)?.status).toBe('waiting');
});

test('a client who is silent is written to again; any message ends it', async () => {
  const steps = [
    { afterMinutes: 30, text: '{clientName}, ещё думаете?' },
    { afterMinutes: 60, text: 'Если что, пишите.' },
  ];
  await publish({ plugins: { follow_up: { steps } } });
  replyWith('Подобрать время?');
  await send('Есть ли у вас маникюр?');
  await clock.advance({ minutes: 31 });
  await runJobs();
  expect(sentTexts()).toEqual(['Подобрать время?', 'Анна, ещё думаете?']);
  replyWith('На какой день?');
  await send('Да, подберите');
  await clock.advance({ minutes: 20 });
  await runJobs();
  expect(sentTexts().at(-1)).toBe('На какой день?');
  await clock.advance({ minutes: 15 });
  await runJobs();
  await clock.advance({ minutes: 61 });
  await runJobs();
  expect(sentTexts().slice(-2)).toEqual(['Анна, ещё думаете?', 'Если что, пишите.']);
});

test('a written follow-up goes on with the talk; where the model cannot write one, the owner’s text is sent', async () => {
  const steps = [
    { afterMinutes: 30, text: 'Ещё думаете?', isWritten: true },
    { afterMinutes: 60, text: 'Если что, пишите.', isWritten: true },
  ];
  await publish({ plugins: { follow_up: { steps } } });
  replyWith('Подобрать время?');
  await send('Есть ли у вас маникюр?');
  replyWith('Анна, подобрать время на маникюр?');
  await clock.advance({ minutes: 31 });
  await runJobs();
  expect(sentTexts().at(-1)).toBe('Анна, подобрать время на маникюр?');
  replyWith('Вы записаны на завтра.', 'Вы записаны на завтра.');
  await clock.advance({ minutes: 61 });
  await runJobs();
  expect(sentTexts().at(-1)).toBe('Если что, пишите.');
});

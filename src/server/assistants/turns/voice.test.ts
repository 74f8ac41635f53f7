import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/assistants/calls.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import * as turns from '#contract/assistants/turns.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { type ConversationId, getThread, listConversations } from '#contract/conversations/calls.ts';
import { transcribeVoice as requestWords } from '#contract/conversations/work.ts';
import { transcribeVoice } from '#server/conversations/files/transcript-actions.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { modelServer, type ModelReply } from '#server/testing/world/model-server.ts';

const { server, open } = await bookedSalons();
const { clock, call, runJobs, owner } = server;
const model = await modelServer();
Object.assign(server.ctx.config.ai, { ...twoProviders(model.baseUrl), trialCreditMicroUsd: 1_000_000 });
const PHONE = '+79161112233';
const RECORDING = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(9_000, 7)]);

let salon: Salon;
let params: { assistantId: contract.AssistantId };
let conversationId: ConversationId;
let messageId: string;
beforeEach(async () => {
  model.reset();
  await owner.query('delete from model_breakers');
  salon = await open();
  salon.whatsApp.fetchMedia = async () => ({ kind: 'given', bytes: RECORDING });
});

const json = (body: unknown): ModelReply => ({ fault: { kind: 'json', body } });
const transcribesAs = (text: string) => model.answer('t', [json({ text, duration: 6 })]);

/** Publishes an assistant that answers by the first model. */
async function publish(change: Record<string, unknown> = {}) {
  const { token } = salon.owner;
  const { body } = await call(contract.createAssistant, { token, body: { title: 'Ника', trade: null } });
  params = { assistantId: body.id };
  const settings = AssistantSettings.parse({ language: 'ru', model: 'fast', ...change });
  await call(contract.saveAssistant, { token, params, body: { title: 'Ника', settings, baseVersion: 1 } });
  await call(contract.publishAssistant, { token, params, body: { baseVersion: 2 } });
}

async function speak() {
  const channel = { id: salon.channelId, traits: traitsOf('dialog360') };
  const received = await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    receiveMessage(scope, channel, {
      kind: 'message',
      providerMessageId: randomUUID(),
      at: clock.now(),
      from: { channelUserId: PHONE.slice(1), phone: PHONE, name: 'Анна', language: null },
      content: 'voice',
      text: null,
      buttonId: null,
      quotedProviderId: null,
      media: { id: 'recording', mime: 'audio/ogg', name: null },
      sharedPhone: null,
      startToken: null,
      callbackId: null,
    }),
  );
  if (!received) throw new Error('The message was not received');
  ({ conversationId } = received);
  messageId = received.inboundId;
  await settle();
}

async function settle() {
  for (const seconds of [0, 3, 3, 3]) {
    await clock.advance({ seconds });
    await runJobs();
  }
}

const sentTexts = () => salon.whatsApp.sent.map(({ message }) => message.text);
const callsOf = (name: string) => model.requests.filter((request) => request.model === name);
const transcript = async () => {
  const query = { conversationId };
  const { body } = await call(getThread, { token: salon.owner.token, params: query });
  return body.items.find(({ id }) => id === messageId)?.file?.transcript;
};
const waiting = async () =>
  (await call(listConversations, { token: salon.owner.token, query: { list: 'waiting' } })).body.items;
const request = (token = salon.owner.token) =>
  call(requestWords, { token, params: { conversationId, itemId: messageId } });

test('a voice message is written into the thread, and the assistant answers its words', async () => {
  await publish();
  transcribesAs('Во сколько вы открываетесь?');
  model.answer('a', [{ content: 'Подскажу, минуту.' }]);
  await speak();
  expect(await transcript()).toEqual({ state: 'written', text: 'Во сколько вы открываетесь?', trouble: null });
  expect(sentTexts()).toEqual(['Подскажу, минуту.']);
  expect(callsOf('a')[0]?.messages.at(-1)).toMatchObject({ role: 'user', content: 'Во сколько вы открываетесь?' });
  const { body } = await call(turns.listAssistantTurns, { token: salon.owner.token, params });
  expect(body.items).toMatchObject([{ question: 'Во сколько вы открываетесь?', outcome: 'answered' }]);
  expect(await waiting()).toEqual([]);
});

test('it costs money of the AI balance once, however often the job runs', async () => {
  await publish();
  transcribesAs('Здравствуйте');
  await speak();
  const job = { tenantId: salon.owner.tenantId, messageId };
  await Promise.all([1, 2].map(() => transcribeVoice(server.ctx, job, AbortSignal.timeout(5_000))));
  expect((await request()).status).toBe(200);
  await runJobs();
  expect(callsOf('t')).toHaveLength(1);
  const { rows } = await owner.query<{ cost: string }>(
    `select cost_micro_usd as cost from model_calls where tenant_id = $1 and purpose = 'transcription'`,
    [salon.owner.tenantId],
  );
  expect(rows.map(({ cost }) => Number(cost))).toEqual([600]);
});

test.each<[string, ModelReply]>([
  ['cannot be read', { fault: { kind: 'status', status: 400 } }],
  ['has no words', json({ text: ' ' })],
])('a person is called to a recording that %s', async (_, answer) => {
  await publish();
  model.answer('t', [answer]);
  await speak();
  expect(sentTexts()).toEqual([expect.stringContaining('Не получилось разобрать голосовое сообщение')]);
  expect(await waiting()).toMatchObject([{ id: conversationId }]);
  expect(callsOf('a')).toEqual([]);

  transcribesAs('Всё-таки слышно');
  await request();
  await runJobs();
  expect(await transcript()).toMatchObject({ state: 'written', text: 'Всё-таки слышно' });
});

test('a recording that is too long is not sent to the model', async () => {
  await publish();
  salon.whatsApp.fetchMedia = async () => ({ kind: 'given', bytes: Buffer.alloc(6 * 1_048_576, 'OggS') });
  await speak();
  expect(await transcript()).toMatchObject({ state: 'failed', trouble: 'too_long' });
  expect(callsOf('t')).toEqual([]);
  expect(await waiting()).toMatchObject([{ id: conversationId }]);
});

test('without money nothing is sent, and a person is called', async () => {
  await publish();
  await owner.query(
    `insert into balance_accounts (tenant_id, account, balance, full_balance) values ($1, 'ai', 0, 1000000)
     on conflict (tenant_id, account) do update set balance = 0`,
    [salon.owner.tenantId],
  );
  transcribesAs('Здравствуйте');
  await speak();
  expect(await transcript()).toMatchObject({ state: 'failed', trouble: 'balance' });
  expect(sentTexts()).toEqual([]);
  expect(await waiting()).toMatchObject([{ id: conversationId }]);
});

test('a file that does not come is waited for some minutes', async () => {
  await publish();
  salon.whatsApp.fetchMedia = async () => ({ kind: 'unreached', text: 'timeout' });
  await speak();
  expect(sentTexts()).toEqual([]);
  expect(await transcript()).toMatchObject({ state: 'writing' });
  await clock.advance({ minutes: 3 });
  await settle();
  expect(sentTexts()).toEqual([expect.stringContaining('голосовое сообщение')]);
});

test('where no assistant answers nothing is spent, until a member wants the words', async () => {
  transcribesAs('Перезвоните мне');
  await speak();
  expect(await transcript()).toBeNull();
  expect(callsOf('t')).toEqual([]);
  const other = await server.signUp();
  expect(await request(other.token)).toMatchObject({ status: 404 });
  expect((await request()).status).toBe(200);
  expect(await transcript()).toMatchObject({ state: 'writing' });
  await runJobs();
  expect(await transcript()).toMatchObject({ state: 'written', text: 'Перезвоните мне' });
  expect(sentTexts()).toEqual([]);
});

test('a spoken stop phrase calls a person', async () => {
  await publish({ plugins: { human_handoff: { stopPhrases: ['позовите человека'] } } });
  transcribesAs('Позовите человека!');
  await speak();
  expect(sentTexts()).toEqual([expect.stringContaining('Передаю разговор сотруднику')]);
  expect(callsOf('a')).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/assistants/calls.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import { suggestReply } from '#contract/assistants/suggestions.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { replyToConversation } from '#contract/conversations/answers.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { modelServer } from '#server/testing/world/model-server.ts';

const { server, open } = await bookedSalons();
const { clock, call } = server;
const model = await modelServer();
Object.assign(server.ctx.config.ai, { ...twoProviders(model.baseUrl), trialCreditMicroUsd: 1_000_000 });

let salon: Salon;
let conversationId: ConversationId;
beforeEach(async () => {
  model.reset();
  salon = await open();
  await write('Сколько стоит стрижка?');
});

async function write(text: string) {
  const channel = { id: salon.channelId, traits: traitsOf('dialog360') };
  const received = await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    receiveMessage(scope, channel, {
      kind: 'message',
      providerMessageId: randomUUID(),
      at: clock.now(),
      from: { channelUserId: '79161112233', phone: '+79161112233', name: 'Анна', language: null },
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

/** Publishes an assistant for another channel than the client's: members are helped, clients are not answered. */
async function publish() {
  const { token } = salon.owner;
  const { body } = await call(contract.createAssistant, { token, body: { title: 'Ника', trade: 'salon' } });
  const params = { assistantId: body.id };
  const settings = AssistantSettings.parse({
    ...body.settings,
    language: 'ru',
    model: 'fast',
    plugins: { ...body.settings.plugins, yclients_salon: {} },
  });
  await call(contract.saveAssistant, { token, params, body: { title: 'Ника', settings, baseVersion: 1 } });
  await call(contract.publishAssistant, { token, params, body: { baseVersion: 2 } });
}

const requestOne = (hint?: string) =>
  call(suggestReply, { token: salon.owner.token, params: { conversationId }, body: hint ? { hint } : {} });

test('a member gets a reply to edit, and nothing is sent', async () => {
  await publish();
  model.answer('a', [{ content: 'Анна, уточните, какую стрижку вы хотите?' }]);
  const { body } = await requestOne('Спроси, какую');
  expect(body).toMatchObject({
    text: 'Анна, уточните, какую стрижку вы хотите?',
    gap: null,
    assistant: { title: 'Ника' },
  });
  expect(salon.whatsApp.sent).toEqual([]);
  const request = model.requests.at(-1);
  const tools = JSON.stringify(request?.tools ?? []);
  expect(tools).toContain('find_times');
  expect(tools).not.toContain('cancel_visit');
  expect(tools).not.toContain('hand_over');
  expect(JSON.stringify(request?.messages)).toContain('Спроси, какую');
});

test('an untrue reply is not suggested: the member hears why', async () => {
  await publish();
  model.answer('a', [{ content: 'Стрижка стоит 1 700 ₽.' }, { content: 'Стрижка стоит 1 700 ₽.' }]);
  expect((await requestOne()).body).toMatchObject({ text: null, gap: 'checks' });
});

test('where no assistant is published, the refusal says so', async () => {
  expect(await requestOne()).toMatchObject({ status: 409, body: { code: 'assistant.none_published' } });
});

test('after an own reply there is nothing to answer, unless the member says what to write', async () => {
  await publish();
  await call(replyToConversation, {
    token: salon.owner.token,
    params: { conversationId },
    body: { text: 'Минуту', requestId: randomUUID() },
  });
  expect(await requestOne()).toMatchObject({ status: 409, body: { code: 'assistant.nothing_to_answer' } });
  model.answer('a', [{ content: 'Ещё думаете?' }]);
  expect((await requestOne('Спроси, думает ли')).body).toMatchObject({ text: 'Ещё думаете?' });
});

test('a conversation of another cabinet does not exist', async () => {
  const { token } = await server.signUp();
  const foreign = await call(suggestReply, { token, params: { conversationId }, body: {} });
  expect(foreign).toMatchObject({ status: 404 });
  const unknown = await call(suggestReply, {
    token: salon.owner.token,
    params: { conversationId: newId(ConversationId) },
    body: {},
  });
  expect(unknown).toMatchObject({ status: 404 });
});

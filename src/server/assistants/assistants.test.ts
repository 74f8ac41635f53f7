import { expect, test } from 'vitest';
import * as contract from '#contract/assistants/calls.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call } = server;

async function open(trade: 'salon' | null = 'salon') {
  const { token } = await server.signUp();
  const { body: assistant } = await call(contract.createAssistant, { token, body: { title: 'Ника', trade } });
  return { token, assistant, params: { assistantId: assistant.id } };
}

test('a new assistant is a draft with the ready instruction of its trade, and answers nobody', async () => {
  const { assistant } = await open();
  expect(assistant).toMatchObject({ status: 'draft', version: 1, publishedVersion: null, silentReason: null });
  expect(assistant.settings.instruction).toContain('администратор салона');
  expect(assistant.settings.plugins).toMatchObject({ yclients_salon: null, altegio_salon: null });
  expect(assistant.settings.plugins.human_handoff?.notices).toHaveLength(1);
});

test('contacts are answered by what is published, while the draft is edited', async () => {
  const { token, assistant, params } = await open();
  const { body: published } = await call(contract.publishAssistant, { token, params, body: { baseVersion: 1 } });
  expect(published).toMatchObject({ status: 'on', publishedVersion: 1, silentReason: 'no_model' });
  const settings = { ...assistant.settings, instruction: 'Отвечай стихами.' };
  const { body: saved } = await call(contract.saveAssistant, {
    token,
    params,
    body: { title: 'Вера', settings, baseVersion: 1 },
  });
  expect(saved).toMatchObject({ title: 'Вера', version: 2, publishedVersion: 1 });
  const { body: off } = await call(contract.switchAssistant, { token, params, body: { isOn: false } });
  expect(off).toMatchObject({ status: 'off', silentReason: null });
});

test('two members who save one draft do not overwrite each other', async () => {
  const { token, assistant, params } = await open();
  const body = { title: 'Вера', settings: assistant.settings, baseVersion: 1 };
  await call(contract.saveAssistant, { token, params, body });
  const second = await call(contract.saveAssistant, { token, params, body });
  expect(second).toMatchObject({ status: 409, body: { code: 'assistant.changed_meanwhile' } });
});

test('an earlier save becomes the draft again', async () => {
  const { token, params } = await open();
  const settings = AssistantSettings.parse({ instruction: 'Другая' });
  await call(contract.saveAssistant, { token, params, body: { title: 'Ника', settings, baseVersion: 1 } });
  const back = await call(contract.rollBackAssistant, { token, params, body: { version: 1, baseVersion: 2 } });
  expect(back.body).toMatchObject({ version: 3 });
  expect(back.body.settings.instruction).toContain('администратор салона');
  const { body } = await call(contract.listAssistantVersions, { token, params });
  expect(body.items.map(({ version }) => version)).toEqual([3, 2, 1]);
  const unknown = await call(contract.rollBackAssistant, { token, params, body: { version: 9, baseVersion: 3 } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'assistant.version_not_found' } });
});

test('a phrase that starts and stops the assistant is refused and named', async () => {
  const { token, params } = await open();
  const settings = AssistantSettings.parse({
    plugins: { human_handoff: { startPhrases: ['Дальше сам'], stopPhrases: ['дальше сам!'] } },
  });
  const refused = await call(contract.saveAssistant, {
    token,
    params,
    body: { title: 'Ника', settings, baseVersion: 1 },
  });
  expect(refused).toMatchObject({ status: 422, body: { code: 'assistant.phrases_coincide' } });
});

test('a deleted assistant answers nobody, and returns switched off', async () => {
  const { token, params } = await open();
  await call(contract.publishAssistant, { token, params, body: { baseVersion: 1 } });
  await call(contract.deleteAssistant, { token, params });
  expect((await call(contract.listAssistants, { token })).body.items).toEqual([]);
  const { body } = await call(contract.restoreAssistant, { token, params });
  expect(body).toMatchObject({ status: 'off', deletedAt: null });
});

test('an assistant of another cabinet does not exist', async () => {
  const { params } = await open();
  const { token } = await server.signUp();
  expect(await call(contract.getAssistant, { token, params })).toMatchObject({ status: 404 });
});

import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contract/assistants/calls.ts';
import * as cases from '#contract/assistants/cases.ts';
import * as runs from '#contract/assistants/runs.ts';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import { worldModels } from '#server/platform/deployment/ai-providers.ts';
import { type ConnectedOwner, type SimulatedYclients, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';

const { server, world, connect, reset } = await yclientsSalon();
const { call, runJobs } = server;
Object.assign(server.ctx.config.ai, { ...worldModels(world.url), trialCreditMicroUsd: 5_000_000 });

let owner: ConnectedOwner;
let token: string;
let params: { assistantId: contract.AssistantId };
beforeEach(async () => {
  await reset();
  await world.control('DELETE', '/model/faults');
  owner = await connect();
  ({ token } = owner);
  const { body } = await call(contract.createAssistant, { token, body: { title: 'Ника', trade: 'salon' } });
  params = { assistantId: body.id };
});

const SERVICE = 'Женская стрижка';

/** A client who books, or of the given words. */
const aCase = (change: object = {}) =>
  cases.CaseSettings.parse({
    title: 'Запись',
    language: 'ru',
    script: { kind: 'client', goal: `Записаться на услугу «${SERVICE}» на ближайшие дни` },
    clientName: 'Мария',
    expectations: [{ type: 'booked', service: SERVICE }, { type: 'not_handed_over' }],
    ...change,
  });

const addCase = async (change: object = {}) =>
  (await call(cases.createAssistantCase, { token, params, body: aCase(change) })).body;

async function run(body: object = {}) {
  const started = await call(runs.startAssistantRun, { token, params, body: { capMicroUsd: 1_000_000, ...body } });
  expect(started).toMatchObject({ status: 200 });
  await runJobs();
  const { body: finished } = await call(runs.getAssistantRun, {
    token,
    params: { ...params, runId: started.body.id },
  });
  return finished;
}

const talksOf = async ({ id: runId }: { id: runs.AssistantRunId }, caseId: cases.AssistantCaseId) =>
  (await call(runs.listRunTalks, { token, params: { ...params, runId, caseId } })).body.talks;

const save = async (settings: AssistantSettings, baseVersion: number) =>
  call(contract.saveAssistant, { token, params, body: { title: 'Ника', settings, baseVersion } });

const recordsMade = async () =>
  (await world.control<SimulatedYclients>('GET', '/yclients')).records.filter((one) => Reflect.has(one, 'apiId'));

test('a simulated client books four times over, and the real booking system has no visit of it', async () => {
  const { id } = await addCase();
  const finished = await run({ repeats: 4 });
  const talks = await talksOf(finished, id);
  expect(talks.map(({ verdicts }) => verdicts)).toEqual(
    Array.from({ length: 4 }, () => [
      expect.objectContaining({ isMet: true, quote: expect.stringContaining(SERVICE) }),
      expect.objectContaining({ isMet: true }),
    ]),
  );
  expect(finished).toMatchObject({ state: 'done', talks: 4, done: 4, passed: 4, cases: 1, casesPassed: 1 });
  expect(finished.costMicroUsd).toBeGreaterThan(0);
  expect(talks[0]?.lines.find(({ turn }) => turn?.calls.some(({ tool }) => tool === 'book'))).toBeDefined();
  expect(await recordsMade()).toEqual([]);
  const { rows } = await server.owner.query('select 1 from messages where tenant_id = $1', [owner.tenantId]);
  expect(rows).toEqual([]);
});

test.each(['terse', 'angry', 'changes_mind', 'mixed', 'bursts'])(
  'a client of another manner is booked: %s',
  async (manner) => {
    const script = { kind: 'client', goal: `Записаться на услугу «${SERVICE}» на ближайшие дни`, manner };
    const { id } = await addCase({ script, expectations: [{ type: 'booked', service: SERVICE }] });
    const finished = await run();
    expect((await talksOf(finished, id))[0]).toMatchObject({ state: 'passed' });
  },
);

test('a visit of the client is placed before the talk, moved and cancelled in memory', async () => {
  const visits = [{ service: SERVICE, inDays: 3 }];
  const moving = await addCase({
    visits,
    script: { kind: 'client', goal: 'Перенести свою запись на другое время' },
    expectations: [{ type: 'moved' }],
  });
  const cancelling = await addCase({
    visits,
    script: { kind: 'client', goal: 'Отменить свою запись' },
    expectations: [{ type: 'cancelled' }],
  });
  const finished = await run();
  expect((await talksOf(finished, moving.id))[0]).toMatchObject({ state: 'passed' });
  expect((await talksOf(finished, cancelling.id))[0]).toMatchObject({ state: 'passed' });
  expect(await recordsMade()).toEqual([]);
});

test('a case about a service that is not there is broken and says which', async () => {
  const { id } = await addCase({ visits: [{ service: 'Полёт на Луну', inDays: 3 }] });
  const finished = await run();
  expect(finished).toMatchObject({ state: 'done', passed: 0, costMicroUsd: 0 });
  expect((await talksOf(finished, id))[0]).toMatchObject({
    state: 'broken',
    verdicts: [{ reason: 'no_service', quote: 'Полёт на Луну' }],
  });
});

test('a draft that books no more fails the case that passed when published; publishing it is refused by choice', async () => {
  await addCase();
  const { body: first } = await call(contract.getAssistant, { token, params });
  await call(contract.publishAssistant, { token, params, body: { baseVersion: 1 } });
  expect(await run({ subject: 'published' })).toMatchObject({ version: 1, passed: 1 });
  const { plugins } = first.settings;
  const yclients_salon = { branchIds: [], books: false, moves: true, cancels: true };
  await save({ ...first.settings, plugins: { ...plugins, yclients_salon } }, 1);
  const untested = await call(runs.getPublishing, { token, params });
  expect(untested.body).toMatchObject({ published: { version: 1, title: 'Ника' }, tests: { state: 'untested' } });

  expect(await run()).toMatchObject({ version: 2, passed: 0, items: [{ before: true, passed: 0 }] });
  const publishing = await call(runs.getPublishing, { token, params });
  expect(publishing.body.tests).toMatchObject({ state: 'tested', failing: 1, newlyFailing: [{ title: 'Запись' }] });
  await call(runs.setRefusesFailing, { token, params, body: { refusesFailing: true } });
  const refused = await call(contract.publishAssistant, { token, params, body: { baseVersion: 2 } });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'assistant.cases_fail', details: { titles: ['Запись'] } },
  });
  await call(runs.setRefusesFailing, { token, params, body: { refusesFailing: false } });
  const published = await call(contract.publishAssistant, { token, params, body: { baseVersion: 2 } });
  expect(published.body).toMatchObject({ publishedVersion: 2 });
});

test('prepared messages are sent in order, and a client who wants a person is handed over', async () => {
  const { id } = await addCase({
    script: {
      kind: 'lines',
      lines: ['Здравствуйте\nэто я', 'Позовите администратора, хочу говорить с человеком', 'Ау'],
    },
    expectations: [{ type: 'handed_over' }, { type: 'unchanged' }],
  });
  const [talk] = await talksOf(await run(), id);
  expect(talk).toMatchObject({ state: 'passed' });
  expect(talk?.lines.map(({ side }) => side)).toEqual(['client', 'client', 'assistant', 'client', 'assistant']);
});

test('a run ends at the agreed cost, one runs at a time, and a member stops it', async () => {
  await addCase();
  await addCase({ title: 'Вторая' });
  await addCase({ title: 'Третья' });
  await addCase({ title: 'Четвёртая' });
  expect(await run({ capMicroUsd: 1 })).toMatchObject({ state: 'stopped', stop: 'cap', done: 1 });

  const body = { capMicroUsd: 1_000_000 };
  const { body: started } = await call(runs.startAssistantRun, { token, params, body });
  const second = await call(runs.startAssistantRun, { token, params, body });
  expect(second).toMatchObject({ status: 409, body: { code: 'assistant_run.already_running' } });
  const stopped = await call(runs.stopAssistantRun, { token, params: { ...params, runId: started.id } });
  expect(stopped.body).toMatchObject({ state: 'stopped', stop: 'member' });
  await runJobs();
  const { body: list } = await call(runs.listAssistantRuns, { token, params });
  expect(list.items).toMatchObject([{ stop: 'member', done: 0 }, { stop: 'cap' }]);
});

test('a model that cannot be reached for a while delays a run, and ends one for good', async () => {
  await addCase();
  await world.control('POST', '/model/faults', { kind: 'server_error', times: 0 });
  const { body: started } = await call(runs.startAssistantRun, { token, params, body: { capMicroUsd: 1_000_000 } });
  const runId = started.id;
  const read = async () => (await call(runs.getAssistantRun, { token, params: { ...params, runId } })).body;
  await runJobs();
  expect(await read()).toMatchObject({ state: 'running', done: 0 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await server.clock.advance({ minutes: 1 });
    await runJobs();
  }
  expect(await read()).toMatchObject({ state: 'stopped', stop: 'unavailable', done: 0 });
});

test('ready cases of a trade are added once, about a service of the cabinet', async () => {
  const body = { trade: 'salon', language: 'ru' } as const;
  expect((await call(cases.addReadyCases, { token, params, body })).body).toEqual({ added: 8 });
  expect((await call(cases.addReadyCases, { token, params, body })).body).toEqual({ added: 0 });
  const { body: list } = await call(cases.listAssistantCases, { token, params });
  expect(list.total).toBe(8);
  const caseId = list.items[0]!.id;
  await call(cases.deleteAssistantCase, { token, params: { ...params, caseId } });
  expect((await call(cases.addReadyCases, { token, params, body })).body).toEqual({ added: 1 });
  await call(cases.restoreAssistantCase, { token, params: { ...params, caseId } });
  expect((await call(cases.listAssistantCases, { token, params })).body.total).toBe(9);
  const estimate = await call(runs.estimateAssistantRun, { token, params, query: { repeats: '4' } });
  expect(estimate.body).toMatchObject({ talks: 36, balanceMicroUsd: 5_000_000 });
  expect(estimate.body.costMicroUsd).toBeGreaterThan(0);
});

import { beforeEach, expect, test } from 'vitest';
import { removeChannel } from '#contract/channels/calls.ts';
import { getFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import {
  getQuickStart,
  makeQuickStartFlow,
  saveQuickStart,
  startQuickStart,
} from '#contract/onboarding/quick-start.ts';
import { QUICK_START_KINDS } from '#contract/onboarding/quick-start-values.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

/** 11:00 on Monday in Moscow. */
const NOW = '2026-03-02T08:00:00Z';
const MIDNIGHT_OF_TUESDAY = '2026-03-02T21:00:00Z';

const server = await testServer({ now: NOW });
const { call, clock } = server;
const { aBranch, aChannel } = builders(server.owner);

let cabinet: SignedUp;
beforeEach(async () => {
  await clock.set(NOW);
  cabinet = await server.signUp();
});

const kind = 'general';
const read = async () => (await call(getQuickStart, { token: cabinet.token, query: { kind } })).body;
const save = (body: object) => call(saveQuickStart, { token: cabinet.token, body: { kind, step: 1, ...body } });
const make = async () => (await call(makeQuickStartFlow, { token: cabinet.token, body: { kind } })).body;
const start = (body: { when: 'now' | 'tomorrow' | 'day_after' | 'plan' | 'manager'; day?: string }) =>
  call(startQuickStart, { token: cabinet.token, body: { kind, ...body } });
const modeOf = async (flowId: string) =>
  (await call(getFlow, { token: cabinet.token, params: { flowId: flowId as never } })).body.mode;

test.each(QUICK_START_KINDS)('%s begins at its first step and goes on from the stored one', async (each) => {
  const { token } = cabinet;
  expect((await call(getQuickStart, { token, query: { kind: each } })).body).toMatchObject({
    step: 1,
    isFinished: false,
  });
  await call(saveQuickStart, { token, body: { kind: each, step: 2 } });
  expect((await call(getQuickStart, { token, query: { kind: each } })).body.step).toBe(2);
});

test('the flow of the goal is made once, in test mode, also by calls at the same time', async () => {
  await save({ goal: 'reviews' });
  const [first, second] = await Promise.all([make(), make()]);
  expect(second.id).toBe(first.id);
  expect(first).toMatchObject({ mode: 'test', kind: 'review_request' });
  expect((await read()).flowId).toBe(first.id);
});

test('a patient is reminded of a doctor, not of a master', async () => {
  const { token } = cabinet;
  const { body } = await call(makeQuickStartFlow, { token, body: { kind: 'medflex' } });
  expect(body.settings.content.texts.default).toContain('Врач: {masterName}');
});

test('another goal gets another flow; the same goal again keeps its flow', async () => {
  const reminder = await make();
  await save({ goal: 'reminders' });
  expect((await make()).id).toBe(reminder.id);
  await save({ goal: 'reviews' });
  expect((await read()).flowId).toBeNull();
  expect((await make()).id).not.toBe(reminder.id);
});

test('a flow without a channel is not started, now or later, and the refusal names what it lacks', async () => {
  await make();
  for (const when of ['now', 'tomorrow'] as const) {
    const refused = await start({ when });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'flow.incomplete', details: { missing: ['channel'] } });
  }
  expect(await read()).toMatchObject({ when: null, isFinished: false });
});

test('"now" takes the flow live', async () => {
  await aBranch({ tenantId: cabinet.tenantId });
  await aChannel({ tenantId: cabinet.tenantId });
  const { id } = await make();
  expect((await start({ when: 'now' })).body).toMatchObject({ when: 'now', startsAt: null, isFinished: true });
  expect(await modeOf(id)).toBe('combat');
});

test('"tomorrow" takes the flow live at midnight of the cabinet and not before', async () => {
  await aBranch({ tenantId: cabinet.tenantId });
  await aChannel({ tenantId: cabinet.tenantId });
  const { id } = await make();
  expect((await start({ when: 'tomorrow' })).body).toMatchObject({ startsAt: MIDNIGHT_OF_TUESDAY });
  await clock.set('2026-03-02T20:59:00Z');
  await server.runJobs();
  expect(await modeOf(id)).toBe('test');
  await clock.set(MIDNIGHT_OF_TUESDAY);
  await server.runJobs();
  expect(await modeOf(id)).toBe('combat');
  expect((await read()).startsAt).toBeNull();
});

test('an earlier answer no longer holds after a later one', async () => {
  await aBranch({ tenantId: cabinet.tenantId });
  await aChannel({ tenantId: cabinet.tenantId });
  const { id } = await make();
  await start({ when: 'tomorrow' });
  await start({ when: 'plan', day: '2026-03-20' });
  await clock.set('2026-03-04T08:00:00Z');
  await server.runJobs();
  expect(await modeOf(id)).toBe('test');
});

test('a day that is not ahead is refused at its field', async () => {
  await aChannel({ tenantId: cabinet.tenantId });
  await make();
  for (const day of ['2026-03-02', '2026-03-01', '2028-01-01'])
    expect((await start({ when: 'plan', day })).body).toMatchObject({ details: { fields: { day: ['range'] } } });
  expect((await start({ when: 'plan' })).body).toMatchObject({ details: { fields: { day: ['required'] } } });
});

test('a flow that lost its channel before the day stays in test, and a notice says so until it is started', async () => {
  await aBranch({ tenantId: cabinet.tenantId });
  const channel = await aChannel({ tenantId: cabinet.tenantId });
  const { id } = await make();
  await start({ when: 'tomorrow' });
  await call(removeChannel, { token: cabinet.token, params: { channelId: channel.id } });
  await clock.set('2026-03-03T08:00:00Z');
  await server.runJobs();
  expect(await modeOf(id)).toBe('test');
  const { notices } = (await call(listNotices, { token: cabinet.token })).body;
  expect(notices.map(({ kind }) => kind)).toContain('quick_start_not_started');
});

test('a flow that is live already when its day comes does not change', async () => {
  await aBranch({ tenantId: cabinet.tenantId });
  await aChannel({ tenantId: cabinet.tenantId });
  const { id } = await make();
  await start({ when: 'tomorrow' });
  await call(switchFlowMode, { token: cabinet.token, params: { flowId: id }, body: { mode: 'combat' } });
  await clock.set('2026-03-03T08:00:00Z');
  await server.runJobs();
  expect(await modeOf(id)).toBe('combat');
});

test("another cabinet's assistant is not found", async () => {
  expect((await save({ assistantId: '0195a4b0-0000-7000-8000-000000000000' })).body).toMatchObject({
    code: 'assistant.not_found',
  });
});

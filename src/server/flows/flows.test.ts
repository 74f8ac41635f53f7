import { expect, test } from 'vitest';
import { getTestPhones, setTestPhones } from '#contract/flows/trials.ts';
import {
  continueFlow,
  createFlow,
  deleteFlow,
  duplicateFlow,
  type Flow,
  getFlow,
  listFlows,
  pauseFlow,
  restoreFlow,
  saveFlow,
  switchFlowMode,
} from '#contract/flows/calls.ts';
import { moveFlowPeople } from '#contract/flows/versions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { runJobs } = server;

const on = <E extends Endpoint>(salon: Salon, call: E, flow: Pick<Flow, 'id'>, body?: unknown) =>
  server.call(call, { token: salon.owner.token, params: { flowId: flow.id }, body });
const save = (flow: Flow, change: Record<string, unknown> = {}) => ({
  title: flow.title,
  settings: flow.settings,
  testPhones: '',
  baseVersion: flow.version,
  ...change,
});

const move = async (salon: Salon, flow: Flow) => {
  await on(salon, moveFlowPeople, flow);
  await runJobs();
};

test('a new flow works in test mode, with the texts of its kind in every language', async () => {
  const salon = await open();
  const { body } = await server.call(createFlow, { token: salon.owner.token, body: { kind: 'visit_reminder' } });
  expect(body).toMatchObject({
    status: 'working',
    mode: 'test',
    version: 1,
    title: 'Напоминание за 24 часа',
    nextMessageAt: null,
    settings: {
      timing: { delayMinutes: -1440 },
      content: {
        texts: { default: expect.stringContaining('ждём вас'), uk: expect.stringContaining('чекаємо') },
        buttons: [{ type: 'answer', action: 'visit', title: 'Подтвердить', declineTitle: 'Отменить' }],
      },
    },
  });
  expect(body.settings.content.texts).not.toHaveProperty('ru');
});

test('a new flow has Portuguese texts for contacts who read it, and a title in the language of its owner', async () => {
  const salon = await open();
  await server.owner.query(`update tenants set customer_language = 'pt_br' where id = $1`, [salon.owner.tenantId]);
  const { body } = await server.call(createFlow, {
    token: salon.owner.token,
    body: { kind: 'visit_reminder', delayMinutes: -120 },
  });
  expect(body).toMatchObject({
    title: 'Напоминание за 2 часа',
    settings: { content: { texts: { default: expect.stringContaining('esperamos você') } } },
  });
});

test.each([
  [{ kind: 'visit_reminder', delayMinutes: 0 }, 'delayMinutes'],
  [{ kind: 'visit_reminder', delayMinutes: 60 }, 'delayMinutes'],
  [{ kind: 'visit_created', delayMinutes: -60 }, 'delayMinutes'],
])('a delay that makes no sense for the kind is refused on its field (%o)', async (body, field) => {
  const salon = await open();
  const refused = await server.call(createFlow, { token: salon.owner.token, body });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', details: { fields: { [field]: ['range'] } } },
  });
});

test.each([
  ['two buttons of one type', { buttons: [aButton('url'), aButton('url')] }, 'button_type_repeated'],
  [
    'four buttons',
    { buttons: [aButton('url'), aButton('call'), aButton('answer'), aButton('url')] },
    'too_many_buttons',
  ],
  [
    'buttons under an image',
    { buttons: [aButton('url')], imageId: '01890000-0000-7000-8000-000000000001' },
    'buttons_with_image',
  ],
  ['buttons that call no number', { buttons: [{ ...aButton('call'), phone: '8 800' }] }, 'phone'],
  ['buttons that run a program', { buttons: [{ ...aButton('url'), url: 'javascript:alert(1)' }] }, 'url'],
])('%s are refused', async (_what, change, reason) => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created' }, 'test');
  const settings = { ...flow.settings, content: { ...flow.settings.content, ...change } };
  const refused = await on(salon, saveFlow, flow, save(flow, { settings }));
  expect(refused.status).toBe(400);
  expect(Object.values(refused.body.details?.['fields'] as Record<string, string[]>).flat()).toContain(reason);
});

function aButton(type: 'url' | 'call' | 'answer') {
  if (type === 'url') return { type, title: 'Сайт', url: 'https://lokon.example' };
  if (type === 'call') return { type, title: 'Позвонить', phone: '+74950000000' };
  return { type, title: 'Приду', action: 'visit', declineTitle: null };
}

test('the list filters, and counts all whatever is filtered', async () => {
  const salon = await open();
  const paused = await salon.aFlow({ kind: 'visit_created', title: 'Запись создана' }, 'test');
  await on(salon, pauseFlow, paused);
  await salon.aFlow({ kind: 'visit_reminder' });
  const list = async (query: Record<string, string>) =>
    (await server.call(listFlows, { token: salon.owner.token, query })).body;
  expect((await list({ status: 'pause' })).flows).toMatchObject([{ id: paused.id }]);
  expect((await list({ search: 'СОЗДАНА' })).flows).toMatchObject([{ id: paused.id }]);
  expect((await list({ mode: 'combat', kind: 'visit_reminder' })).flows).toHaveLength(1);
  expect((await list({ status: 'done' })).countByStatus).toEqual({ pause: 1, working: 1 });
});

test('a flow shows the counts of its messages and when the next is due', async () => {
  const salon = await open();
  const created = await salon.aFlow({ kind: 'visit_created' });
  const reminder = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  await salon.book({ client: null });
  expect((await on(salon, getFlow, created)).body).toMatchObject({
    counts: { sent: 1, skipped: 1 },
    nextMessageAt: null,
  });
  expect((await on(salon, getFlow, reminder)).body).toMatchObject({
    counts: { planned: 1, skipped: 1 },
    nextMessageAt: '2026-03-04T08:00:00Z',
  });
});

test('a save is a new version; planned messages stay on theirs until the owner moves them', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  const settings = { ...flow.settings, timing: { ...flow.settings.timing, delayMinutes: -120 } };
  const saved = await on(salon, saveFlow, flow, save(flow, { settings, title: 'За 2 часа' }));
  expect(saved.body).toMatchObject({ version: 2, title: 'За 2 часа' });
  await runJobs();
  expect(await salon.messages()).toMatchObject([{ status: 'planned', dueAt: '2026-03-04 08:00:00+00' }]);
  await move(salon, flow);
  expect(await salon.messages()).toMatchObject([{ status: 'planned', dueAt: '2026-03-04 07:00:00+00' }]);
  expect(await server.owner.query('select version from sender_versions where sender_id = $1', [flow.id])).toMatchObject(
    {
      rowCount: 2,
    },
  );
});

test('a save on top of another one is refused, and nothing is lost', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created' }, 'test');
  await on(salon, saveFlow, flow, save(flow, { title: 'Первая' }));
  const refused = await on(salon, saveFlow, flow, save(flow, { title: 'Вторая' }));
  expect(refused).toMatchObject({ status: 409, body: { code: 'flow.changed_meanwhile', details: { version: 2 } } });
  expect((await on(salon, getFlow, flow)).body.title).toBe('Первая');
});

test('a saved condition cancels messages of contacts it excludes once they are moved, with the reason', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  const groups = [{ match: 'all', conditions: [{ field: 'visit_number', value: 'first' }] }];
  const conditions = { match: 'all', groups };
  await on(salon, saveFlow, flow, save(flow, { settings: { ...flow.settings, conditions } }));
  await move(salon, flow);
  expect(await salon.messages()).toMatchObject([{ status: 'cancelled', reason: 'first_visit_only' }]);
});

test('numbers are normalised, and invalid ones are named', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const body = { testPhones: '8 (999) 000-00-01, +7 999 000-00-02' };
  await server.call(setTestPhones, { token, body });
  expect((await server.call(getTestPhones, { token })).body.testPhones).toEqual(['+79990000001', '+79990000002']);
  const refused = await server.call(setTestPhones, { token, body: { testPhones: '+79990000001, 12, сорок' } });
  expect(refused).toMatchObject({ status: 400, body: { details: { fields: { testPhones: ['12', 'сорок'] } } } });
});

test("another tenant's flow does not exist", async () => {
  const [salon, stranger] = [await open(), await server.signUp()];
  const flow = await salon.aFlow({ kind: 'visit_created' }, 'test');
  for (const call of [getFlow, pauseFlow, continueFlow, duplicateFlow, deleteFlow, restoreFlow]) {
    const refused = await server.call(call, { token: stranger.token, params: { flowId: flow.id } });
    expect(refused, call.path).toMatchObject({ status: 404, body: { code: 'flow.not_found' } });
  }
  const params = { flowId: flow.id };
  expect(await server.call(saveFlow, { token: stranger.token, params, body: save(flow) })).toMatchObject({
    status: 404,
  });
  expect(await server.call(switchFlowMode, { token: stranger.token, params, body: { mode: 'combat' } })).toMatchObject({
    status: 404,
  });
});

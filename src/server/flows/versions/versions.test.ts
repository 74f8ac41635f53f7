import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  countFlowWaiting,
  listFlowVersions,
  moveFlowPeople,
  rollBackFlow,
  rollBackFlows,
} from '#contract/flows/versions.ts';
import { type Flow, getFlow, saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { runJobs } = server;

const on = <E extends Endpoint>(salon: Salon, call: E, flow: Pick<Flow, 'id'>, body?: unknown) =>
  server.call(call, { token: salon.owner.token, params: { flowId: flow.id }, body });

async function saveTitle(salon: Salon, flow: Flow, title: string): Promise<Flow> {
  const body = { title, settings: flow.settings, testPhones: '', baseVersion: flow.version };
  return (await on(salon, saveFlow, flow, body)).body;
}

const versionsOf = async (salon: Salon, flow: Pick<Flow, 'id'>, query: Record<string, string | number> = {}) => {
  const request = { token: salon.owner.token, params: { flowId: flow.id }, query };
  return (await server.call(listFlowVersions, request)).body;
};

test('every save is stored with its member, time and changes', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created', title: 'Первое' }, 'test');
  await server.clock.advance({ hours: 1 });
  await saveTitle(salon, flow, 'Второе');
  const { items } = await versionsOf(salon, flow);
  expect(items).toMatchObject([
    {
      version: 2,
      title: 'Второе',
      savedAt: '2026-03-02T10:00:00Z',
      changes: [{ type: 'value', path: 'title', from: 'Первое', to: 'Второе' }],
    },
    { version: 1, title: 'Первое', savedAt: '2026-03-02T09:00:00Z', changes: [] },
  ]);
  expect(items[0]?.savedBy).toBeTruthy();
});

test('history is paged, and the last version of a page still has its changes', async () => {
  const salon = await open();
  let flow = await salon.aFlow({ kind: 'visit_created', title: '1' }, 'test');
  for (const title of ['2', '3', '4', '5']) flow = await saveTitle(salon, flow, title);
  const first = await versionsOf(salon, flow, { limit: 2 });
  expect(first.items.map(({ version, changes }) => [version, changes.length])).toEqual([
    [5, 1],
    [4, 1],
  ]);
  const second = await versionsOf(salon, flow, { limit: 3, cursor: first.nextCursor ?? '' });
  expect(second.items.map(({ version, changes }) => [version, changes.length])).toEqual([
    [3, 1],
    [2, 1],
    [1, 0],
  ]);
  expect(second.nextCursor).toBeNull();
});

test('rolling back is a new save: the newest version has the old settings, and planned messages follow', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  const settings = { ...flow.settings, timing: { ...flow.settings.timing, delayMinutes: -120 } };
  const body = { title: 'За 2 часа', settings, testPhones: '', baseVersion: 1 };
  await on(salon, saveFlow, flow, body);
  const back = await on(salon, rollBackFlow, flow, { version: 1, baseVersion: 2 });
  expect(back.body).toMatchObject({ version: 3, title: flow.title, settings: flow.settings });
  await runJobs();
  expect(await salon.messages()).toMatchObject([{ status: 'planned', dueAt: '2026-03-04 08:00:00+00' }]);
  expect((await versionsOf(salon, flow)).items).toHaveLength(3);
});

test('rolling back is refused after another save meanwhile, and to a version that never existed', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created' }, 'test');
  await saveTitle(salon, flow, 'Второе');
  expect(await on(salon, rollBackFlow, flow, { version: 1, baseVersion: 1 })).toMatchObject({
    status: 409,
    body: { code: 'flow.changed_meanwhile', details: { version: 2 } },
  });
  expect(await on(salon, rollBackFlow, flow, { version: 7, baseVersion: 2 })).toMatchObject({
    status: 404,
    body: { code: 'flow.version_not_found' },
  });
  expect((await on(salon, getFlow, flow)).body.title).toBe('Второе');
});

test('a live flow is not rolled back to settings with which it could not go live', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'threshold' }, 'test');
  const options = { ...flow.settings.options, threshold: { visits: 10, spent: -1 } };
  const body = { title: flow.title, settings: { ...flow.settings, options }, testPhones: '', baseVersion: 1 };
  await on(salon, saveFlow, flow, body);
  await on(salon, switchFlowMode, flow, { mode: 'combat' });
  expect(await on(salon, rollBackFlow, flow, { version: 1, baseVersion: 2 })).toMatchObject({
    status: 422,
    body: { code: 'flow.incomplete', details: { missing: ['threshold'] } },
  });
  await on(salon, switchFlowMode, flow, { mode: 'test' });
  expect((await on(salon, rollBackFlow, flow, { version: 1, baseVersion: 2 })).status).toBe(200);
});

test('each of many flows is rolled back separately', async () => {
  const salon = await open();
  const changed = await salon.aFlow({ kind: 'visit_created', title: 'Первое' }, 'test');
  const other = await salon.aFlow({ kind: 'visit_created' }, 'test');
  await saveTitle(salon, changed, 'Второе');
  const flows = [
    { flowId: changed.id, version: 1, baseVersion: 2 },
    { flowId: other.id, version: 1, baseVersion: 9 },
  ];
  const { body } = await server.call(rollBackFlows, { token: salon.owner.token, body: { flows } });
  expect(body.outcomes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ flowId: changed.id, isDone: true }),
      expect.objectContaining({
        flowId: other.id,
        isDone: false,
        problem: expect.objectContaining({ code: 'flow.changed_meanwhile' }),
      }),
    ]),
  );
  expect((await on(salon, getFlow, changed)).body).toMatchObject({ title: 'Первое', version: 3 });
});

test('contacts with planned messages are counted by their version', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  await salon.book({ phone: '+79162223344' });
  await server.owner.query(
    'update messages set sender_version = 4 where tenant_id = $1 and contact_id in (select id from contacts where phone = $2)',
    [salon.owner.tenantId, '+79162223344'],
  );
  expect((await on(salon, countFlowWaiting, flow)).body).toEqual({
    version: 1,
    waiting: [
      { version: 4, people: 1 },
      { version: 1, people: 1 },
    ],
  });
});

test('messages on an earlier version that was restored as the newest do not count as earlier', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  const content = { ...flow.settings.content, texts: { default: 'Иначе' } };
  await on(salon, saveFlow, flow, { ...flow, settings: { ...flow.settings, content }, testPhones: '', baseVersion: 1 });
  const waiting = async () => (await on(salon, countFlowWaiting, flow)).body.waiting;
  expect(await waiting()).toEqual([{ version: 1, people: 1 }]);
  await on(salon, rollBackFlow, flow, { version: 1, baseVersion: 2 });
  expect(await waiting()).toEqual([{ version: 3, people: 1 }]);
});

test('moving people plans the flow again, soon', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await runJobs();
  expect((await on(salon, moveFlowPeople, flow)).status).toBe(200);
  const { rows } = await server.owner.query(
    `select payload->>'flowId' as "flowId" from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'flows.plan-ahead'`,
  );
  expect(rows).toEqual([{ flowId: flow.id }]);
});

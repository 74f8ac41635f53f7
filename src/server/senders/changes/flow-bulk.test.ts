import { expect, test } from 'vitest';
import { type BulkChange, changeFlows } from '#contract/flows/bulk.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import { type Flow, getFlow, pauseFlow } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { runJobs } = server;

const change = (salon: Salon, request: Record<string, unknown>, isTrial = false) =>
  server.call(changeFlows, { token: salon.owner.token, body: { change: request, isTrial } });
const undo = async (salon: Salon, changes: readonly BulkChange[]) => {
  for (const one of changes) await change(salon, one);
};
const read = async (salon: Salon, flow: Pick<Flow, 'id'>) =>
  (await server.call(getFlow, { token: salon.owner.token, params: { flowId: flow.id } })).body;

test('a change refused for one flow is made in the others, and the answer reports each', async () => {
  const salon = await open();
  const first = await salon.aFlow({ kind: 'visit_created', title: 'Первый' });
  const second = await salon.aFlow({ kind: 'visit_created', title: 'Второй' });
  await server.call(pauseFlow, { token: salon.owner.token, params: { flowId: second.id } });
  const { body } = await change(salon, { action: 'pause', flowIds: [first.id, second.id, first.id] });
  expect(body.outcomes).toEqual([
    { flowId: first.id, title: 'Первый', isDone: true, problem: null },
    {
      flowId: second.id,
      title: 'Второй',
      isDone: false,
      problem: { code: 'flow.wrong_status', details: { status: 'pause' } },
    },
  ]);
  expect((await read(salon, first)).status).toBe('pause');
  await undo(salon, body.undo);
  expect((await read(salon, first)).status).toBe('working');
  expect((await read(salon, second)).status).toBe('pause');
});

test('deleting many cancels what they planned, and Undo brings both back', async () => {
  const salon = await open();
  const flows = [
    await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }),
    await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -120 }),
  ];
  await salon.book({});
  const { body } = await change(salon, { action: 'delete', flowIds: flows.map(({ id }) => id) });
  expect(body).toMatchObject({ waitingMessages: 2, outcomes: [{ isDone: true }, { isDone: true }] });
  expect((await salon.messages()).map(({ reason }) => reason)).toEqual(['flow_deleted', 'flow_deleted']);
  expect(await change(salon, { action: 'pause', flowIds: [flows[0]?.id] })).toMatchObject({
    body: { outcomes: [{ isDone: false, problem: { code: 'flow.not_found' } }] },
  });

  await undo(salon, body.undo);
  await runJobs();
  expect((await salon.messages()).map(({ status }) => status)).toEqual(['planned', 'planned']);
});

test('a test user sends no offers: a marketing flow stays in test mode, a reminder goes live', async () => {
  const salon = await open();
  const offer = await salon.aFlow({ kind: 'birthday' }, 'test');
  const reminder = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  await server.owner.query('update members set is_test_user = true where tenant_id = $1', [salon.owner.tenantId]);
  const { body } = await change(salon, { action: 'mode', mode: 'combat', flowIds: [offer.id, reminder.id] });
  expect(body.outcomes).toMatchObject([{ isDone: false, problem: { code: 'auth.test_user' } }, { isDone: true }]);
  expect([(await read(salon, offer)).mode, (await read(salon, reminder)).mode]).toEqual(['test', 'combat']);
});

test('flows that can go live do; the trial run reports the same and changes nothing', async () => {
  const salon = await open();
  const ready = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  const live = await salon.aFlow({ kind: 'visit_created' });
  const request = { action: 'mode', mode: 'combat', flowIds: [ready.id, live.id] };
  const tried = await change(salon, request, true);
  expect(tried.body).toMatchObject({ outcomes: [{ isDone: true }, { isDone: true }], undo: [] });
  expect((await read(salon, ready)).mode).toBe('test');

  const { body } = await change(salon, request);
  expect((await read(salon, ready)).mode).toBe('combat');
  // Undo does not change flows that were live before.
  expect(body.undo).toEqual([{ action: 'mode', mode: 'test', flowIds: [ready.id] }]);
  await undo(salon, body.undo);
  expect((await read(salon, ready)).mode).toBe('test');
  expect((await read(salon, live)).mode).toBe('combat');
});

test('without a channel no flow goes live, and each reports what it lacks', async () => {
  const salon = await open();
  await server.owner.query('update channels set removed_at = now() where tenant_id = $1', [salon.owner.tenantId]);
  const flow = await salon.aFlow({ kind: 'visit_created' }, 'test');
  const { body } = await change(salon, { action: 'mode', mode: 'combat', flowIds: [flow.id] });
  expect(body.outcomes).toMatchObject([{ problem: { code: 'flow.incomplete', details: { missing: ['channel'] } } }]);
});

test('test numbers are set for all flows, and Undo restores the numbers of each', async () => {
  const salon = await open();
  const { token } = salon.owner;
  await server.call(setTestPhones, { token, body: { testPhones: '+79990000009' } });
  const flows = [
    await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test'),
    await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -120 }, 'test'),
  ];
  const flowIds = flows.map(({ id }) => id);
  await change(salon, { action: 'test_phones', flowIds: flowIds.slice(0, 1), testPhones: '8 999 000-00-01' });
  const { body } = await change(salon, { action: 'test_phones', flowIds, testPhones: '+79990000002' });
  for (const flow of flows) expect((await read(salon, flow)).testPhones).toEqual(['+79990000002']);
  await undo(salon, body.undo);
  expect((await read(salon, flows[0] ?? { id: '' as never })).testPhones).toEqual(['+79990000001']);
  expect((await read(salon, flows[1] ?? { id: '' as never })).testPhones).toEqual([]);

  const refused = await change(salon, { action: 'test_phones', flowIds, testPhones: 'сорок' });
  expect(refused).toMatchObject({ status: 400, body: { details: { fields: { testPhones: ['сорок'] } } } });
});

test('at most 200 flows at once', async () => {
  const salon = await open();
  const flowIds = Array.from({ length: 201 }, () => '01890000-0000-7000-8000-000000000001');
  expect((await change(salon, { action: 'pause', flowIds })).status).toBe(400);
});

test("another tenant's flows do not exist for any bulk change", async () => {
  const [salon, stranger] = [await open(), await open()];
  const flow = await salon.aFlow({ kind: 'visit_created' });
  for (const action of ['pause', 'continue', 'delete', 'restore']) {
    const { body } = await change(stranger, { action, flowIds: [flow.id] });
    expect(body, action).toMatchObject({
      outcomes: [{ title: '', isDone: false, problem: { code: 'flow.not_found' } }],
      undo: [],
    });
  }
  expect((await read(salon, flow)).status).toBe('working');
});

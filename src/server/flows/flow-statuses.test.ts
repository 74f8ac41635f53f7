import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import {
  continueFlow,
  deleteFlow,
  duplicateFlow,
  type Flow,
  getFlow,
  pauseFlow,
  restoreFlow,
  switchFlowMode,
} from '#contract/flows/calls.ts';
import { contentRejected } from '#server/delivery/jobs.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

const on = <E extends Endpoint>(salon: Salon, call: E, flow: Pick<Flow, 'id'>, body?: unknown) =>
  server.call(call, { token: salon.owner.token, params: { flowId: flow.id }, body });

test('a paused flow sends nothing; what it missed is not caught up, what lies ahead is planned again', async () => {
  const salon = await open();
  const created = await salon.aFlow({ kind: 'visit_created' });
  const reminder = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  for (const flow of [created, reminder]) expect((await on(salon, pauseFlow, flow)).body.status).toBe('pause');
  expect(await salon.messages(reminder.id)).toMatchObject([{ status: 'cancelled', reason: 'flow_paused' }]);
  await salon.book({ phone: '+79162223344' });
  expect(salon.whatsApp.sent).toHaveLength(1);

  for (const flow of [created, reminder]) expect((await on(salon, continueFlow, flow)).body.status).toBe('working');
  await runJobs();
  expect(await salon.messages(reminder.id)).toMatchObject([{ status: 'planned' }, { status: 'planned' }]);
  expect(await salon.messages(created.id)).toHaveLength(1);
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('a delayed message that was planned when its flow was paused is planned again when the flow is resumed', async () => {
  const salon = await open();
  const { settings } = await salon.aFlow({ kind: 'visit_created' }, 'test');
  const later = { ...settings, timing: { ...settings.timing, delayMinutes: 120 } };
  const flow = await salon.aFlow({ kind: 'visit_created', settings: later });
  await salon.book({});
  await on(salon, pauseFlow, flow);
  await on(salon, continueFlow, flow);
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-02 11:00:00+00' }]);
});

test('a flow cannot be paused twice, and a working one cannot be continued', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created' });
  expect(await on(salon, continueFlow, flow)).toMatchObject({
    status: 409,
    body: { code: 'flow.wrong_status', details: { status: 'working' } },
  });
  await on(salon, pauseFlow, flow);
  expect(await on(salon, pauseFlow, flow)).toMatchObject({ status: 409, body: { details: { status: 'pause' } } });
});

test('going live without a channel is refused, naming what is missing', async () => {
  const salon = await open();
  await server.owner.query('update channels set removed_at = now() where tenant_id = $1', [salon.owner.tenantId]);
  const flow = await salon.aFlow({ kind: 'visit_created' }, 'test');
  expect(await on(salon, switchFlowMode, flow, { mode: 'combat' })).toMatchObject({
    status: 422,
    body: { code: 'flow.incomplete', details: { missing: ['channel'] } },
  });
});

test('going live plans for customers, going back to test for the owner alone', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  await server.call(setTestPhones, { token: salon.owner.token, body: { testPhones: '+79990000001' } });
  await salon.book({});
  expect(await salon.messages()).toMatchObject([{ status: 'planned', testPhone: '+79990000001' }]);

  expect((await on(salon, switchFlowMode, flow, { mode: 'combat' })).body.mode).toBe('combat');
  await clock.advance({ seconds: 1 });
  await runJobs();
  expect(await salon.messages()).toMatchObject([
    { status: 'cancelled', reason: 'flow_stopped', testPhone: '+79990000001' },
    { status: 'planned', testPhone: null },
  ]);

  await on(salon, switchFlowMode, flow, { mode: 'test' });
  await runJobs();
  expect(await salon.messages()).toMatchObject([
    { status: 'cancelled', testPhone: null },
    { status: 'planned', testPhone: '+79990000001' },
  ]);
});

test('a copy is paused and in test mode, with the same settings', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' });
  const copy = (await on(salon, duplicateFlow, flow)).body;
  expect(copy).toMatchObject({
    title: 'Напоминание за 24 часа (копия)',
    status: 'pause',
    mode: 'test',
    version: 1,
    settings: flow.settings,
    lastStartedAt: null,
  });
  expect(copy.id).not.toBe(flow.id);
});

test('a copy of a flow with the longest title differs from it', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'я'.repeat(120) });
  expect((await on(salon, duplicateFlow, flow)).body.title).toBe(`${'я'.repeat(112)} (копия)`);
});

test('a deleted flow disappears with its planned messages, and Undo restores both', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  expect((await on(salon, deleteFlow, flow)).status).toBe(200);
  expect(await on(salon, getFlow, flow)).toMatchObject({ status: 404, body: { code: 'flow.not_found' } });
  expect(await on(salon, deleteFlow, flow)).toMatchObject({ status: 404 });
  expect(await salon.messages()).toMatchObject([{ status: 'cancelled', reason: 'flow_deleted' }]);

  expect((await on(salon, restoreFlow, flow)).body.status).toBe('working');
  await runJobs();
  expect(await salon.messages()).toMatchObject([{ status: 'planned' }]);
});

test('a flow the provider rejects turns to error once; its messages wait until it is corrected', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  for (const dedupeKey of ['1', '2']) {
    await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
      emit(scope, contentRejected, {
        dedupeKey,
        facts: { senderId: flow.id, text: '132000: wrong number of parameters' },
        occurredAt: clock.now(),
      }),
    );
  }
  await runJobs();
  expect((await on(salon, getFlow, flow)).body).toMatchObject({
    status: 'error',
    errorReason: '132000: wrong number of parameters',
  });
  const notices = () =>
    server.owner.query(`select resolved_at from notices where tenant_id = $1 and kind = 'flow_error'`, [
      salon.owner.tenantId,
    ]);
  expect((await notices()).rows).toEqual([{ resolved_at: null }]);

  await clock.set('2026-03-04T08:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent).toEqual([]);
  await on(salon, continueFlow, flow);
  await clock.advance({ minutes: 1 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect((await notices()).rows).toEqual([{ resolved_at: expect.anything() }]);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { postCustomEvents } from '#contract/integrations/events.ts';
import { createApiToken } from '#contract/integrations/tokens.ts';
import { removeChannel } from '#contract/channels/calls.ts';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import { continueFlow, type Flow, getFlow, pauseFlow, saveFlow } from '#contract/flows/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { channelRestored } from '#server/channels/jobs.ts';
import { contentRejected } from '#server/delivery/jobs.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { checkAllFlows } from './checking.ts';
import { checkFlows } from './troubles.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;
const { signal } = new AbortController();

const stateOf = async (salon: Salon, { id }: Flow) =>
  (await server.call(getFlow, { token: salon.owner.token, params: { flowId: id } })).body;

async function save(salon: Salon, flow: Flow, change: (flow: Flow) => Partial<Flow['settings']>): Promise<void> {
  const present = await stateOf(salon, flow);
  const { title, version: baseVersion, settings } = present;
  const body = { title, testPhones: '', baseVersion, settings: { ...settings, ...change(present) } };
  await server.call(saveFlow, { token: salon.owner.token, params: { flowId: flow.id }, body });
  await runJobs();
}

const notices = async (salon: Salon) =>
  (
    await server.owner.query(
      `select params ->> 'code' as code, resolved_at is not null as is_over from notices
       where tenant_id = $1 and kind = 'flow_error'`,
      [salon.owner.tenantId],
    )
  ).rows;

test('a flow saved with an unknown variable is in error, and can be resumed only when that is corrected', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  const withText = (text: string) => (one: Flow) => ({
    content: { ...one.settings.content, texts: { default: text } },
  });
  await save(salon, flow, withText('Ждём вас, {clientNaem}'));
  await save(salon, flow, withText('Ждём вас снова, {clientNaem}'));
  expect(await stateOf(salon, flow)).toMatchObject({
    status: 'error',
    errorCode: 'variable_unknown',
    errorReason: '{clientNaem}',
  });
  expect(await notices(salon)).toEqual([{ code: 'variable_unknown', is_over: false }]);
  const resume = () => server.call(continueFlow, { token: salon.owner.token, params: { flowId: flow.id } });
  expect((await resume()).body).toEqual({ code: 'flow.incomplete', details: { missing: ['variable_unknown'] } });

  await clock.set('2026-03-04T08:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent).toEqual([]);
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', reason: 'flow_stopped' }]);
  await save(salon, flow, withText('Ждём вас, {clientName}'));
  expect((await stateOf(salon, flow)).status).toBe('error');
  expect((await resume()).body.status).toBe('working');
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(await notices(salon)).toEqual([{ code: 'variable_unknown', is_over: true }]);
});

test('a contact who came while the text was wrong gets the corrected one', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const withText = (text: string) => (one: Flow) => ({
    content: { ...one.settings.content, texts: { default: text } },
  });
  await save(salon, flow, withText('Ждём вас, {clientNaem}'));
  await salon.book({});
  await save(salon, flow, withText('Ждём вас, {clientName}'));
  await server.call(continueFlow, { token: salon.owner.token, params: { flowId: flow.id } });
  await runJobs();
  await clock.set('2026-03-04T08:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => message.text)).toEqual(['Ждём вас, Анна']);
});

test('a message planned for a removed channel is sent by the channel chosen instead', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await save(salon, flow, () => ({ channelIds: [salon.channelId] }));
  await salon.book({});
  await server.owner.query('update channels set removed_at = $2 where id = $1', [
    salon.channelId,
    '2026-03-02T09:00:00Z',
  ]);
  await checkAllFlows(server.ctx, signal);
  const second = await salon.addChannel('dialog360', 'Second');
  await server.owner.query('update contact_addresses set channel_id = $1 where tenant_id = $2', [
    second,
    salon.owner.tenantId,
  ]);
  await save(salon, flow, () => ({ channelIds: [second] }));
  expect((await stateOf(salon, flow)).status).toBe('working');
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', channelId: second }]);
});

test('a message with a text that the provider refused is sent with its replacement', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    emit(scope, contentRejected, {
      dedupeKey: 'refused',
      facts: { senderId: flow.id, text: 'Refused' },
      occurredAt: clock.now(),
    }),
  );
  await runJobs();
  expect(await stateOf(salon, flow)).toMatchObject({ errorCode: 'content_rejected' });
  await save(salon, flow, ({ settings }) => ({ content: { ...settings.content, texts: { default: 'Ждём вас' } } }));
  await server.call(continueFlow, { token: salon.owner.token, params: { flowId: flow.id } });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', body: 'Ждём вас' }]);
});

test('a property that no event has is found with the first event, before a message is sent with a gap', async () => {
  const salon = await open();
  const { token } = salon.owner;
  await salon.book({});
  const flow = await salon.aFlow({ kind: 'api_event' });
  await save(salon, flow, ({ settings }) => ({
    content: { ...settings.content, texts: { default: 'Баллов: {points}' } },
  }));
  expect((await stateOf(salon, flow)).status).toBe('working');

  const program = await server.call(createApiToken, { token, body: { name: 'Сайт', scopes: ['custom'] } });
  const item = { name: 'bonus', client: { phone: '+79161112233', name: 'Анна' }, properties: { ponits: 5 } };
  const headers = { 'idempotency-key': 'first' };
  await server.call(postCustomEvents, { token: program.body.secret, headers, body: { items: [item] } });
  await runJobs();
  expect(await stateOf(salon, flow)).toMatchObject({ errorCode: 'variable_unknown', errorReason: '{points}' });
  expect(salon.whatsApp.sent).toEqual([]);
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', reason: 'flow_stopped' }]);
});

test('a flow whose chosen channel is gone works again by itself when it is back', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({});
  await save(salon, flow, () => ({ channelIds: [salon.channelId] }));
  const remove = (at: string | null) =>
    server.owner.query('update channels set removed_at = $2 where id = $1', [salon.channelId, at]);
  await remove('2026-03-02T09:00:00Z');
  await checkAllFlows(server.ctx, signal);
  await runJobs();
  expect(await stateOf(salon, flow)).toMatchObject({ status: 'error', errorCode: 'channels_gone' });
  expect(await notices(salon)).toMatchObject([{ is_over: false }]);

  await remove(null);
  await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    emit(scope, channelRestored, {
      dedupeKey: 'back',
      facts: { channelId: salon.channelId },
      occurredAt: clock.now(),
    }),
  );
  await runJobs();
  expect(await stateOf(salon, flow)).toMatchObject({ status: 'working', errorCode: null });
  expect(await notices(salon)).toMatchObject([{ is_over: true }]);
});

test('a live flow without any channel is in error, and its planned messages wait for the next one', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created', delayMinutes: 120 });
  await salon.book({});
  await server.call(removeChannel, { token: salon.owner.token, params: { channelId: salon.channelId } });
  await runJobs();
  expect(await stateOf(salon, flow)).toMatchObject({ status: 'error', errorCode: 'channels_gone' });
  expect(await notices(salon)).toMatchObject([{ is_over: false }]);
  await clock.advance({ hours: 3 });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-04 09:00:00+00' }]);

  await server.owner.query('update channels set removed_at = null where id = $1', [salon.channelId]);
  await checkAllFlows(server.ctx, signal);
  await runJobs();
  expect((await stateOf(salon, flow)).status).toBe('working');
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('flows that one cause stops together share one notice, which is resolved with the last of them', async () => {
  const salon = await open();
  const flows = await Promise.all(
    ['Вторая', 'Первая', 'Третья', 'Четвёртая'].map((title) => salon.aFlow({ kind: 'visit_created', title })),
  );
  await runJobs();
  const { token } = salon.owner;
  await server.call(removeChannel, { token, params: { channelId: salon.channelId } });
  await runJobs();
  await checkAllFlows(server.ctx, signal);
  const notices = async () =>
    (await server.call(listNotices, { token })).body.notices
      .filter(({ kind }) => kind === 'flow_error')
      .map(({ params, isResolved }) => ({ params, isResolved }));
  const params = { count: 4, titles: ['Вторая', 'Первая', 'Третья'], code: 'channels_gone', reason: '' };
  expect(await notices()).toEqual([{ params, isResolved: false }]);
  for (const { id } of flows) {
    expect(await notices()).toEqual([{ params, isResolved: false }]);
    await server.call(pauseFlow, { token, params: { flowId: id } });
  }
  expect(await notices()).toEqual([{ params, isResolved: true }]);
});

test('a flow about a service that left the catalogue is in error within the hour, and others are not', async () => {
  const salon = await open();
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into services (tenant_id, id, branch_id, external_id, title) values ($1, gen_random_uuid(), $2, '77', 'Маникюр')
     returning id`,
    [salon.owner.tenantId, salon.branchId],
  );
  const withCondition: FlowCondition = { field: 'service', isNot: false, values: [rows[0]?.id ?? ''] };
  const flow = await salon.aFlow({ kind: 'visit_created' });
  const other = await salon.aFlow({ kind: 'visit_created' });
  await save(salon, flow, () => ({
    conditions: { match: 'all', groups: [{ match: 'all', conditions: [withCondition] }] },
  }));
  expect((await stateOf(salon, flow)).status).toBe('working');
  await server.owner.query('update services set is_active = false where id = $1', [rows[0]?.id]);
  await checkAllFlows(server.ctx, signal);
  expect(await stateOf(salon, flow)).toMatchObject({ errorCode: 'services_gone', errorReason: 'Маникюр' });
  expect((await stateOf(salon, other)).status).toBe('working');
});

test('checking for troubles waits for no lock while there is none', async () => {
  const salon = await open();
  const { id } = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const client = await server.owner.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from flows where id = $1 for update', [id]);
    const healed = await withTenant(server.ctx, salon.owner.tenantId, async (scope) => {
      await sql`set local lock_timeout = '2s'`.execute(scope.tx);
      return checkFlows(scope, id);
    });
    expect(healed).toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

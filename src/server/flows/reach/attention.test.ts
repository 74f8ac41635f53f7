import { expect, test } from 'vitest';
import { countFlowLosses, getFlowReach } from '#contract/flows/reach.ts';
import { type Flow, getFlow, pauseFlow, saveFlow } from '#contract/flows/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { noteClient } from '#server/contacts/crm/crm-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { describeTemplate } from '#server/providers/dialog360/template-grammar.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

const stateOf = async (salon: Salon, { id }: Flow) =>
  (await server.call(getFlow, { token: salon.owner.token, params: { flowId: id } })).body;

const noticesOf = async (salon: Salon) =>
  (await server.call(listNotices, { token: salon.owner.token })).body.notices
    .filter(({ kind }) => kind === 'flow_unheard')
    .map(({ params, isResolved }) => ({ rule: params['rule'], isResolved }));

const reachOf = async (salon: Salon, { id }: Flow) =>
  (await server.call(getFlowReach, { token: salon.owner.token, body: { flowIds: [id] } })).body.flows[0];

/** Nobody has written to the salon lately. */
const closeWindows = (salon: Salon) =>
  server.owner.query('update contact_addresses set window_until = null where tenant_id = $1', [salon.owner.tenantId]);

async function storeTemplate(salon: Salon): Promise<void> {
  const content = describeTemplate([{ type: 'BODY', text: 'С днём рождения!' }]);
  await server.owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, status, category, content, synced_at)
     values ($1, $2, 'birthday', 'ru', 'approved', 'MARKETING', $3, now())`,
    [salon.owner.tenantId, salon.channelId, JSON.stringify(content)],
  );
}

async function chooseTemplate(salon: Salon, flow: Flow): Promise<void> {
  const { title, version: baseVersion, settings } = await stateOf(salon, flow);
  const template = { channelId: salon.channelId, name: 'birthday', language: 'ru' as const, parameters: [] };
  const content = { ...settings.content, templates: [template] };
  const body = { title, testPhones: '', baseVersion, settings: { ...settings, content } };
  await server.call(saveFlow, { token: salon.owner.token, params: { flowId: flow.id }, body });
  await runJobs();
}

/** A live birthday flow over WhatsApp without a template, on the morning of Anna's birthday, with the chat closed. */
async function unheardGreeting() {
  const salon = await open();
  await salon.book({});
  await closeWindows(salon);
  const flow = await salon.aFlow({ kind: 'birthday' });
  await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    noteClient(scope, { branchId: salon.branchId, externalId: 'anna' }, { birthDate: '1990-03-03' }),
  );
  await runJobs();
  await clock.set('2026-03-03T07:00:00Z');
  await runJobs();
  return { salon, flow };
}

test('a live flow whose messages need a template it has not tells its owner once, and works again once one is chosen', async () => {
  const { salon, flow } = await unheardGreeting();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'skipped', reason: 'template_missing' }]);
  expect(await stateOf(salon, flow)).toMatchObject({
    status: 'working',
    attention: { rule: 'template_missing', since: '2026-03-03T07:00:00Z' },
  });
  await server.runRepeated('flows.check-all');
  await runJobs();
  expect(await noticesOf(salon)).toEqual([{ rule: 'template_missing', isResolved: false }]);
  expect((await server.call(countFlowLosses, { token: salon.owner.token })).body.losses).toEqual([
    { rule: 'template_missing', count: 1, flows: [{ id: flow.id, title: flow.title }], flowCount: 1 },
  ]);

  await storeTemplate(salon);
  await chooseTemplate(salon, flow);
  expect(await stateOf(salon, flow)).toMatchObject({ status: 'working', attention: null });
  expect(await noticesOf(salon)).toEqual([{ rule: 'template_missing', isResolved: true }]);
});

test('a live flow that reached nobody is no longer marked once a contact can be written to, or it is paused', async () => {
  const { salon, flow } = await unheardGreeting();
  await server.owner.query(`update contact_addresses set window_until = '2030-01-01' where tenant_id = $1`, [
    salon.owner.tenantId,
  ]);
  await server.runRepeated('flows.check-all');
  await runJobs();
  expect(await stateOf(salon, flow)).toMatchObject({ attention: null });

  await closeWindows(salon);
  await server.runRepeated('flows.check-all');
  await runJobs();
  expect(await stateOf(salon, flow)).toMatchObject({ attention: { rule: 'template_missing' } });
  await server.call(pauseFlow, { token: salon.owner.token, params: { flowId: flow.id } });
  expect(await stateOf(salon, flow)).toMatchObject({ status: 'pause', attention: null });
  expect((await noticesOf(salon)).every(({ isResolved }) => isResolved)).toBe(true);
});

test('one contact without a channel does not mark a flow, however often they book; three contacts do', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created' });
  const bookWithoutPhone = (contact: string, visit: string) =>
    salon.book({
      externalId: visit,
      client: { externalId: contact, name: contact, phone: null, email: null, isNew: false, visitsCount: 1 },
    });
  for (const visit of ['1', '2', '3']) await bookWithoutPhone('Vera', visit);
  await bookWithoutPhone('Nina', '4');
  expect(await stateOf(salon, flow)).toMatchObject({ attention: null });
  await bookWithoutPhone('Olga', '5');
  expect(await stateOf(salon, flow)).toMatchObject({ attention: { rule: 'no_channel' } });
  await salon.book({ phone: '+79160000009' });
  expect(salon.whatsApp.sent).toHaveLength(1);
  await clock.advance({ minutes: 2 });
  await runJobs();
  expect(await stateOf(salon, flow)).toMatchObject({ attention: null });
});

test('a flow whose next messages reach their contacts is not marked, although others could not be reached', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book({ phone: '+79160000009' });
  for (const days of [1, 2, 3]) await salon.book({ phone: null, startsAt: clock.now().add({ hours: 24 * days }) });
  expect((await salon.verdicts(flow.id)).filter(({ rule }) => rule === 'no_channel')).toHaveLength(3);
  expect(await stateOf(salon, flow)).toMatchObject({ attention: null });
});

test('going live is preceded by whom it reaches today, by channel, with the causes for the others', async () => {
  const salon = await open();
  const telegram = await salon.addChannel('telegram_bot', 'Telegram');
  await salon.book({});
  await salon.book({ phone: '+79160000002' });
  await salon.book({ phone: null });
  await closeWindows(salon);
  await server.owner.query(
    `insert into contact_addresses (tenant_id, id, contact_id, channel_id, channel_user_id, created_at)
     select tenant_id, gen_random_uuid(), id, $2, '77', now() from contacts where tenant_id = $1 and phone = '+79160000002'`,
    [salon.owner.tenantId, telegram],
  );
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  expect(await reachOf(salon, flow)).toMatchObject({
    sample: 'subjects',
    audience: 3,
    reached: 1,
    channels: [
      {
        title: 'WhatsApp',
        reached: 0,
        causes: [
          { cause: 'template_missing', count: 2 },
          { cause: 'no_phone', count: 1 },
        ],
      },
      { title: 'Telegram', reached: 1, causes: [{ cause: 'not_there', count: 2 }] },
    ],
  });
  const cart = await salon.aFlow({ kind: 'abandoned_cart' }, 'test');
  expect(await reachOf(salon, cart)).toMatchObject({ sample: 'contacts', audience: 3, reached: 1 });
  await server.owner.query(`update channels set state = 'NotAuthorized' where id = $1`, [telegram]);
  expect((await reachOf(salon, flow))?.channels[1]).toMatchObject({
    reached: 0,
    causes: [
      { cause: 'not_there', count: 2 },
      { cause: 'channel_down', count: 1 },
    ],
  });
});

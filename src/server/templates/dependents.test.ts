import { beforeEach, expect, test } from 'vitest';
import * as channels from '#contract/channels/calls.ts';
import { createFlow, type FlowId, getFlow, saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { checkMailing } from '#contract/mailings/check.ts';
import { pauseMailing, startMailing } from '#contract/mailings/runs.ts';
import {
  createMailing,
  getMailing,
  type Mailing,
  type MailingSettings,
  saveMailing,
} from '#contract/mailings/calls.ts';
import { checkMailings } from '#server/mailings/sending/healing.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({
  env: { ...messengersIn(world), DIALOG360_WEBHOOK_SECRET: 'd360-demo-platform-secret' },
});
server.ctx.config.publicUrl = server.origin;
const { call, clock } = server;
const { aContact } = builders(server.owner);

const NOON = '2026-03-02T09:00:00Z';
let owner: SignedUp;
let channelId: channels.ChannelId;
beforeEach(async () => {
  await server.owner.query(`update mailings set status = 'canceled' where status in ('working', 'waiting', 'error')`);
  await clock.set(NOON);
  await world.control('POST', '/seed', {});
  owner = await server.signUp();
  const { tenantId, token } = owner;
  await server.owner.query('update message_balances set available = 1000 where tenant_id = $1', [tenantId]);
  await server.owner.query(`update tenants set paid_until = '2027-01-01' where id = $1`, [tenantId]);
  const number = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  channelId = (await call(channels.connectChannel, { token, body: number })).body.id;
  await server.runJobs();
});

const NAME = 'visit_created';
const templates = () => [
  { channelId, name: NAME, language: 'ru', parameters: ['{clientName}', 'today', 'news', '{businessName}'] },
];
/** Changes the template at the provider. Its webhook arrives with {@link pass}. */
const inWorld = (status: string) => world.control('POST', '/d360/templates', { name: NAME, language: 'ru', status });

/** Both clocks advance, webhooks arrive, and jobs run. */
async function pass(milliseconds: number): Promise<void> {
  await clock.advance({ milliseconds });
  await world.passTime(milliseconds);
  await server.runJobs();
}

/** A mailing by the template to everybody, one contact a day. */
async function aMailing(timing: Partial<MailingSettings['timing']> = {}): Promise<Mailing> {
  const { token } = owner;
  const { body } = await call(createMailing, { token, body: { title: 'News' } });
  const { settings, title, version: baseVersion } = body;
  const hours = { dispatchHours: { startHour: 9, endHour: 21 }, perDay: 1 };
  const changed = {
    ...settings,
    channelIds: [channelId],
    timing: { ...settings.timing, ...hours, ...timing },
    content: { ...settings.content, templates: templates() },
  };
  const saved = { title, testPhones: '', baseVersion, settings: changed };
  return (await call(saveMailing, { token, params: { mailingId: body.id }, body: saved })).body;
}

async function people(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await aContact({ tenantId: owner.tenantId, name: `Анна ${n}` });
}

const at = ({ id }: Mailing) => ({ token: owner.token, params: { mailingId: id } });
const start = (mailing: Mailing) => call(startMailing, { ...at(mailing), body: { baseVersion: mailing.version } });
const read = async (mailing: Mailing) => (await call(getMailing, at(mailing))).body;

async function settle(mailing: Mailing, rounds = 4): Promise<Mailing> {
  for (let round = 0; round < rounds; round++) await pass(31_000);
  return read(mailing);
}

/** The notices about a kind of sender, open and closed. */
async function notices(kind: string): Promise<{ code: string; isOpen: boolean }[]> {
  const { rows } = await server.owner.query(
    `select params ->> 'code' as code, resolved_at is null as "isOpen" from notices where tenant_id = $1 and kind = $2`,
    [owner.tenantId, kind],
  );
  return rows;
}

test.each(['PENDING', 'PAUSED', 'REJECTED', 'DISABLED', 'DELETED'])(
  'a mailing whose template is %s does not start, and does once it is approved',
  async (status) => {
    await people(1);
    const mailing = await aMailing();
    await inWorld(status);
    await pass(1_000);
    expect(await start(mailing)).toMatchObject({
      status: 422,
      body: { code: 'distribution.incomplete', details: { missing: ['template_barred'] } },
    });
    const { token } = owner;
    const { id: mailingId, settings } = mailing;
    expect((await call(checkMailing, { token, body: { mailingId, settings } })).body).toMatchObject({
      missing: ['template_barred'],
      warnings: expect.arrayContaining([
        { code: 'template_barred', values: expect.objectContaining({ name: NAME, status: status.toLowerCase() }) },
      ]),
    });
    expect(await read(mailing)).toMatchObject({ status: 'none' });
    await inWorld('APPROVED');
    await pass(1_000);
    expect((await start(mailing)).status).toBe(200);
  },
);

test.each(['PAUSED', 'REJECTED'])(
  'a running mailing whose template is %s pauses, says so once, and goes on by itself when it is approved',
  async (status) => {
    await people(2);
    const mailing = await aMailing();
    await start(mailing);
    expect(await settle(mailing)).toMatchObject({ status: 'working', counts: { sent: 1 } });
    await inWorld(status);
    await pass(1_000);
    const stopped = { status: 'error', errorCode: 'template_barred', errorReason: `${NAME} (ru)` };
    expect(await settle(mailing)).toMatchObject({ ...stopped, counts: { sent: 1, planned: 0 } });
    await withTenant(server.ctx, owner.tenantId, (scope) => checkMailings(scope));
    await clock.set('2026-03-03T09:00:00Z');
    expect(await settle(mailing)).toMatchObject({ ...stopped, counts: { sent: 1 } });
    expect(await notices('mailing_error')).toEqual([{ code: 'template_barred', isOpen: true }]);
    await inWorld('APPROVED');
    await pass(1_000);
    expect(await notices('mailing_error')).toEqual([{ code: 'template_barred', isOpen: false }]);
    expect(await settle(mailing, 6)).toMatchObject({ status: 'done', counts: { sent: 2, failed: 0 } });
  },
);

test('a pause that is first seen by a refused message is the template’s too: the mailing goes on with the approval', async () => {
  await people(3);
  const mailing = await aMailing({ perDay: 2 });
  await inWorld('PAUSED');
  await world.passTime(1_000);
  await server.owner.query('delete from inbox where tenant_id = $1', [owner.tenantId]); // The webhook is lost.
  await start(mailing);
  expect(await settle(mailing)).toMatchObject({ status: 'error', errorCode: 'content_rejected', counts: { sent: 0 } });
  await call(channels.syncChannelTemplates, { token: owner.token, params: { channelId } });
  await server.runJobs();
  expect(await read(mailing)).toMatchObject({ status: 'error', errorCode: 'template_barred' });
  expect(await notices('mailing_error')).toHaveLength(1);
  const { failed } = (await read(mailing)).counts;
  expect(failed).toBeLessThan(3);
  await inWorld('APPROVED');
  await pass(1_000);
  await clock.set('2026-03-03T09:00:00Z');
  expect(await settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 3 - failed, failed } });
  expect(await notices('mailing_error')).toMatchObject([{ isOpen: false }]);
});

test('an approval that comes late starts nothing that its owner has paused, or whose last moment has passed', async () => {
  await people(2);
  const [paused, ended] = [await aMailing(), await aMailing({ useBy: '2026-03-03T09:00:00Z' })];
  for (const mailing of [paused, ended]) await start(mailing);
  await settle(paused);
  await inWorld('PAUSED');
  await pass(1_000);
  for (const mailing of [paused, ended]) expect(await read(mailing)).toMatchObject({ errorCode: 'template_barred' });
  const { sent } = (await read(ended)).counts;
  await call(pauseMailing, at(paused));
  await clock.set('2026-03-04T09:00:00Z');
  await server.runJobs();
  await inWorld('APPROVED');
  await pass(1_000);
  expect(await settle(paused)).toMatchObject({ status: 'pause' });
  expect(await read(ended)).toMatchObject({ status: 'done', counts: { sent, planned: 0 } });
});

test('a flow waits while its only template is paused or rejected, says so once, and goes on whichever way the approval is learnt', async () => {
  const { token } = owner;
  const { body: flow } = await call(createFlow, { token, body: { kind: 'visit_created' } });
  const { settings, title, version: baseVersion } = flow;
  const content = { ...settings.content, templates: templates() };
  const body = { title, testPhones: '', baseVersion, settings: { ...settings, channelIds: [channelId], content } };
  const params = { flowId: flow.id };
  await call(saveFlow, { token, params, body });
  await call(switchFlowMode, { token, params, body: { mode: 'combat' } });
  const state = async (id: FlowId) => (await call(getFlow, { token, params: { flowId: id } })).body;
  expect(await state(flow.id)).toMatchObject({ status: 'working' });
  for (const status of ['PAUSED', 'REJECTED']) {
    await inWorld(status);
    await pass(1_000);
    await pass(1_000);
    expect(await state(flow.id)).toMatchObject({ status: 'error', errorCode: 'template_barred' });
    expect((await notices('flow_error')).filter(({ isOpen }) => isOpen)).toHaveLength(1);
    await inWorld('APPROVED');
    // The list is read before the webhook arrives, which then changes nothing.
    if (status === 'REJECTED') await call(channels.syncChannelTemplates, { token, params: { channelId } });
    await (status === 'REJECTED' ? server.runJobs() : pass(1_000));
    expect(await state(flow.id)).toMatchObject({ status: 'working', errorCode: null });
    await pass(1_000);
    expect(await state(flow.id)).toMatchObject({ status: 'working' });
    expect((await notices('flow_error')).filter(({ isOpen }) => isOpen)).toEqual([]);
  }
});

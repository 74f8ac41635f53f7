import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listFlowRows } from '#contract/flows/list.ts';
import { acceptOffer, cancelTransfer, declineOffer, listTransfers, sendFlows } from '#contract/flows/transfers.ts';
import type { TransferId } from '#contract/senders/transfers.ts';
import { type Flow, getFlow, saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { storeImage } from '#server/texts/attachments/attachment-actions.ts';
import { aPicture } from '#server/testing/server/pictures.ts';
import { anUpload } from '#server/testing/rows/uploads.ts';

const { server, open } = await bookedSalons();
const { runJobs, clock } = server;

/** A salon whose owner has confirmed their e-mail: only confirmed owners can receive flows. */
async function openConfirmed(): Promise<Salon> {
  const salon = await open();
  await server.owner.query('update members set email_confirmed_at = now() where tenant_id = $1', [
    salon.owner.tenantId,
  ]);
  return salon;
}

async function send(from: Salon, email: string, flows: readonly Pick<Flow, 'id'>[], kind = 'copy') {
  const body = { kind, email, flowIds: flows.map(({ id }) => id) };
  const answer = await server.call(sendFlows, { token: from.owner.token, body });
  await runJobs();
  return answer;
}

const read = async (salon: Salon) => (await server.call(listTransfers, { token: salon.owner.token })).body;
const rowsOf = async (salon: Salon) => (await server.call(listFlowRows, { token: salon.owner.token })).body.items;
const accept = (salon: Salon, offerId: TransferId) =>
  server.call(acceptOffer, { token: salon.owner.token, params: { offerId } });
const decline = (salon: Salon, offerId: TransferId) =>
  server.call(declineOffer, { token: salon.owner.token, params: { offerId } });
const noticesOf = async (salon: Salon) =>
  (await server.call(listNotices, { token: salon.owner.token })).body.notices.filter(({ kind }) =>
    kind.startsWith('flows_'),
  );

test('the receiver sees the content of an offer, and accepted flows arrive paused and in test mode', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const flow = await from.aFlow({ kind: 'visit_reminder', title: 'За сутки' });
  const sent = await send(from, `  ${to.owner.email.toUpperCase()} `, [flow]);
  expect(sent.body).toMatchObject({ state: 'pending', titles: ['За сутки'], expiresAt: '2026-03-16T09:00:00Z' });
  expect(await rowsOf(to)).toEqual([]);
  const { offers } = await read(to);
  expect(offers).toMatchObject([
    {
      kind: 'copy',
      fromEmail: from.owner.email,
      flows: [{ title: 'За сутки', kind: 'visit_reminder', buttonTitles: ['Подтвердить', 'Отменить'], toFill: [] }],
    },
  ]);
  expect(await noticesOf(to)).toMatchObject([{ kind: 'flows_offered', isResolved: false, params: { count: 1 } }]);

  const { body } = await accept(to, sent.body.id);
  await runJobs();
  expect(await rowsOf(to)).toMatchObject([
    { id: body.flowIds[0], title: 'За сутки', status: 'pause', mode: 'test', version: 1, testPhones: [] },
  ]);
  expect(await rowsOf(from)).toMatchObject([{ id: flow.id, status: 'working' }]);
  expect(await read(to)).toEqual({ offers: [], sent: [] });
  expect((await read(from)).sent).toMatchObject([{ state: 'accepted' }]);
  expect(await noticesOf(to)).toMatchObject([{ isResolved: true }]);
});

test('accepting twice is accepting once', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const sent = await send(from, to.owner.email, [await from.aFlow({ kind: 'visit_created' })]);
  const first = await accept(to, sent.body.id);
  expect((await accept(to, sent.body.id)).body).toEqual(first.body);
  expect(await rowsOf(to)).toHaveLength(1);
});

test("an accepted handover deletes the sender's flow with its planned messages, and notifies the sender", async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const flow = await from.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await from.book({});
  const sent = await send(from, to.owner.email, [flow], 'move');
  expect(await rowsOf(from)).toHaveLength(1);
  await accept(to, sent.body.id);
  await runJobs();
  expect(await rowsOf(from)).toEqual([]);
  expect(await from.messages()).toMatchObject([{ status: 'cancelled', reason: 'flow_deleted' }]);
  expect(await noticesOf(from)).toMatchObject([{ kind: 'flows_taken', params: { title: to.owner.email, count: 1 } }]);
});

test("references to the sender's cabinet are removed, named, and must be chosen before the flow goes live", async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const flow = await from.aFlow({ kind: 'visit_created' }, 'test');
  const { settings } = flow;
  const templates = [{ channelId: from.channelId, name: 'visit', language: 'ru', parameters: ['{recordDate}'] }];
  const bound = {
    ...settings,
    channelIds: [from.channelId],
    content: { ...settings.content, templates },
  };
  const body = { title: flow.title, settings: bound, testPhones: '+79990000001', baseVersion: 1 };
  await server.call(saveFlow, { token: from.owner.token, params: { flowId: flow.id }, body });
  const sent = await send(from, to.owner.email, [flow]);
  expect((await read(to)).offers[0]?.flows[0]?.toFill.toSorted()).toEqual(['channels', 'templates']);
  const { flowIds } = (await accept(to, sent.body.id)).body;
  const params = { flowId: flowIds[0] ?? '' };
  const arrived = (await server.call(getFlow, { token: to.owner.token, params })).body;
  expect(arrived).toMatchObject({ testPhones: [], settings: { channelIds: [], content: { templates: [] } } });
  expect(JSON.stringify(arrived)).not.toContain(from.channelId);

  const goLive = () => server.call(switchFlowMode, { token: to.owner.token, params, body: { mode: 'combat' } });
  expect((await goLive()).body).toMatchObject({
    code: 'flow.incomplete',
    details: { missing: expect.arrayContaining(['channels', 'templates']) },
  });
  const save = async (change: { channelIds?: string[]; settled?: string[] }) => {
    const { title, settings: now, version } = (await server.call(getFlow, { token: to.owner.token, params })).body;
    const { channelIds = now.channelIds, settled } = change;
    const own = { title, settings: { ...now, channelIds }, testPhones: '', settled, baseVersion: version };
    return (await server.call(saveFlow, { token: to.owner.token, params, body: own })).body;
  };
  expect((await save({})).toFill.toSorted()).toEqual(['channels', 'templates']);
  expect((await save({ channelIds: [to.channelId] })).toFill).toEqual(['templates']);
  expect((await goLive()).body).toMatchObject({ details: { missing: ['templates'] } });
  expect((await save({ settled: ['templates'] })).toFill).toEqual([]);
  expect((await goLive()).body.mode).toBe('combat');
});

test('an image is transferred as a separate file; a lost one is named', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const png = await aPicture();
  const image = await storeImage(server.ctx, from.owner.tenantId, anUpload('a.png', png));
  const flow = await from.aFlow({ kind: 'visit_created' }, 'test');
  const settings = { ...flow.settings, content: { ...flow.settings.content, buttons: [], imageId: image.id } };
  const body = { title: flow.title, settings, testPhones: '', baseVersion: 1 };
  await server.call(saveFlow, { token: from.owner.token, params: { flowId: flow.id }, body });
  const [first, second] = [await send(from, to.owner.email, [flow]), await send(from, to.owner.email, [flow])];
  await accept(to, first.body.id);
  await server.ctx.files.remove(`${from.owner.tenantId}/${image.id}`);
  await accept(to, second.body.id);
  const { rows } = await server.owner.query('select storage_key, mime from files where tenant_id = $1', [
    to.owner.tenantId,
  ]);
  expect(rows).toMatchObject([{ mime: 'image/png' }]);
  expect((await buffer(await server.ctx.files.open(rows[0]?.storage_key ?? ''))).equals(png)).toBe(true);
  expect((await rowsOf(to)).map(({ toFill }) => toFill)).toEqual([['image'], []]);
});

test('a sender cannot learn whether an e-mail has an account: none, unconfirmed, staff and declined look alike', async () => {
  const [from, declining, unconfirmed] = [await openConfirmed(), await openConfirmed(), await open()];
  const flow = await from.aFlow({ kind: 'visit_created' });
  const emails = ['nobody@nowhere.example', unconfirmed.owner.email, declining.owner.email];
  for (const email of emails) {
    expect(await send(from, email, [flow])).toMatchObject({ status: 200, body: { state: 'pending', email } });
  }
  expect((await read(unconfirmed)).offers).toEqual([]);
  const { offers } = await read(declining);
  await decline(declining, offers[0]?.id ?? ('' as TransferId));
  await runJobs();
  expect((await read(declining)).offers).toEqual([]);
  const { sent } = await read(from);
  expect(sent.map(({ id: _id, email: _email, ...rest }) => rest)).toEqual(
    sent.map(() => ({
      kind: 'copy',
      titles: [flow.title],
      state: 'pending',
      createdAt: '2026-03-02T09:00:00Z',
      expiresAt: '2026-03-16T09:00:00Z',
    })),
  );
  expect(await noticesOf(from)).toEqual([]);
});

test('a staff member gets no offers, and cannot send or accept', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  await server.owner.query(`update members set role = 'staff' where tenant_id = $1`, [to.owner.tenantId]);
  await send(from, to.owner.email, [await from.aFlow({ kind: 'visit_created' })]);
  expect((await read(to)).offers).toEqual([]);
});

test('an offer ends after 14 days, for both', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const sent = await send(from, to.owner.email, [await from.aFlow({ kind: 'visit_created' })]);
  await clock.advance({ hours: 14 * 24 });
  expect(await accept(to, sent.body.id)).toMatchObject({
    status: 409,
    body: { code: 'flow_transfer.over', details: { state: 'expired' } },
  });
  expect((await read(to)).offers).toEqual([]);
  expect((await read(from)).sent).toMatchObject([{ state: 'expired' }]);
  await runJobs();
  expect(await noticesOf(to)).toMatchObject([{ isResolved: true }]);
});

test('a cancelled offer cannot be accepted, and an accepted one cannot be cancelled', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const flow = await from.aFlow({ kind: 'visit_created' });
  const cancel = (id: TransferId) =>
    server.call(cancelTransfer, { token: from.owner.token, params: { transferId: id } });
  const first = await send(from, to.owner.email, [flow]);
  expect((await cancel(first.body.id)).status).toBe(200);
  await runJobs();
  expect((await read(to)).offers).toEqual([]);
  expect(await accept(to, first.body.id)).toMatchObject({ status: 409, body: { code: 'flow_transfer.over' } });

  const second = await send(from, to.owner.email, [flow]);
  await accept(to, second.body.id);
  await runJobs();
  expect(await cancel(second.body.id)).toMatchObject({ status: 409, body: { details: { state: 'accepted' } } });
});

test('an offer does not exist for a third cabinet, nor a transfer for its receiver', async () => {
  const [from, to, third] = [await openConfirmed(), await openConfirmed(), await openConfirmed()];
  const sent = await send(from, to.owner.email, [await from.aFlow({ kind: 'visit_created' })]);
  for (const salon of [third, from]) {
    expect(await accept(salon, sent.body.id)).toMatchObject({ status: 404, body: { code: 'flow_transfer.not_found' } });
    expect(await decline(salon, sent.body.id)).toMatchObject({ status: 404 });
  }
  const params = { transferId: sent.body.id };
  expect(await server.call(cancelTransfer, { token: to.owner.token, params })).toMatchObject({ status: 404 });
  expect(await read(third)).toEqual({ offers: [], sent: [] });
});

test('transfers to own members, of foreign flows and beyond the open offers are refused', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const flow = await from.aFlow({ kind: 'visit_created' });
  const code = async (email: string, flows: readonly Pick<Flow, 'id'>[]) => (await send(from, email, flows)).body.code;
  expect(await code(from.owner.email, [flow])).toBe('flow.own_cabinet');
  expect(await code(to.owner.email, [await to.aFlow({ kind: 'visit_created' })])).toBe('flow.not_found');
  for (let times = 0; times < 18; times += 1) await send(from, 'nobody@nowhere.example', [flow]);
  await server.owner.query('delete from allowances');
  for (let times = 0; times < 2; times += 1) await send(from, 'nobody@nowhere.example', [flow]);
  expect(await code('nobody@nowhere.example', [flow])).toBe('flow.transfers_open');
});

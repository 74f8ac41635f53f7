import { expect, test } from 'vitest';
import {
  cancelRehearsal,
  getRehearsal,
  listRehearsalRows,
  listRehearsals,
  type RehearsalId,
  startRehearsal,
} from '#contract/rehearsal/calls.ts';
import { type Flow, getFlow } from '#contract/flows/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner, runJobs } = server;

const begin = async ({ owner: { token } }: Salon, { id }: Pick<Flow, 'id'>) =>
  (await call(startRehearsal, { token, body: { days: 7, flowIds: [id] } })).body;
const read = async ({ owner: { token } }: Salon, rehearsalId: RehearsalId) =>
  (await call(getRehearsal, { token, params: { rehearsalId } })).body;
const noticesOf = async ({ owner: { token } }: Salon) =>
  (await call(listNotices, { token })).body.notices.filter(({ kind }) => kind === 'rehearsal_over');

/** A flow in test mode, and a visit about which it would have sent a message. */
async function aFlowWithPast() {
  const salon = await open();
  await salon.book({ startsAt: clock.now().add({ hours: 30 }) });
  await clock.advance({ hours: 40 });
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За час', delayMinutes: -60 }, 'test');
  return { salon, flow };
}

test('one notice reports that a rehearsal is over, with its number of messages', async () => {
  const { salon, flow } = await aFlowWithPast();
  const { id } = await begin(salon, flow);
  expect(await noticesOf(salon)).toEqual([]);
  await runJobs();
  const params = { rehearsalId: id, title: 'За час', count: 1, sent: 1, people: 1, outcome: 'done' };
  expect(await noticesOf(salon)).toMatchObject([{ severity: 'info', params, isRead: false }]);
});

test('a rehearsal that cannot be continued fails with a notice', async () => {
  const { salon, flow } = await aFlowWithPast();
  const { id } = await begin(salon, flow);
  const inZone = (zone: string) =>
    owner.query('update tenants set time_zone = $2 where id = $1', [salon.owner.tenantId, zone]);
  await inZone('Nowhere/At_all');
  await runJobs();
  await inZone('Europe/Moscow');
  expect(await read(salon, id)).toMatchObject({ status: 'failed', summary: { sent: 0 } });
  expect(await noticesOf(salon)).toMatchObject([{ severity: 'attention', params: { outcome: 'failed' } }]);
});

test('a rehearsal that was stopped finds nothing more and sends no notice', async () => {
  const { salon, flow } = await aFlowWithPast();
  const { id } = await begin(salon, flow);
  const { token } = salon.owner;
  const { body } = await call(cancelRehearsal, { token, params: { rehearsalId: id } });
  expect(body).toMatchObject({ status: 'cancelled' });
  await runJobs();
  expect(await read(salon, id)).toMatchObject({ status: 'cancelled', summary: { sent: 0 } });
  expect(await noticesOf(salon)).toEqual([]);
});

test('a rehearsal names branches whose past was still being read at its start, also when they have been read since', async () => {
  const { salon, flow } = await aFlowWithPast();
  const early = await begin(salon, flow);
  expect(early.unreadBranches).toEqual(['Локон']);
  await clock.advance({ minutes: 1 });
  await owner.query('update branches set past_read_at = $2 where id = $1', [salon.branchId, clock.now()]);
  await clock.advance({ minutes: 1 });
  await runJobs();
  expect((await read(salon, early.id)).unreadBranches).toEqual(['Локон']);
  expect((await begin(salon, flow)).unreadBranches).toEqual([]);
  await owner.query('update branches set reading_since = $2 where id = $1', [salon.branchId, clock.now()]);
  expect((await read(salon, early.id)).unreadBranches).toEqual([]); // the branch was connected again later, so it did not exist then
});

test('rehearsals are listed newest first, a page at a time', async () => {
  const { salon, flow } = await aFlowWithPast();
  const { token } = salon.owner;
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.unshift((await begin(salon, flow)).id);
    await clock.advance({ minutes: 1 });
  }
  await runJobs();
  const first = (await call(listRehearsals, { token, query: { limit: 2 } })).body;
  const cursor = first.nextCursor ?? '';
  const second = (await call(listRehearsals, { token, query: { limit: 2, cursor } })).body;
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(second.nextCursor).toBeNull();
  expect(first.items[0]).toMatchObject({ status: 'done', days: 7, sent: 1, people: 1, skipped: 0 });
  expect((await call(listRehearsals, { token: (await open()).owner.token })).body.items).toEqual([]);
});

test('unsaved settings of a flow are rehearsed without the messages that the saved flow really sent', async () => {
  const salon = await open();
  const live = await salon.aFlow({ kind: 'visit_reminder', title: 'За час', delayMinutes: -60 });
  await salon.book({ startsAt: clock.now().add({ hours: 3 }) });
  await salon.book({ startsAt: clock.now().add({ hours: 6 }) });
  for (let hour = 0; hour < 6; hour += 1) {
    await clock.advance({ hours: 1 });
    await runJobs();
  }
  expect(await salon.messages(live.id)).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);

  const { token } = salon.owner;
  const { settings } = (await call(getFlow, { token, params: { flowId: live.id } })).body;
  const play = (flowId?: typeof live.id) => {
    const unsaved = { title: 'За час', kind: live.kind, settings, flowId };
    return call(startRehearsal, { token, body: { days: 7, unsaved } });
  };
  const { id } = (await play(live.id)).body;
  await runJobs();
  // Together with the messages really sent, the contact would have got four that day.
  expect(await read(salon, id)).toMatchObject({
    flows: [{ flowId: live.id, isUnsaved: true }],
    summary: { sent: 2, skipped: 0, busyDays: 0 },
  });
  const foreign = await (await open()).aFlow({ kind: 'visit_created' });
  expect((await play(foreign.id)).status).toBe(404);
});

test('a day of the chart opens its messages, by the calendar days of the cabinet', async () => {
  const salon = await open();
  // 19:00 on 3 March at the branch in Moscow is 01:00 on 4 March in the cabinet's zone.
  await salon.book({ startsAt: Temporal.Instant.from('2026-03-03T16:00:00Z') });
  await owner.query(`update tenants set time_zone = 'Asia/Tokyo' where id = $1`, [salon.owner.tenantId]);
  await clock.set('2026-03-06T09:00:00Z');
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За минуту', delayMinutes: -1 }, 'test');
  const { id } = await begin(salon, flow);
  await runJobs();
  const { byDay } = (await read(salon, id)).summary;
  const rowsOn = async (day: string) => {
    const found = { token: salon.owner.token, params: { rehearsalId: id }, query: { day } };
    return (await call(listRehearsalRows, found)).body.items.length;
  };
  expect(byDay).toEqual([{ day: '2026-03-04', sent: 1, skipped: 0 }]);
  expect([await rowsOn('2026-03-03'), await rowsOn('2026-03-04'), await rowsOn('2026-03-05')]).toEqual([0, 1, 0]);
});

test('a visit that was over before the period has no decision in it', async () => {
  const salon = await open();
  await salon.book({ startsAt: clock.now().add({ hours: 30 }) });
  await clock.advance({ hours: 24 * 9 });
  await salon.book({ startsAt: clock.now().add({ hours: 5 }) });
  await clock.advance({ hours: 24 });
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За час', delayMinutes: -60 }, 'test');
  const { id } = await begin(salon, flow);
  await runJobs();
  expect((await read(salon, id)).summary).toMatchObject({ sent: 1, skipped: 0 });
});

test('a message due before the period has no decision in it, also when the visit changes within', async () => {
  const salon = await open();
  const startsAt = clock.now().add({ hours: 30 });
  const { externalId } = await salon.book({ startsAt });
  await clock.advance({ hours: 31 });
  await salon.book({ externalId, startsAt, status: 'arrived' });
  await clock.advance({ hours: 24 * 7 + 12 - 31 });
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 }, 'test');
  const { id } = await begin(salon, flow);
  await runJobs();
  expect((await read(salon, id)).summary).toMatchObject({ sent: 0, skipped: 0 });
});

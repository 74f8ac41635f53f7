import { expect, test } from 'vitest';
import { removeConnection, restoreConnection, setBranchActive } from '#contract/connections/calls.ts';
import type { Flow } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { anOffer, COLOUR } from '#server/testing/houses/offers.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

const DAY_MINUTES = 1_440;

/** A haircut held an hour ago. */
const aCut = () => ({
  startsAt: clock.now().subtract({ hours: 1 }),
  createdAt: clock.now(),
  status: 'arrived' as const,
});

const outcomesOf = async (salon: Salon, { id }: Pick<Flow, 'id'>) =>
  (await salon.messages(id)).map(({ status, reason }) => (reason ? `${status}: ${reason}` : status));

/** Deletes queued polls, so that no branch is read again. */
const withoutReading = () =>
  server.owner.query(`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier like 'connections.%'`);

async function after(hours: number): Promise<void> {
  await clock.advance({ hours });
  await runJobs();
}

test('an offer after a service is made again once the contact cancels the booked service', async () => {
  const salon = await open();
  const flow = await anOffer(server, salon, 10 * DAY_MINUTES);
  await salon.book(aCut());
  const { externalId } = await salon.book({ services: [COLOUR], startsAt: clock.now().add({ hours: 24 * 20 }) });
  expect(await outcomesOf(salon, flow)).toEqual(['cancelled: bought_already']);
  await after(24 * 8);
  await salon.book({ externalId, status: 'cancelled' });
  expect(await outcomesOf(salon, flow)).toEqual(['planned']);
  await salon.book({ externalId, status: 'waiting' });
  expect(await outcomesOf(salon, flow)).toEqual(['cancelled: bought_already']);
  await salon.book({ externalId, services: [{ externalId: '9', title: 'Стрижка' }] });
  await after(24 * 2);
  expect(await outcomesOf(salon, flow)).toEqual(['accepted']);
});

test("a service booked before is offered when its booking is cancelled, and no more after the offer's moment", async () => {
  const salon = await open();
  const flow = await anOffer(server, salon, 10 * DAY_MINUTES);
  const colour = { services: [COLOUR], startsAt: clock.now().add({ hours: 24 * 20 }) };
  const { externalId } = await salon.book(colour);
  await salon.book(aCut());
  const late = await salon.book({ ...colour, phone: '+79165550011' });
  await salon.book({ ...aCut(), phone: '+79165550011' });
  expect(await outcomesOf(salon, flow)).toEqual([]);
  await after(24 * 8);
  await salon.book({ externalId, status: 'cancelled' });
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-12 09:00:00+00' }]);
  await after(24 * 2);
  await salon.book({ externalId: late.externalId, status: 'cancelled' });
  expect(await outcomesOf(salon, flow)).toEqual(['accepted']);
});

test('an unsent booking message returns with the restored visit; a sent one is not repeated', async () => {
  const salon = await open();
  const soon = await salon.aFlow({ kind: 'visit_created' });
  const later = await salon.aFlow({ kind: 'visit_created', delayMinutes: 60 });
  const reminder = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({});
  await clock.advance({ minutes: 10 });
  await salon.book({ externalId, status: 'cancelled' });
  expect(await outcomesOf(salon, later)).toEqual(['cancelled: visit_cancelled']);
  await clock.advance({ minutes: 10 });
  await salon.book({ externalId, status: 'waiting' });
  expect(await salon.messages(later.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-02 10:00:00+00' }]);
  expect(await outcomesOf(salon, reminder)).toEqual(['planned']);
  await after(1);
  expect([await outcomesOf(salon, soon), await outcomesOf(salon, later)]).toEqual([['accepted'], ['accepted']]);
});

test('messages after a visit are planned again when its branch is enabled again, or its connection is restored', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const flow = await salon.aFlow({ kind: 'review_request', delayMinutes: 3 * DAY_MINUTES });
  await salon.book(aCut());
  const { rows } = await server.owner.query('select connection_id from branches where id = $1', [salon.branchId]);
  const params = { connectionId: rows[0].connection_id, branchId: salon.branchId };
  const steps = [
    () => server.call(setBranchActive, { token, params, body: { isActive: false } }),
    () => server.call(setBranchActive, { token, params, body: { isActive: true } }),
    () => server.call(removeConnection, { token, params }),
    () => server.call(restoreConnection, { token, params }),
  ];
  const seen: string[] = [];
  for (const step of steps) {
    await step();
    await withoutReading();
    await runJobs();
    seen.push(...(await outcomesOf(salon, flow)));
  }
  const isOff = 'cancelled: branch_inactive';
  expect(seen).toEqual([isOff, 'planned', isOff, 'planned']);
  expect(await salon.messages(flow.id)).toMatchObject([{ dueAt: '2026-03-05 09:00:00+00' }]);
});

test('a visit that is restored and cancelled again gets another cancellation message', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_cancelled' });
  const { externalId } = await salon.book({});
  for (const status of ['cancelled', 'waiting', 'cancelled'] as const) {
    await clock.advance({ minutes: 5 });
    await salon.book({ externalId, status });
  }
  expect(await outcomesOf(salon, flow)).toEqual(['accepted', 'accepted']);
});

test('a visit that was moved while cancelled gets the reminder of its new time once it is restored', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -DAY_MINUTES });
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 25 }) });
  await after(1);
  expect(await outcomesOf(salon, flow)).toEqual(['accepted']);
  await salon.book({ externalId, status: 'cancelled' });
  await clock.advance({ minutes: 1 });
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 96 }) });
  await clock.advance({ minutes: 1 });
  await salon.book({ externalId, status: 'waiting' });
  expect(await outcomesOf(salon, flow)).toEqual(['accepted', 'planned']);
});

test('a visit that is moved and cancelled at once gets the message about the cancellation, not the move', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({});
  await salon.book({ externalId, status: 'cancelled', startsAt: clock.now().add({ hours: 72 }) });
  expect(await outcomesOf(salon, flow)).toEqual(['cancelled: visit_cancelled']);
  expect(await salon.verdicts(flow.id)).toMatchObject([
    { outcome: 'cancelled', rule: 'visit_cancelled' },
    { outcome: 'planned' },
  ]);
});

test('a review is asked for once, however often the visit is cancelled and restored', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request', delayMinutes: 120 });
  const { externalId } = await salon.book({ startsAt: clock.now().subtract({ hours: 1 }) });
  for (const status of ['arrived', 'cancelled', 'arrived'] as const) {
    await clock.advance({ minutes: 5 });
    await salon.book({ externalId, status });
  }
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-02 11:15:00+00' }]);
  await after(3);
  await salon.book({ externalId, status: 'cancelled' });
  await clock.advance({ minutes: 5 });
  await salon.book({ externalId, status: 'arrived' });
  await after(3);
  expect(await outcomesOf(salon, flow)).toEqual(['accepted']);
});

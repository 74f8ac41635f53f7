import { expect, test } from 'vitest';
import type { Flow, FlowSettings } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

/** A client without a contact yet. */
const client = { externalId: 'zoe', name: 'Зоя', phone: '+79161112233', email: null, isNew: false, visitsCount: null };

/** A visit that was held so many hours ago. */
const heldAgo = (hours: number, totalMinor = 150_000) => {
  const startsAt = clock.now().subtract({ hours });
  return { client, startsAt, createdAt: startsAt, status: 'arrived' as const, totalMinor };
};

async function milestone(salon: Salon, threshold: FlowSettings['options']['threshold']): Promise<Flow> {
  const settings = defaultSettings('threshold', 'ru');
  return salon.aFlow({ kind: 'threshold', settings: { ...settings, options: { ...settings.options, threshold } } });
}

test('a walk-in recorded after the visit is asked for a review', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request', delayMinutes: 60 });
  await salon.book({ ...heldAgo(1), createdAt: clock.now() });
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-02 10:00:00+00' }]);
});

test('past visits without a booking time are not candidates', async () => {
  const salon = await open();
  await server.owner.query('update branches set changed_until = $2 where id = $1', [
    salon.branchId,
    String(clock.now()),
  ]);
  const flows = [await salon.aFlow({ kind: 'visit_created' }), await salon.aFlow({ kind: 'review_request' })];
  for (const hours of [24 * 300, 24 * 20, 30]) await salon.book({ ...heldAgo(hours), createdAt: null });
  expect(await salon.verdicts()).toEqual([]);
  await salon.book({ ...heldAgo(1), createdAt: null });
  expect(await salon.messages(flows[1]?.id)).toMatchObject([{ status: 'planned' }]);
});

test('a milestone is not lost when the next visit is held before its message leaves', async () => {
  const salon = await open();
  const flow = await milestone(salon, { visits: 2, spent: -1 });
  await salon.book(heldAgo(30));
  await salon.book(heldAgo(3));
  await salon.book(heldAgo(1));
  await clock.advance({ hours: 2 });
  await runJobs();
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'accepted' }]);
});

test('a milestone is celebrated once, in whatever order visits are marked as held', async () => {
  const salon = await open();
  const flow = await milestone(salon, { visits: 2, spent: -1 });
  await salon.book(heldAgo(30));
  await salon.book(heldAgo(1));
  await clock.advance({ hours: 2 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  await salon.book(heldAgo(9));
  await clock.advance({ hours: 3 });
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(await salon.verdicts(flow.id)).toContainEqual(expect.objectContaining({ rule: 'written_lately' }));
});

test('a sum is reached when the price of a visit is corrected, and not when the correction is undone', async () => {
  const salon = await open();
  const flow = await milestone(salon, { visits: -1, spent: 3_000 });
  await salon.book(heldAgo(30));
  const { externalId } = await salon.book(heldAgo(2, 0));
  expect(await salon.messages(flow.id)).toEqual([]);
  const costs = async (totalMinor: number) => {
    await clock.advance({ minutes: 1 });
    await salon.book({ externalId, totalMinor });
    return (await salon.messages(flow.id)).map(({ status, reason }) => `${status} ${reason}`);
  };
  expect(await costs(200_000)).toEqual(['planned null']);
  expect(await costs(20_000)).toEqual(['cancelled threshold_not_crossed']);
  expect(await costs(180_000)).toEqual(['planned null']);
  await clock.advance({ hours: 2 });
  await runJobs();
  await costs(190_000);
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('a contact with two visits on one day gets one message of a flow with an interval of a day', async () => {
  const salon = await open();
  const settings = defaultSettings('visit_reminder', 'ru');
  const timing = { ...settings.timing, delayMinutes: -60, intervalMinutes: 1_440 };
  const flow = await salon.aFlow({ kind: 'visit_reminder', settings: { ...settings, timing } });
  const startsAt = clock.now().add({ hours: 48 });
  await salon.book({ startsAt });
  await salon.book({ startsAt: startsAt.add({ hours: 5 }) });
  await salon.book({ startsAt: startsAt.add({ hours: 24 * 5 }) });
  for (const hours of [47, 5]) {
    await clock.advance({ hours });
    await runJobs();
  }
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect((await salon.messages(flow.id)).map(({ status }) => status).toSorted()).toEqual([
    'accepted',
    'planned',
    'skipped',
  ]);
});

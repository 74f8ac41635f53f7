import { expect, test } from 'vitest';
import { listSegments } from '#contract/audiences/segments.ts';
import * as contract from '#contract/insights/cohorts.ts';
import { bookedSalons, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { call } = server;

const ago = (days: number) => Temporal.Instant.from(SALON_NOON).subtract({ hours: 24 * days });
const clientOf = (name: string) => ({
  externalId: name,
  name,
  phone: `+7916333${String(name.codePointAt(0)).padStart(4, '0')}`,
  email: null,
  isNew: false,
  visitsCount: 3,
});

async function came(salon: Salon, name: string, ...daysAgo: number[]): Promise<void> {
  for (const days of daysAgo)
    await salon.book({ client: clientOf(name), startsAt: ago(days), status: 'arrived', totalMinor: 100_000 });
}

const of = (salon: Salon) => ({ token: salon.owner.token });
const names = (items: { contactName: string }[]) => items.map(({ contactName }) => contactName);

test('cohorts count those who came again, and a cell opens its people', async () => {
  const salon = await open();
  await came(salon, 'A', 50, 20);
  await came(salon, 'B', 48);
  await came(salon, 'C', 15);
  const { body } = await call(contract.getCohorts, { ...of(salon), query: {} });
  expect(body).toMatchObject({
    waiting: 0,
    cohorts: [
      {
        month: '2026-01',
        people: 2,
        cells: [
          { offset: 0, people: 2, visits: 2, spentMinor: 200_000 },
          { offset: 1, people: 1, visits: 1, spentMinor: 100_000 },
        ],
      },
      { month: '2026-02', people: 1, cells: [{ offset: 0, people: 1, visits: 1, spentMinor: 100_000 }] },
    ],
  });
  const cell = { month: '2026-01', offset: '1' };
  const people = (group: string) => call(contract.listCohortPeople, { ...of(salon), query: { ...cell, group } });
  expect(names((await people('came')).body.items)).toEqual(['A']);
  expect(names((await people('away')).body.items)).toEqual(['B']);
});

test('cohorts of one source leave out those who began otherwise', async () => {
  const salon = await open();
  await came(salon, 'A', 20);
  await salon.book({ client: clientOf('B'), startsAt: ago(10), status: 'arrived', isOnline: true });
  const { body } = await call(contract.getCohorts, { ...of(salon), query: { source: 'online' } });
  expect(body.cohorts).toMatchObject([{ month: '2026-02', people: 1 }]);
});

test('late are those past 1.5 of their own interval without a booking, lost those past 3', async () => {
  const salon = await open();
  await came(salon, 'A', 80, 60, 40); // every 20 days, 40 days ago: late
  await came(salon, 'B', 100, 90, 80); // every 10 days, 80 days ago: lost
  await came(salon, 'C', 50, 30, 10); // on time
  await came(salon, 'D', 80, 60, 40);
  await salon.book({ client: clientOf('D'), startsAt: ago(-3) });
  const late = (state: string) => call(contract.listLateClients, { ...of(salon), query: { state } });
  expect((await late('late')).body.items).toMatchObject([
    { contactName: 'A', daysSince: 40, usualDays: 20, isOwnInterval: true },
  ]);
  expect(names((await late('lost')).body.items)).toEqual(['B']);
  const { body } = await call(contract.getReturns, { ...of(salon), query: {} });
  expect(names((await late('on_time')).body.items).toSorted()).toEqual(['C', 'D']);
  expect(body).toMatchObject({ onTime: 2, late: 1, lost: 1, usualDays: null, forecast: null });
});

test('late clients come page by page, those who spent most first', async () => {
  const salon = await open();
  for (const [name, ...days] of [
    ['A', 80, 60, 40],
    ['B', 100, 80, 60, 40],
    ['C', 80, 60, 40],
  ] as const)
    await came(salon, name, ...days);
  const page = async (cursor?: string) =>
    (await call(contract.listLateClients, { ...of(salon), query: { limit: '2', ...(cursor && { cursor }) } })).body;
  const first = await page();
  const second = await page(first.nextCursor ?? undefined);
  expect(names(first.items)[0]).toBe('B');
  expect(names([...first.items, ...second.items]).toSorted()).toEqual(['A', 'B', 'C']);
  expect(second.nextCursor).toBe(null);
});

test('who came back after they were late is counted as returned', async () => {
  const salon = await open();
  await came(salon, 'A', 100, 90, 80, 5);
  await came(salon, 'C', 50, 30, 10);
  const { body } = await call(contract.getReturns, { ...of(salon), query: {} });
  expect(body.returned).toEqual({ afterMessage: 0, byThemselves: 1 });
  const back = await call(contract.listLateClients, { ...of(salon), query: { state: 'returned' } });
  expect(names(back.body.items)).toEqual(['A']);
});

test('people of a cell and the late are saved as frozen segments', async () => {
  const salon = await open();
  await came(salon, 'A', 80, 60, 40);
  await call(contract.saveLateSegment, { ...of(salon), body: { title: 'Пора прийти', state: 'late' } });
  const body = { title: 'Впервые в декабре', month: '2025-12', offset: 0 };
  await call(contract.saveCohortSegment, { ...of(salon), body });
  const { body: list } = await call(listSegments, { ...of(salon), query: {} });
  expect(list.items).toMatchObject([
    { title: 'Впервые в декабре', kind: 'frozen', size: 1 },
    { title: 'Пора прийти', kind: 'frozen', size: 1 },
  ]);
});

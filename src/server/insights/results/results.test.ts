import { expect, test } from 'vitest';
import { getResults, listResultVisits } from '#contract/insights/results.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { aroundFirstReminder, ranked } from './result-rules.ts';

const { server, open } = await bookedSalons();
const { call, clock } = server;

type Query = Record<string, string>;

async function results(salon: Salon, query: Query = {}) {
  await server.runRepeated('insights.measure-conversion');
  return (await call(getResults, { token: salon.owner.token, query })).body;
}

async function visitsIn(salon: Salon, group: string) {
  const { items } = (await call(listResultVisits, { token: salon.owner.token, query: { group } })).body;
  return items.map(({ contactName }) => contactName);
}

test('a visit is counted by its last state, and as confirmed once it was, on the day it starts', async () => {
  const salon = await open();
  const startsAt = clock.now().add({ hours: 3 });
  const { externalId } = await salon.book({ startsAt, status: 'confirmed', totalMinor: 250_000 });
  expect((await results(salon)).total).toMatchObject({ booked: 1, attended: 0, confirmed: 1, paid: [] });

  await salon.book({ externalId, startsAt, status: 'arrived', totalMinor: 250_000 });
  const { total, periods } = await results(salon, { days: '30', by: 'day' });
  const paid = [{ amountMinor: 250_000, currency: 'RUB' }];
  expect(total).toEqual({ booked: 1, attended: 1, unmarked: 0, noShow: 0, cancelled: 0, confirmed: 1, paid });
  expect(periods).toHaveLength(30);
  expect(periods.at(-1)).toMatchObject({ attended: 1, paid });
  expect(await visitsIn(salon, 'attended')).toHaveLength(1);
  expect(await visitsIn(salon, 'confirmed')).toHaveLength(1);

  await salon.book({ externalId, startsAt, status: 'no_show', totalMinor: 250_000 });
  expect((await results(salon)).total).toMatchObject({ attended: 0, noShow: 1, paid: [] });
  expect(await visitsIn(salon, 'no_show')).toHaveLength(1);
  await salon.book({ externalId, startsAt, status: 'cancelled' });
  expect((await results(salon)).total).toMatchObject({ booked: 0, noShow: 0, cancelled: 1, confirmed: 0 });
});

test('a moved visit leaves its former day, and its confirmation was for the former time', async () => {
  const salon = await open();
  const startsAt = clock.now().add({ hours: 2 });
  const { externalId } = await salon.book({ startsAt, status: 'confirmed' });
  await salon.book({ externalId, startsAt: startsAt.add({ hours: 48 }), status: 'waiting' });
  expect((await results(salon)).total).toMatchObject({ booked: 0, confirmed: 0 });
  await clock.advance({ hours: 24 * 3 });
  const { total, hasAny } = await results(salon);
  expect(total).toMatchObject({ booked: 1, confirmed: 0, attended: 1, unmarked: 1 });
  expect(hasAny).toBe(true);
  expect(await visitsIn(salon, 'unmarked')).toHaveLength(1);
});

test('no-shows are compared from the day of the first reminder, and the flows are listed with what they brought', async () => {
  const salon = await open();
  const early = clock.now().add({ hours: 1 });
  await salon.book({ startsAt: early, status: 'no_show' });
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  expect((await results(salon)).reminders).toBeNull();

  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 30 }), totalMinor: 250_000 });
  await clock.advance({ hours: 7 });
  await server.runJobs();
  await clock.advance({ hours: 48 });
  await salon.book({ externalId, status: 'arrived', totalMinor: 250_000 });
  const { reminders, flows, bestFlowId, messages } = await results(salon);
  expect(reminders?.after).toMatchObject({ attended: 1 });
  expect(messages.sent).toBe(1);
  expect(flows).toMatchObject([{ senderId: flow.id, sent: 1, visited: 1 }]);
  expect(bestFlowId).toBe(flow.id);
});

test('a cabinet without visits and messages has no results', async () => {
  const salon = await open();
  expect(await results(salon)).toMatchObject({ hasAny: false, flows: [], bestFlowId: null });
});

const day = (text: string) => Temporal.PlainDate.from(text);

test('the half-year before the first reminder is compared with the requested days since', () => {
  const days = { from: day('2026-01-01'), to: day('2026-03-31') };
  expect(aroundFirstReminder(null, days)).toBeNull();
  expect(aroundFirstReminder(day('2026-04-01'), days)).toBeNull();
  const inside = aroundFirstReminder(day('2026-02-01'), days);
  expect([inside?.before.to.toString(), inside?.after.from.toString()]).toEqual(['2026-01-31', '2026-02-01']);
  expect(aroundFirstReminder(day('2025-02-01'), days)?.after.from.toString()).toBe('2026-01-01');
});

test('the flows are ordered by their visits, then by their messages: the first is the best', () => {
  const flow = { senderId: SenderId.parse('01900000-0000-7000-8000-000000000001'), title: '', sent: 9, spent: [] };
  const notice = { ...flow, kind: 'visit_created', visited: 9 } as const;
  const reminder = { ...flow, kind: 'visit_reminder', visited: 8 } as const;
  const invitation = { ...flow, kind: 'repeat_visit', visited: 2 } as const;
  const birthday = { ...flow, kind: 'birthday', visited: 2, sent: 10 } as const;
  expect(ranked([invitation, birthday, notice, reminder])).toEqual([notice, reminder, birthday, invitation]);
});

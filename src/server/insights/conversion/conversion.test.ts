import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setTestPhones } from '#contract/flows/trials.ts';
import { getConversion, listConverted } from '#contract/insights/conversion.ts';

import { withTenant } from '#server/platform/database/db.ts';
import { changeMessages } from '#server/testing/rows/changing.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { remeasure } from './conversion-measuring.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner } = server;
const { db } = server.ctx;

type Query = Record<string, string>;

const measure = () => server.runRepeated('insights.measure-conversion');

async function figures(salon: Salon, query: Query = {}) {
  await measure();
  return (await call(getConversion, { token: salon.owner.token, query })).body;
}

async function people(salon: Salon, query: Query = {}) {
  return (await call(listConverted, { token: salon.owner.token, query })).body;
}

/** Advances the clock and runs everything that is due by then. */
async function after(hours: number): Promise<void> {
  await clock.advance({ hours });
  await server.runJobs();
}

/** Sets the same status on every message that was sent. */
async function setOnSent(salon: Salon, what: 'delivered_at' | 'read_at' | 'replied_at'): Promise<void> {
  const status = { delivered_at: 'delivered', read_at: 'read', replied_at: null }[what];
  await changeMessages(db, salon.owner.tenantId, {
    set: sql`${sql.ref(what)} = ${clock.now()}, status = coalesce(${status}::text, status)`,
    where: sql`phase = 'left' and not is_test`,
  });
}

const aReminder = (salon: Salon) => salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });

/** Anna was reminded a day before the visit, which is now an hour away. */
async function aRemindedSalon() {
  const salon = await open();
  const flow = await aReminder(salon);
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 30 }), totalMinor: 250_000 });
  await after(7);
  await clock.advance({ hours: 22 });
  return { salon, flow, externalId };
}

test('a message is counted as sent, delivered, read, answered and visited, as each becomes known', async () => {
  const { salon, flow, externalId } = await aRemindedSalon();
  const sent = { sent: 1, delivered: 0, read: 0, clicked: 0, answered: 0, visited: 0, spent: [] };
  expect((await figures(salon, { senderId: flow.id })).total).toEqual(sent);
  await setOnSent(salon, 'delivered_at');
  expect((await figures(salon)).total).toEqual({ ...sent, delivered: 1 });
  await setOnSent(salon, 'read_at');
  expect((await figures(salon)).total).toMatchObject({ read: 1, answered: 0 });
  await after(20 * 24);
  await setOnSent(salon, 'replied_at');
  expect((await figures(salon)).total).toMatchObject({ answered: 1, visited: 0 });
  await salon.book({ externalId, status: 'arrived' });
  expect((await figures(salon, { senderId: flow.id })).total).toEqual({
    sent: 1,
    delivered: 1,
    read: 1,
    clicked: 0,
    answered: 1,
    visited: 1,
    spent: [{ amountMinor: 250_000, currency: 'RUB' }],
  });
});

test('a visit counts for the last reminder before it, and the flows add up to the sum of all', async () => {
  const salon = await open();
  const day = await aReminder(salon);
  const hour = await salon.aFlow({ kind: 'visit_reminder', title: 'За час', delayMinutes: -60 });
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 30 }), totalMinor: 250_000 });
  await after(7);
  await after(22);
  await salon.book({ externalId, status: 'arrived' });
  const once = { visited: 1, spent: [{ amountMinor: 250_000, currency: 'RUB' }] };
  expect((await figures(salon)).total).toMatchObject({ sent: 2, ...once });
  expect((await figures(salon)).periods.reduce((sum, { visited }) => sum + visited, 0)).toBe(1);
  expect((await figures(salon, { senderId: hour.id })).total).toMatchObject({ sent: 1, ...once });
  expect((await figures(salon, { senderId: day.id })).total).toMatchObject({ sent: 1, visited: 0, spent: [] });
  expect((await figures(salon, { kind: 'visit_reminder' })).total).toMatchObject({ sent: 2, ...once });
  expect((await people(salon, { step: 'visited' })).items).toMatchObject([{ senderId: hour.id }]);
  await salon.book({ externalId, status: 'no_show' });
  expect((await figures(salon)).total).toMatchObject({ visited: 0, spent: [] });
});

test('an answered message counts as read and delivered where the channel reports neither', async () => {
  const { salon } = await aRemindedSalon();
  await setOnSent(salon, 'replied_at');
  expect((await figures(salon)).total).toMatchObject({ delivered: 1, read: 1, answered: 1 });
});

test('measuring twice, or everything again, changes nothing; later corrections are applied', async () => {
  const { salon, externalId } = await aRemindedSalon();
  await salon.book({ externalId, status: 'arrived' });
  const before = await figures(salon);
  expect(before.total.visited).toBe(1);
  await withTenant(server.ctx, salon.owner.tenantId, remeasure);
  expect(await figures(salon)).toEqual(before);
  await salon.book({ externalId, status: 'arrived', totalMinor: 90_000 });
  expect((await figures(salon)).total.spent).toEqual([{ amountMinor: 90_000, currency: 'RUB' }]);
  await salon.book({ externalId, status: 'no_show' });
  expect((await figures(salon)).total).toMatchObject({ sent: 1, visited: 0, spent: [] });
});

test('measuring from nothing gives the same facts as measuring step by step', async () => {
  const { salon, externalId } = await aRemindedSalon();
  await setOnSent(salon, 'read_at');
  await salon.book({ externalId, status: 'arrived' });
  const before = await figures(salon);
  const { tenantId } = salon.owner;
  for (const table of ['conversion_facts', 'conversion_days'])
    await owner.query(`delete from ${table} where tenant_id = $1`, [tenantId]);
  expect((await figures(salon)).total.sent).toBe(0);
  await withTenant(server.ctx, tenantId, remeasure);
  expect(await figures(salon)).toEqual(before);
});

/** Anna came and was asked for feedback two hours later. */
async function aSalonWithFeedback() {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request', title: 'Отзыв' });
  const { externalId } = await salon.book({ startsAt: clock.now().subtract({ hours: 1 }), status: 'waiting' });
  await salon.book({ externalId, status: 'arrived' });
  await after(3);
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'accepted' }]);
  return { salon, flow };
}

test.each([
  [6, { 7: 1, 14: 1, 21: 1, 30: 1 }],
  [10, { 7: 0, 14: 1, 21: 1, 30: 1 }],
  [20, { 7: 0, 14: 0, 21: 1, 30: 1 }],
  [29, { 7: 0, 14: 0, 21: 0, 30: 1 }],
  [31, { 7: 0, 14: 0, 21: 0, 30: 0 }],
])('a new visit after %i days counts within the windows that are long enough', async (days, visited) => {
  const { salon } = await aSalonWithFeedback();
  expect((await figures(salon)).total).toMatchObject({ sent: 1, visited: 0 });
  await clock.advance({ hours: days * 24 });
  await salon.book({ startsAt: clock.now(), status: 'arrived', totalMinor: 100_000 });
  for (const [windowDays, count] of Object.entries(visited)) {
    const { total } = await figures(salon, { windowDays });
    expect([windowDays, total.visited, total.spent.length]).toEqual([windowDays, count, count]);
  }
});

test('a visit counts for the last message of a flow before it, and once', async () => {
  const { salon, flow } = await aSalonWithFeedback();
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 24 }), totalMinor: 100_000 });
  await clock.advance({ hours: 25 });
  await salon.book({ externalId, status: 'arrived' });
  await after(3);
  await clock.advance({ hours: 24 });
  await salon.book({ startsAt: clock.now(), status: 'arrived', totalMinor: 300_000 });
  const { total } = await figures(salon, { senderId: flow.id });
  expect(total).toMatchObject({ sent: 2, visited: 2, spent: [{ amountMinor: 400_000 }] });
});

test('periods follow each other, empty ones too, beside as many days before', async () => {
  const { salon, externalId } = await aRemindedSalon();
  await salon.book({ externalId, status: 'arrived' });
  const days = await figures(salon, { from: '2026-03-01', to: '2026-03-04', by: 'day' });
  expect(days.periods.map(({ from, sent, visited, isOpen }) => [from, sent, visited, isOpen])).toEqual([
    ['2026-03-01', 0, 0, true],
    ['2026-03-02', 1, 1, true],
    ['2026-03-03', 0, 0, true],
    ['2026-03-04', 0, 0, true],
  ]);
  expect(days.before).toMatchObject({ from: '2026-02-25', to: '2026-02-28', sent: 0 });
  const later = await figures(salon, { from: '2026-03-03', to: '2026-03-04', by: 'month' });
  expect([later.total.sent, later.before.sent, later.before.visited]).toEqual([0, 1, 1]);
  expect(later.periods.map(({ from, to }) => [from, to])).toEqual([['2026-03-03', '2026-03-04']]);
  await clock.advance({ hours: 30 * 24 });
  expect((await figures(salon, { from: '2026-03-02', to: '2026-03-02' })).periods).toMatchObject([{ isOpen: false }]);
});

test('messages are counted by flow, kind and branch', async () => {
  const { salon, flow } = await aRemindedSalon();
  const other = await salon.aFlow({ kind: 'review_request' });
  const sentOf = async (query: Query) => (await figures(salon, query)).total.sent;
  expect(await sentOf({ senderId: flow.id })).toBe(1);
  expect(await sentOf({ senderId: other.id })).toBe(0);
  expect(await sentOf({ kind: 'visit_reminder', branchId: salon.branchId })).toBe(1);
  expect(await sentOf({ kind: 'birthday' })).toBe(0);
  expect(await sentOf({ branchId: flow.id })).toBe(0);
});

test("trials on the owner's own phone are no figures", async () => {
  const salon = await open();
  await call(setTestPhones, { token: salon.owner.token, body: { testPhones: '+79161112233' } });
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -1440 }, 'test');
  await aReminder(salon);
  await salon.book({ startsAt: clock.now().add({ hours: 30 }) });
  await after(7);
  expect(await salon.messages()).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  expect((await figures(salon)).total.sent).toBe(1);
});

test('the contacts of a figure are listed page by page, newest first, with their furthest step', async () => {
  const salon = await open();
  await aReminder(salon);
  for (const [n, name] of ['Анна', 'Вера', 'Зоя'].entries()) {
    const startsAt = clock.now().add({ hours: 30 + n });
    await salon.book({ startsAt, phone: `+7916000000${n}`, clientName: name, externalId: name });
  }
  await after(7);
  await after(1);
  await after(1);
  await clock.advance({ hours: 30 });
  await salon.book({ externalId: 'Вера', status: 'arrived' });
  await measure();
  const first = await people(salon, { limit: '2' });
  expect(first.items).toMatchObject([
    { contactName: 'Зоя', step: 'sent', cameAt: null, spent: null },
    { contactName: 'Вера', step: 'visited', spent: { amountMinor: 150_000, currency: 'RUB' }, senderTitle: 'За сутки' },
  ]);
  const second = await people(salon, { limit: '2', cursor: first.nextCursor ?? '' });
  expect([second.items.map(({ contactName }) => contactName), second.nextCursor]).toEqual([['Анна'], null]);
  expect((await people(salon, { step: 'visited' })).items.map(({ contactName }) => contactName)).toEqual(['Вера']);
  expect((await people(salon, { step: 'read' })).items).toEqual([]);
});

test('without a control group the effect is empty, and another tenant’s flow is not found', async () => {
  const { salon, flow } = await aRemindedSalon();
  expect(await figures(salon, { senderId: flow.id })).toMatchObject({ controlPercent: 0, effect: { state: 'off' } });
  const stranger = await open();
  expect((await figures(stranger)).total.sent).toBe(0);
  expect((await people(stranger)).items).toEqual([]);
  for (const declared of [getConversion, listConverted]) {
    const answer = await call(declared, { token: stranger.owner.token, query: { senderId: flow.id } });
    expect([answer.status, answer.body.code]).toEqual([404, 'flow.not_found']);
  }
});

test('a window that is not offered is refused', async () => {
  const salon = await open();
  const answer = await call(getConversion, { token: salon.owner.token, query: { windowDays: '8' } });
  expect(answer.status).toBe(400);
});

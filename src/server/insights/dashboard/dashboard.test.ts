import { expect, test } from 'vitest';
import { getDashboard, listInquiries, listDashboardClients } from '#contract/insights/dashboard.ts';
import { listResultVisits } from '#contract/insights/results.ts';
import { bookedSalons, type Booked, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';
import { aroundFirstReminder } from '#server/insights/results/result-rules.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner } = server;

type Query = Record<string, string>;

async function dashboard(salon: Salon, query: Query = {}) {
  await server.runJobs();
  await server.runRepeated('insights.measure-conversion');
  return (await call(getDashboard, { token: salon.owner.token, query })).body;
}

async function visitsIn(salon: Salon, group: string, query: Query = {}) {
  const { items } = (await call(listResultVisits, { token: salon.owner.token, query: { group, ...query } })).body;
  return items.map(({ contactName }) => contactName);
}

const clientsIn = async (salon: Salon, query: { group: 'new' | 'returning' | 'lost' } & Query) =>
  (
    await call(listDashboardClients, {
      token: salon.owner.token,
      query: { from: '2026-03-01', to: '2026-03-31', ...query },
    })
  ).body.items;

const NOON = Temporal.Instant.from(SALON_NOON);
const clientOf = (phone: string) => ({
  externalId: `client ${phone}`,
  name: phone,
  phone,
  email: null,
  isNew: false,
  visitsCount: 3,
});
const ANNA = '+79161110001';
const OLGA = '+79161110002';

test('a visit is counted by its last state, and as confirmed once it was, on the day it starts', async () => {
  const salon = await open();
  const startsAt = clock.now().add({ hours: 3 });
  const { externalId } = await salon.book({ startsAt, status: 'confirmed', totalMinor: 250_000 });
  expect((await dashboard(salon)).total).toMatchObject({ booked: 1, attended: 0, confirmed: 1, paid: [] });

  await salon.book({ externalId, startsAt, status: 'arrived', totalMinor: 250_000 });
  const { total, points } = await dashboard(salon);
  const paid = [{ amountMinor: 250_000, currency: 'RUB' }];
  expect(total).toEqual({ booked: 1, attended: 1, unmarked: 0, noShow: 0, cancelled: 0, confirmed: 1, paid });
  expect(points.at(-1)).toMatchObject({ from: '2026-03-02', attended: 1, paid });
  expect(await visitsIn(salon, 'attended')).toHaveLength(1);
  expect(await visitsIn(salon, 'confirmed')).toHaveLength(1);

  await salon.book({ externalId, startsAt, status: 'no_show', totalMinor: 250_000 });
  expect((await dashboard(salon)).total).toMatchObject({ attended: 0, noShow: 1, paid: [] });
  await salon.book({ externalId, startsAt, status: 'cancelled' });
  expect((await dashboard(salon)).total).toMatchObject({ booked: 0, noShow: 0, cancelled: 1, confirmed: 0 });
});

test('a moved visit leaves its former day, and its confirmation was for the former time', async () => {
  const salon = await open();
  const startsAt = clock.now().add({ hours: 2 });
  const { externalId } = await salon.book({ startsAt, status: 'confirmed' });
  await salon.book({ externalId, startsAt: startsAt.add({ hours: 48 }), status: 'waiting' });
  expect((await dashboard(salon)).total).toMatchObject({ booked: 0, confirmed: 0 });
  await clock.advance({ hours: 24 * 3 });
  const { total, hasAny } = await dashboard(salon);
  expect(total).toMatchObject({ booked: 1, confirmed: 0, attended: 1, unmarked: 1 });
  expect(hasAny).toBe(true);
  expect(await visitsIn(salon, 'unmarked')).toHaveLength(1);
});

test('figures of a month equal those counted from the visits after moved, priced, deleted and changed visits', async () => {
  const salon = await open();
  await bookHistory(salon);
  for (const on of ['2026-02-10', '2026-01-10']) {
    const { figures, masters, from, to, points } = await dashboard(salon, { on });
    const expected = await counted(salon, { from, to });
    expect({
      attended: figures.attended,
      noShow: figures.noShow,
      cancelled: figures.cancelled,
      newClients: figures.newClients,
      returningClients: figures.returningClients,
      paid: figures.paid[0]?.amountMinor ?? 0,
      averageBill: figures.averageBill[0]?.amountMinor ?? 0,
      busyMinutes: figures.busyMinutes,
    }).toEqual(expected);
    expect(masters.reduce((sum, { attended }) => sum + attended, 0)).toBe(figures.attended);
    expect(masters.reduce((sum, { paid }) => sum + paid.amountMinor, 0)).toBe(expected.paid);
    expect(points.reduce((sum, { attended }) => sum + attended, 0)).toBe(figures.attended);
    const days = { from, to, limit: '100' };
    expect(await clientsIn(salon, { ...days, group: 'new' })).toHaveLength(figures.newClients);
    expect(await clientsIn(salon, { ...days, group: 'returning' })).toHaveLength(figures.returningClients);
    expect(await visitsIn(salon, 'attended', days)).toHaveLength(figures.attended);
    for (const { masterId, attended } of masters)
      expect(await visitsIn(salon, 'attended', { ...days, masterId: String(masterId) })).toHaveLength(attended);
  }
});

test('a Monday is compared with the average of the Mondays before that are known', async () => {
  const salon = await open();
  const come = (weeksAgo: number, totalMinor: number) =>
    salon.book({ startsAt: NOON.subtract({ hours: 24 * 7 * weeksAgo + 1 }), status: 'arrived', totalMinor });
  await come(0, 100_000);
  await come(1, 200_000);
  await come(1, 200_000);
  await come(2, 90_000);
  const { figures, compared, points, earlier, later } = await dashboard(salon, { period: 'day' });
  expect(figures).toMatchObject({ attended: 1, paid: [{ amountMinor: 100_000 }] });
  expect(compared).toHaveLength(1);
  expect(compared[0]).toMatchObject({ kind: 'weekdays', periods: 2, from: '2026-02-23' });
  expect(compared[0]?.figures).toMatchObject({
    attended: 1.5,
    paid: [{ amountMinor: 245_000 }],
    averageBill: [{ amountMinor: 163_333 }],
  });
  expect(points.map(({ attended }) => attended)).toEqual([0, 0, 0, 0, 0, 1, 2, 1]);
  expect([earlier, later]).toEqual(['2026-03-01', null]);
  expect((await dashboard(salon, { period: 'day', on: '2026-02-16' })).compared).toEqual([]);
});

test('a client who passed three of their intervals in the month without a booking ahead became lost in it', async () => {
  const salon = await open();
  const come = (phone: string, daysAgo: number, booked: Booked = {}) =>
    salon.book({
      client: clientOf(phone),
      startsAt: NOON.subtract({ hours: 24 * daysAgo }),
      status: 'arrived',
      ...booked,
    });
  for (const daysAgo of [51, 41, 31]) await come(ANNA, daysAgo);
  for (const daysAgo of [51, 41, 31]) await come(OLGA, daysAgo);
  await come(OLGA, -5, { status: 'waiting' });
  const { lostClients } = await dashboard(salon, { on: '2026-03-02' });
  expect(lostClients).toBe(1);
  expect(
    (await clientsIn(salon, { group: 'lost', from: '2026-03-01', to: '2026-03-02' })).map(({ phone }) => phone),
  ).toEqual([ANNA]);
  expect((await dashboard(salon, { on: '2026-02-10' })).lostClients).toBe(0);
});

test('a conversation counts once a day, and its first answer is what its answer time is measured by', async () => {
  const salon = await open();
  await salon.book({ client: clientOf(ANNA) });
  const { rows } = await owner.query<{ id: string; channel: string }>(
    `insert into conversations (tenant_id, id, contact_id, channel_id, talk_channel_id, last_message_at)
     select tenant_id, gen_random_uuid(), id, $2, $2, now() from contacts where tenant_id = $1 returning id`,
    [salon.owner.tenantId, salon.channelId],
  );
  const add = (day: string, inquiries: string, answered: string | null) =>
    owner.query(
      `insert into conversation_days (tenant_id, conversation_id, day, inquired_at, answered_at) values ($1, $2, $3, $4, $5)`,
      [salon.owner.tenantId, rows[0]?.id, day, inquiries, answered],
    );
  await add('2026-02-27', '2026-02-27T09:00:00Z', null);
  await add('2026-03-01', '2026-03-01T09:00:00Z', '2026-03-01T09:10:00Z');
  await add('2026-03-02', '2026-03-02T08:00:00Z', null);
  expect((await dashboard(salon)).figures).toMatchObject({ inquiries: 2, answered: 1, answerSeconds: 600 });
  const inquiries = async (group: string) =>
    (
      await call(listInquiries, {
        token: salon.owner.token,
        query: { group, from: '2026-03-01', to: '2026-03-31' },
      })
    ).body.items.map(({ inquiredAt }) => inquiredAt);
  expect(await inquiries('all')).toEqual(['2026-03-02T08:00:00Z', '2026-03-01T09:00:00Z']);
  expect(await inquiries('waiting')).toEqual(['2026-03-02T08:00:00Z']);
});

test('no-shows are compared from the day of the first reminder, and flows have their visits with an interval', async () => {
  const salon = await open();
  const early = clock.now().add({ hours: 1 });
  await salon.book({ startsAt: early, status: 'no_show' });
  const flow = await salon.aFlow({ kind: 'visit_reminder', title: 'За сутки', delayMinutes: -1440 });
  expect((await dashboard(salon)).reminders).toBeNull();

  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 30 }), totalMinor: 250_000 });
  await clock.advance({ hours: 7 });
  await server.runJobs();
  await clock.advance({ hours: 48 });
  await salon.book({ externalId, status: 'arrived', totalMinor: 250_000 });
  const { reminders, senders, came } = await dashboard(salon);
  expect(reminders?.after).toMatchObject({ attended: 1 });
  expect(senders).toMatchObject([{ senderId: flow.id, kind: 'flow', sent: 1, visited: 1, effect: null }]);
  expect(came.flow).toMatchObject({ sent: 1, visited: 1, high: 1 });
  expect(came.flow.low).toBeCloseTo(0.2065, 3);
  expect(came.mailing).toEqual({ sent: 0, visited: 0, low: 0, high: 1 });
});

test('a cabinet without visits and messages has no figures, and a branch of another cabinet is not found', async () => {
  const salon = await open();
  expect(await dashboard(salon)).toMatchObject({
    hasAny: false,
    senders: [],
    masters: [],
    compared: [],
    earlier: null,
  });
  const other = await open();
  const refused = await call(getDashboard, { token: salon.owner.token, query: { branchId: other.branchId } });
  expect(refused.status).toBe(404);
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

/** Visits of three months that are moved, priced, deleted and given to others. */
async function bookHistory(salon: Salon): Promise<void> {
  const statuses = ['arrived', 'arrived', 'no_show', 'arrived', 'cancelled', 'waiting'] as const;
  for (let nth = 0; nth < 40; nth += 1) {
    const externalId = String((nth * 7) % 26);
    await salon.book({
      externalId,
      client: clientOf(`+7916111000${(nth * 5) % 7}`),
      masterExternalId: String(nth % 3),
      masterName: `Мастер ${nth % 3}`,
      startsAt: NOON.subtract({ hours: 24 * ((nth * 13) % 85) + 1 }),
      status: statuses[(nth * 3 + (nth % 4)) % statuses.length] ?? 'arrived',
      totalMinor: 100_000 + nth * 1000,
      durationMinutes: 30 + (nth % 4) * 15,
    });
  }
}

/** Counted from the visits alone. */
async function counted(salon: Salon, { from, to }: { from: string; to: string }) {
  const { rows } = await owner.query(
    `with visit as (
       select v.*, (v.starts_at at time zone b.time_zone)::date as day,
         v.status = 'arrived' or v.status in ('waiting', 'confirmed', 'unknown') and v.starts_at < $4 as held
       from visits v join branches b on b.id = v.branch_id where v.tenant_id = $1
     ), first as (select contact_id, min(day) as day from visit where held group by 1)
     select count(*) filter (where held)::int as attended, count(*) filter (where status = 'no_show')::int as "noShow",
       count(*) filter (where status = 'cancelled')::int as cancelled,
       count(distinct contact_id) filter (where held and first.day >= $2)::int as "newClients",
       count(distinct contact_id) filter (where held and first.day < $2)::int as "returningClients",
       coalesce(sum(total_minor) filter (where status = 'arrived'), 0)::int as paid,
       coalesce(round(avg(total_minor) filter (where status = 'arrived')), 0)::int as "averageBill",
       coalesce(sum(duration_minutes) filter (where held), 0)::int as "busyMinutes"
     from visit left join first using (contact_id) where visit.day between $2 and $3`,
    [salon.owner.tenantId, from, to, SALON_NOON],
  );
  return rows[0];
}

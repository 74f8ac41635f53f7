import { expect, test } from 'vitest';
import { ContactId } from '#contract/contacts/calls.ts';
import type { VisitStatus } from '#contract/visits/calls.ts';
import { mergeContacts } from '#server/contacts/book/merging-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { owner } = server;

const PERIODS = ['day', 'week', 'month', 'year'] as const;
const NOON = Temporal.Instant.from(SALON_NOON);

type Sum = { period: string; start: string; new: number; back: number; here: number };

/** New and returning clients of each period by the stored sums. */
async function stored(salon: Salon): Promise<Sum[]> {
  await server.runJobs();
  const all = await Promise.all(
    PERIODS.map(async (period) => {
      const { rows } = await owner.query<Sum>(
        `select $2 as period, date_trunc($2, day::timestamp)::date::text as start, sum(new_clients)::int as new,
           sum(back_${period})::int as back, sum(here_${period})::int as here
         from client_days where tenant_id = $1 group by 2 having sum(new_clients + here_${period}) > 0 order by 2`,
        [salon.owner.tenantId, period],
      );
      return rows;
    }),
  );
  return all.flat();
}

/** The same, counted from the visits: people who came, and of them those who had come before the period. */
async function counted(salon: Salon): Promise<Sum[]> {
  const all = await Promise.all(
    PERIODS.map(async (period) => {
      const { rows } = await owner.query<Sum>(
        `with came as (
           select v.contact_id, v.branch_id, (v.starts_at at time zone b.time_zone)::date as day
           from visits v join branches b on b.id = v.branch_id
           where v.tenant_id = $1 and (v.status = 'arrived' or v.status in ('waiting', 'confirmed', 'unknown') and v.starts_at <= $3)
         ), first as (select contact_id, min(day) as day from came group by 1)
         select $2 as period, date_trunc($2, came.day::timestamp)::date::text as start,
           count(distinct contact_id) filter (where first.day >= date_trunc($2, came.day::timestamp)::date)::int as new,
           count(distinct contact_id) filter (where first.day < date_trunc($2, came.day::timestamp)::date)::int as back,
           count(distinct (contact_id, branch_id)) filter (where first.day < date_trunc($2, came.day::timestamp)::date)::int as here
         from came join first using (contact_id) group by 2 order by 2`,
        [salon.owner.tenantId, period, SALON_NOON],
      );
      return rows;
    }),
  );
  return all.flat();
}

const clientOf = (phone: string) => ({
  externalId: `client ${phone}`,
  name: 'Анна',
  phone,
  email: null,
  isNew: false,
  visitsCount: 3,
});

test('after a random history new and returning clients of each day, week, month and year equal those of the visits', async () => {
  const salon = await open();
  const random = seeded(11);
  const statuses: VisitStatus[] = ['arrived', 'arrived', 'arrived', 'cancelled', 'no_show', 'waiting'];
  for (let step = 0; step < 70; step += 1) {
    await salon.book({
      externalId: String(Math.floor(random() * 30)),
      client: clientOf(`+7916222000${Math.floor(random() * 5)}`),
      startsAt: NOON.subtract({ hours: Math.floor(random() * 24 * 120) + 1 }),
      status: statuses[Math.floor(random() * statuses.length)] ?? 'arrived',
    });
    if (step % 23 === 0) expect(await stored(salon)).toEqual(await counted(salon));
  }
  const sums = await stored(salon);
  expect(sums).toEqual(await counted(salon));
  expect(sums.filter(({ back }) => back > 0).length).toBeGreaterThan(10);
});

test('days of merged contacts count once, and the sums follow', async () => {
  const salon = await open();
  const come = (phone: string, daysAgo: number) =>
    salon.book({ client: clientOf(phone), startsAt: NOON.subtract({ hours: 24 * daysAgo }), status: 'arrived' });
  for (const daysAgo of [40, 12, 5]) await come('+79162220001', daysAgo);
  for (const daysAgo of [30, 12, 5]) await come('+79162220002', daysAgo);
  await stored(salon);
  const { rows } = await owner.query<{ id: string }>('select id from contacts where tenant_id = $1 order by phone', [
    salon.owner.tenantId,
  ]);
  const [to, from] = rows.map(({ id }) => ContactId.parse(id));
  if (!to || !from) throw new Error('There are two contacts');
  await withTenant(server.ctx, salon.owner.tenantId, (scope) => mergeContacts(scope, { from, to }));
  const sums = await stored(salon);
  expect(sums).toEqual(await counted(salon));
  expect(sums.reduce((count, { period, new: started }) => count + (period === 'year' ? started : 0), 0)).toBe(1);
});

test('counts of masters follow each change of a visit: moved, given to another master, priced, cancelled', async () => {
  const salon = await open();
  const masters = async () => {
    const { rows } = await owner.query(
      `select m.name, d.day::text, d.open, d.arrived, d.no_show, d.cancelled, d.paid_minor::int as paid, d.arrived_minutes as minutes
       from master_days d join masters m on m.tenant_id = d.tenant_id and m.id = d.master_id
       where d.tenant_id = $1 order by d.day, m.name`,
      [salon.owner.tenantId],
    );
    return rows;
  };
  const none = { open: 0, arrived: 0, no_show: 0, cancelled: 0, paid: 0, minutes: 0 };
  const startsAt = NOON.subtract({ hours: 24 });
  const { externalId } = await salon.book({ startsAt });
  expect(await masters()).toEqual([{ ...none, name: 'Ольга', day: '2026-03-01', open: 1 }]);
  const moved = NOON.subtract({ hours: 48 });
  await salon.book({ externalId, startsAt: moved, status: 'arrived', totalMinor: 200_000, durationMinutes: 90 });
  expect(await masters()).toEqual([
    { ...none, name: 'Ольга', day: '2026-02-28', arrived: 1, paid: 200_000, minutes: 90 },
  ]);
  await salon.book({ externalId, masterExternalId: '8', masterName: 'Вера', totalMinor: 250_000 });
  expect(await masters()).toEqual([
    { ...none, name: 'Вера', day: '2026-02-28', arrived: 1, paid: 250_000, minutes: 90 },
  ]);
  await salon.book({ externalId, status: 'cancelled' });
  expect(await masters()).toEqual([{ ...none, name: 'Вера', day: '2026-02-28', cancelled: 1 }]);
});

/** Mulberry32: the same numbers at each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

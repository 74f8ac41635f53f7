import { expect, test } from 'vitest';
import type { VisitStatus } from '#contract/visits/calls.ts';
import { type Booked, bookedSalons, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, owner } = server;

const ZONE = 'Europe/Moscow';
const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(ZONE).toPlainDate();
const ago = (hours: number) => Temporal.Instant.from(SALON_NOON).subtract({ hours });

type Fact = { phone: string; visits: number; spent: number; first: string; last: string; usual: number | null };

async function factsOf(salon: Salon): Promise<Fact[]> {
  await server.runJobs();
  const { rows } = await owner.query<Fact>(
    `select c.phone, f.visits, f.spent_minor::int as spent, f.first_day::text as first, f.last_day::text as last,
       f.usual_days as usual
     from contact_facts f join contacts c on c.tenant_id = f.tenant_id and c.id = f.contact_id
     where f.tenant_id = $1 order by c.phone`,
    [salon.owner.tenantId],
  );
  return rows;
}

const monthsOf = async (salon: Salon) =>
  (
    await owner.query<{ month: string; cohort: string; visits: number; spent: number }>(
      `select month::text, cohort::text, sum(visits)::int as visits, sum(spent_minor)::int as spent from contact_months
       where tenant_id = $1 group by 1, 2 order by 1, 2`,
      [salon.owner.tenantId],
    )
  ).rows;

/** A client with a card of their own, so that a visit may move from one to another. */
const clientOf = (phone: string) => ({
  externalId: `client ${phone}`,
  name: 'Анна',
  phone,
  email: null,
  isNew: false,
  visitsCount: 3,
});

const ANNA = '+79161110001';
const OLGA = '+79161110002';

test('facts of a contact follow each change of their visits', async () => {
  const salon = await open();
  const come = (externalId: string, hoursAgo: number, booked: Booked = {}) =>
    salon.book({
      externalId,
      client: clientOf(ANNA),
      startsAt: ago(hoursAgo),
      status: 'arrived',
      totalMinor: 100_000,
      ...booked,
    });
  await come('1', 24 * 60);
  await come('2', 24 * 40);
  await come('3', 24 * 10);
  const three = { phone: ANNA, visits: 3, spent: 300_000, first: '2026-01-01', last: '2026-02-20', usual: 25 };
  expect(await factsOf(salon)).toEqual([three]);
  await come('3', 24 * 10, { totalMinor: 150_000 });
  expect(await factsOf(salon)).toEqual([{ ...three, spent: 350_000 }]);
  await come('1', 24 * 60, { status: 'cancelled' });
  expect(await factsOf(salon)).toEqual([
    { phone: ANNA, visits: 2, spent: 250_000, first: '2026-01-21', last: '2026-02-20', usual: null },
  ]);
  await come('2', 24 * 40, { client: clientOf(OLGA) });
  expect(await factsOf(salon)).toEqual([
    { phone: ANNA, visits: 1, spent: 150_000, first: '2026-02-20', last: '2026-02-20', usual: null },
    { phone: OLGA, visits: 1, spent: 100_000, first: '2026-01-21', last: '2026-01-21', usual: null },
  ]);
  expect(await monthsOf(salon)).toEqual([
    { month: '2026-01-01', cohort: '2026-01-01', visits: 1, spent: 100_000 },
    { month: '2026-02-01', cohort: '2026-02-01', visits: 1, spent: 150_000 },
  ]);
  await come('3', 24 * 10, { status: 'no_show' });
  expect((await factsOf(salon)).map(({ phone }) => phone)).toEqual([OLGA]);
});

test('an open visit counts once it has begun, without its price', async () => {
  const salon = await open();
  await salon.book({ client: clientOf(ANNA), startsAt: ago(-3), totalMinor: 100_000 });
  expect(await factsOf(salon)).toEqual([]);
  await clock.advance({ hours: 6 });
  await server.runRepeated('visits.count-started');
  expect(await factsOf(salon)).toMatchObject([{ phone: ANNA, visits: 1, spent: 0 }]);
});

test('after a random history the facts equal those computed from the visits', async () => {
  const salon = await open();
  const random = seeded(7);
  const statuses: VisitStatus[] = ['arrived', 'arrived', 'arrived', 'cancelled', 'no_show', 'waiting'];
  const visits = new Map<
    string,
    { phone: string; startsAt: Temporal.Instant; status: VisitStatus; totalMinor: number }
  >();
  for (let step = 0; step < 60; step += 1) {
    const externalId = String(Math.floor(random() * 25));
    const visit = {
      phone: `+7916222000${Math.floor(random() * 4)}`,
      startsAt: ago(Math.floor(random() * 24 * 50) + 1),
      status: statuses[Math.floor(random() * statuses.length)] ?? 'arrived',
      totalMinor: Math.floor(random() * 5) * 1000,
    };
    await salon.book({ externalId, client: clientOf(visit.phone), ...withoutPhone(visit) });
    visits.set(externalId, visit);
  }
  expect(await factsOf(salon)).toEqual(expectedFacts([...visits.values()]));
});

const withoutPhone = <Visit extends { phone: string }>({ phone: _phone, ...visit }: Visit) => visit;

/** Computed from the visits alone, by other code than the product's. */
function expectedFacts(
  visits: { phone: string; startsAt: Temporal.Instant; status: VisitStatus; totalMinor: number }[],
): Fact[] {
  const held = visits.filter(({ status }) => status === 'arrived' || status === 'waiting');
  return [...Map.groupBy(held, ({ phone }) => phone)]
    .map(([phone, own]) => {
      const days = [...new Set(own.map(({ startsAt }) => dayOf(startsAt).toString()))].toSorted();
      const gaps = days
        .slice(1)
        .map((day, index) => Temporal.PlainDate.from(days[index] ?? day).until(day, { largestUnit: 'day' }).days)
        .slice(-8)
        .toSorted((a, b) => a - b);
      const middle =
        ((gaps[Math.floor((gaps.length - 1) / 2)] ?? 0) + (gaps[Math.ceil((gaps.length - 1) / 2)] ?? 0)) / 2;
      return {
        phone,
        visits: own.length,
        spent: own.reduce((sum, { status, totalMinor }) => sum + (status === 'arrived' ? totalMinor : 0), 0),
        first: days[0] ?? '',
        last: days.at(-1) ?? '',
        usual: gaps.length < 2 ? null : roundHalfEven(middle),
      };
    })
    .toSorted((a, b) => (a.phone < b.phone ? -1 : 1));
}

/** PostgreSQL rounds a double to the even neighbour. */
const roundHalfEven = (value: number) => (value % 1 === 0.5 ? 2 * Math.round(value / 2) : Math.round(value));

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

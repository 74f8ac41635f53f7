import { expect, test } from 'vitest';
import * as contract from '#contract/audiences/rfm.ts';
import { createSegment } from '#contract/audiences/segments.ts';
import type { RfmGroup } from '#contract/audiences/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { mergeContacts } from '#server/contacts/book/merging-actions.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';
import { recordVisits } from '#server/visits/recording/recording-actions.ts';

const { server, open } = await bookedSalons();
const { call, clock, owner } = server;

const NOON = Temporal.Instant.from(SALON_NOON);
const phoneOf = (client: number) => `+7916${String(4_440_000 + client)}`;

/** A visit of a client, so many days ago. */
type Came = { client: number; daysAgo: number; totalMinor?: number; status?: 'arrived' | 'cancelled' };

const factsOf = ({ client, daysAgo, totalMinor = 100_000, status = 'arrived' }: Came) => ({
  externalId: `${client}:${daysAgo}`,
  externalVisitId: null,
  masterExternalId: '7',
  masterName: 'Ольга',
  services: [{ externalId: '9', title: 'Стрижка' }],
  startsAt: NOON.subtract({ hours: 24 * daysAgo }),
  durationMinutes: 60,
  status,
  totalMinor,
  comment: '',
  manageUrl: null,
  isOnline: false,
  createdAt: NOON.subtract({ hours: 24 * daysAgo + 24 }),
  changedAt: clock.now(),
  client: {
    externalId: `client ${client}`,
    name: `Client ${client}`,
    phone: phoneOf(client),
    email: null,
    isNew: false,
    visitsCount: 1,
  },
});

async function record(salon: Salon, visits: readonly Came[]): Promise<void> {
  await withTenant(server.ctx, salon.owner.tenantId, async (scope) =>
    recordVisits(scope, await getBranch(scope, salon.branchId), {
      facts: visits.map(factsOf),
      readAt: clock.now(),
    }),
  );
  await server.runJobs();
}

/** Fifty clients of whom half came once lately, and half every ten days, six times. */
const BASE = Array.from({ length: 50 }, (_, client) => client).flatMap((client) =>
  client % 2 === 0
    ? [{ client, daysAgo: 5 }]
    : [2, 12, 22, 32, 42, 52].map((daysAgo) => ({ client, daysAgo, totalMinor: client < 20 ? 500_000 : 100_000 })),
);

const of = ({ owner: { token } }: Salon) => ({ token });

async function usualOf(salon: Salon) {
  const { body } = await call(contract.listRfm, of(salon));
  const [dashboard] = body.dashboards;
  if (!dashboard) throw new Error('There is no dashboard');
  return { ...of(salon), params: { dashboardId: dashboard.id } };
}

const groupsOf = async (about: Awaited<ReturnType<typeof usualOf>>) =>
  Object.fromEntries(
    (await call(contract.getRfm, about)).body.groups.flatMap(({ group, people }) =>
      people > 0 ? [[group, people]] : [],
    ),
  );

const movesOf = async ({ owner: { tenantId } }: Salon) =>
  (
    await owner.query<{ from: RfmGroup | null; to: RfmGroup; reason: string }>(
      `select from_group as "from", to_group as "to", reason from rfm_moves where tenant_id = $1 order by moved_at, id`,
      [tenantId],
    )
  ).rows;

const eventsOf = async ({ owner: { tenantId } }: Salon) =>
  (
    await owner.query<{ facts: { moveIds: string[] } }>(
      `select facts from events where tenant_id = $1 and kind = 'client.group_moved' order by occurred_at, id`,
      [tenantId],
    )
  ).rows;

test('groups are made from fifty clients, and under that it is known how many there are', async () => {
  const salon = await open();
  await record(
    salon,
    BASE.filter(({ client }) => client < 49),
  );
  expect((await call(contract.listRfm, of(salon))).body).toMatchObject({ clients: 49, dashboards: [] });
  await record(salon, BASE);
  const about = await usualOf(salon);
  const { body } = await call(contract.getRfm, about);
  expect(body).toMatchObject({
    people: 50,
    waiting: 0,
    currency: 'RUB',
    dashboard: {
      title: 'Все клиенты',
      clients: 50,
      counting: null,
      thresholds: { usualDays: 10, oftenFrom: 5, paysWellFromMinor: 600_000 },
    },
    cells: [
      { recency: 1, frequency: 3, people: 25, spentMinor: 10 * 3_000_000 + 15 * 600_000 },
      { recency: 1, frequency: 1, people: 25, spentMinor: 2_500_000 },
    ],
  });
  expect(await groupsOf(about)).toEqual({ champions: 25, new: 25 });
  expect([await movesOf(salon), await eventsOf(salon)]).toEqual([[], []]);
});

test('a client who comes, and one who stays away, move once and are announced once', async () => {
  const salon = await open();
  await record(salon, BASE);
  const about = await usualOf(salon);
  await record(salon, [{ client: 60, daysAgo: 0 }]);
  await record(salon, [{ client: 0, daysAgo: 0 }]);
  await record(salon, [{ client: 0, daysAgo: 0, totalMinor: 200_000 }]);
  expect(await movesOf(salon)).toEqual([
    { from: null, to: 'new', reason: 'client' },
    { from: 'new', to: 'promising', reason: 'client' },
  ]);
  await clock.advance({ hours: 24 * 14 });
  await server.runRepeated('audiences.recount-rfm');
  await server.runJobs();
  await server.runRepeated('audiences.recount-rfm');
  await server.runJobs();
  expect(await groupsOf(about)).toEqual({ at_risk: 25, once: 24, new: 1, promising: 1 });
  const events = await eventsOf(salon);
  expect(events.map(({ facts }) => facts.moveIds.length)).toEqual([1, 1, 49]);
  const { rows: moves } = await owner.query<{ from: string; to: string }>(
    'select from_group as "from", to_group as "to" from rfm_moves where tenant_id = $1 and id = any($2)',
    [salon.owner.tenantId, events[2]?.facts.moveIds],
  );
  expect(Object.groupBy(moves, ({ from, to }) => `${from} to ${to}`)).toMatchObject({
    'champions to at_risk': { length: 25 },
    'new to once': { length: 24 },
  });
});

test('numbers of the page open their people, and their people are saved', async () => {
  const salon = await open();
  await record(salon, BASE);
  const about = await usualOf(salon);
  const people = async (query: object) => {
    const { body } = await call(contract.listRfmPeople, { ...about, query: { limit: '40', ...query } });
    return { count: body.items.length, first: body.items[0], isMore: body.nextCursor !== null };
  };
  expect(await people({ group: 'champions' })).toMatchObject({
    count: 25,
    first: { group: 'champions', visits: 6, spent: { amountMinor: 3_000_000, currency: 'RUB' }, lastDay: '2026-02-28' },
    isMore: false,
  });
  expect(await people({ recency: '1' })).toMatchObject({ count: 40, isMore: true });
  expect(await people({ recency: '1', frequency: '1' })).toMatchObject({ count: 25 });
  await record(salon, [{ client: 0, daysAgo: 0 }]);
  expect(await people({ group: 'promising', from: 'new' })).toMatchObject({
    count: 1,
    first: { contactName: 'Client 0' },
  });
  expect(await people({ group: 'promising', from: 'none' })).toMatchObject({ count: 0 });
  expect((await call(contract.listRfmMoves, { ...about, query: {} })).body).toMatchObject({
    moves: [{ from: 'new', to: 'promising', people: 1 }],
    stayed: 49,
    recounted: 0,
    knownSince: '2026-03-02',
  });
  const { body: segment } = await call(contract.saveRfmSegment, {
    ...about,
    body: { title: 'Best', group: 'champions' },
  });
  expect(segment).toMatchObject({ kind: 'frozen', size: 25 });
});

test('changed bounds are previewed, move clients without an event, and are told apart', async () => {
  const salon = await open();
  await record(salon, BASE);
  const about = await usualOf(salon);
  const { body: suggested } = await call(contract.suggestRfm, about);
  if (!suggested.thresholds) throw new Error('There are too few clients');
  const thresholds = { ...suggested.thresholds, paysWellFromMinor: 1_000_000 };
  const { body: preview } = await call(contract.previewRfm, { ...about, body: { thresholds } });
  expect(preview.moved).toBe(15);
  expect(preview.groups.filter(({ before, after }) => before !== after)).toEqual([
    { group: 'champions', before: 25, after: 10 },
    { group: 'loyal', before: 0, after: 15 },
  ]);
  await call(contract.saveRfm, { ...about, body: { title: 'Все', thresholds } });
  await server.runJobs();
  expect(await groupsOf(about)).toEqual({ champions: 10, loyal: 15, new: 25 });
  expect(await eventsOf(salon)).toEqual([]);
  expect((await call(contract.listRfmMoves, { ...about, query: {} })).body).toMatchObject({ recounted: 15 });
  const wrong = { ...thresholds, sleepingFrom: 1 };
  expect((await call(contract.previewRfm, { ...about, body: { thresholds: wrong } })).body).toMatchObject({
    code: 'request.invalid',
  });
});

test('a dashboard counts the purchases of its services, waits for enough clients, and is deleted when nothing uses it', async () => {
  const salon = await open();
  await record(salon, BASE);
  const about = await usualOf(salon);
  const { rows } = await owner.query<{ id: string }>('select id from services where tenant_id = $1', [
    salon.owner.tenantId,
  ]);
  const body = { title: 'Стрижки', serviceIds: rows.map(({ id }) => id), months: null };
  const { body: made } = await call(contract.createRfm, { ...of(salon), body });
  await server.runJobs();
  const own = { ...of(salon), params: { dashboardId: made.id } };
  expect((await call(contract.getRfm, own)).body).toMatchObject({ people: 50, dashboard: { months: null } });
  const { body: few } = await call(contract.createRfm, {
    ...of(salon),
    body: { title: 'Окрашивание', categoryTitle: 'Цвет' },
  });
  await server.runJobs();
  expect((await call(contract.getRfm, { ...own, params: { dashboardId: few.id } })).body).toMatchObject({
    people: 0,
    dashboard: { thresholds: null, clients: 0, counting: null },
  });
  const unknown = { title: 'x', branchId: crypto.randomUUID() };
  expect((await call(contract.createRfm, { ...of(salon), body: unknown })).body).toMatchObject({
    code: 'rfm.unknown_choice',
  });
  await call(createSegment, { ...of(salon), body: { title: 'Uses it', conditions: using(made.id) } });
  expect((await call(contract.deleteRfm, own)).body).toMatchObject({
    code: 'rfm.in_use',
    details: { titles: 'Uses it' },
  });
  await call(contract.deleteRfm, about);
  expect((await call(contract.getRfm, about)).body).toMatchObject({ code: 'rfm.not_found' });
  await record(salon, [{ client: 70, daysAgo: 0 }]);
  const { body: left } = await call(contract.listRfm, of(salon));
  expect(left.dashboards.map(({ title }) => title)).toEqual(['Стрижки', 'Окрашивание']);
});

test('while history is read groups are shown and nothing moves; a merged client has one group', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  await owner.query('update branches set synced_at = null where tenant_id = $1', [tenantId]);
  await record(salon, BASE);
  const about = await usualOf(salon);
  expect(await groupsOf(about)).toEqual({ champions: 25, new: 25 });
  await record(salon, [{ client: 0, daysAgo: 0 }]);
  expect((await call(contract.getRfm, about)).body.dashboard.formedAt).toBeNull();
  const { body: refused } = await call(contract.saveRfm, {
    ...about,
    body: { title: 'All', thresholds: (await call(contract.suggestRfm, about)).body.thresholds ?? undefined },
  });
  expect(refused).toMatchObject({ code: 'rfm.forming' });
  expect(await movesOf(salon)).toEqual([]);
  await owner.query('update branches set synced_at = now() where tenant_id = $1', [tenantId]);
  await record(salon, [{ client: 0, daysAgo: 1 }]);
  expect((await call(contract.getRfm, about)).body.dashboard.formedAt).not.toBeNull();
  await record(salon, [{ client: 2, daysAgo: 0 }]);
  expect(await movesOf(salon)).toEqual([{ from: 'new', to: 'promising', reason: 'client' }]);
  const phones = [phoneOf(0), phoneOf(2)];
  const { rows } = await owner.query<{ id: string }>(
    'select id from contacts where tenant_id = $1 and phone = any($2) order by phone',
    [tenantId, phones],
  );
  const [from, to] = rows.map(({ id }) => ContactId.parse(id));
  if (!from || !to) throw new Error('Both are clients');
  await withTenant(server.ctx, tenantId, (scope) => mergeContacts(scope, { from, to }));
  await server.runJobs();
  expect((await call(contract.getRfm, about)).body.people).toBe(49);
});

/** Conditions that name a dashboard. */
const using = (id: string) => ({
  groups: [{ conditions: [{ field: 'tag', values: [`${id}:loyal`] }] }],
});

test('after random histories every client is in the group that is computed from the visits', async () => {
  const salon = await open();
  const random = seeded(11);
  const pick = (below: number) => Math.floor(random() * below);
  const visits = new Map<string, Required<Came>>();
  for (let round = 0; round < 6; round += 1) {
    const changed = Array.from({ length: 80 }, () => ({
      client: pick(60),
      daysAgo: pick(50) * 8 + pick(3),
      totalMinor: (1 + pick(9)) * 50_000,
      status: pick(5) === 0 ? ('cancelled' as const) : ('arrived' as const),
    }));
    for (const one of changed) visits.set(`${one.client}:${one.daysAgo}`, one);
    await record(salon, [...new Map(changed.map((one) => [`${one.client}:${one.daysAgo}`, one])).values()]);
  }
  const about = await usualOf(salon);
  const { dashboard } = (await call(contract.getRfm, about)).body;
  const { rows } = await owner.query<{ phone: string; group: string }>(
    `select c.phone, m.group_key as "group" from rfm_members m join contacts c on c.tenant_id = m.tenant_id and c.id = m.contact_id
     where m.tenant_id = $1 order by c.phone`,
    [salon.owner.tenantId],
  );
  expect(dashboard.thresholds).not.toBeNull();
  expect(rows).toEqual(dashboard.thresholds && expectedGroups([...visits.values()], dashboard.thresholds));
});

/** Computed from the visits alone, by other code than the product's. */
function expectedGroups(
  visits: readonly Required<Came>[],
  bounds: contract.RfmThresholds,
): { phone: string; group: string }[] {
  const held = Map.groupBy(
    visits.filter(({ status }) => status === 'arrived'),
    ({ client }) => client,
  );
  return [...held]
    .map(([client, own]) => {
      const days = own.map(({ daysAgo }) => daysAgo).toSorted((a, b) => a - b);
      const gaps = days
        .slice(1, 9)
        .map((day, index) => day - (days[index] ?? 0))
        .toSorted((a, b) => a - b);
      const median = ((gaps[(gaps.length - 1) >> 1] ?? 0) + (gaps[gaps.length >> 1] ?? 0)) / 2;
      const usual = gaps.length < 2 ? bounds.usualDays : roundHalfEven(median);
      const late = (days[0] ?? 0) / usual;
      const lately = own.filter(({ daysAgo }) => daysAgo <= 365);
      const spent = lately.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
      const isOnce = own.length === 1;
      let group = 'promising';
      if (late > bounds.lostFrom) group = 'lost';
      else if (isOnce) group = late > bounds.lateFrom ? 'once' : 'new';
      else if (late > bounds.sleepingFrom) group = 'sleeping';
      else if (late > bounds.lateFrom) group = 'at_risk';
      else if (lately.length >= bounds.oftenFrom) group = spent >= bounds.paysWellFromMinor ? 'champions' : 'loyal';
      return { phone: phoneOf(client), group };
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

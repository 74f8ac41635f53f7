import { expect, test } from 'vitest';
import type { TenantId } from '#contract/tenants/ids.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { seedPast } from './demo-past.ts';
import { MENUS } from './menu.ts';
import { makeOrders } from './orders-year.ts';
import { createRandom } from './random.ts';
import { INVITED_AFTER_DAYS, makeYear, type PastBranch, type PastVisit, readAt } from './year.ts';

const BRANCH: PastBranch = {
  id: '01900000-0000-7000-8000-000000000001',
  timeZone: 'Europe/Moscow',
  masters: [1, 2, 3, 4, 5, 6].map((n) => ({ id: `01900000-0000-7000-8000-00000000010${n}`, name: `Master ${n}` })),
  services: [{ id: '01900000-0000-7000-8000-000000000201', title: 'Haircut', priceMinor: 240_000, minutes: 60 }],
};

/** Guests of the restaurant beside 150 clients of the salon. */
const GUESTS = 38;

const isEveryTenth = (id: string) => Number.parseInt(id.slice(-2), 16) % 10 === 0;
const yearOf = (seed: string) => [
  ...makeYear({
    random: createRandom(seed),
    now: NOON,
    clients: 400,
    business: 'salon',
    branches: [BRANCH],
    isHeldOut: isEveryTenth,
  }),
];
const YEAR = yearOf('one');
const VISITS = YEAR.flatMap(({ client }) => client.visits);
const MESSAGES = YEAR.flatMap(({ messages }) => messages);

const share = <T>(list: readonly T[], isCounted: (one: T) => boolean) => list.filter(isCounted).length / list.length;
const isMissed = ({ status }: PastVisit) => status === 'no_show';

test('the year is the same for the same seed, and another for another', () => {
  expect(JSON.stringify(yearOf('one'))).toBe(JSON.stringify(YEAR));
  expect(JSON.stringify(yearOf('two'))).not.toBe(JSON.stringify(YEAR));
});

test('a year of about 400 clients is over before now, and no master has two visits in one hour', () => {
  expect(YEAR).toHaveLength(400);
  expect(VISITS.length).toBeGreaterThan(4_000);
  expect(VISITS.every(({ startsAt }) => Temporal.Instant.compare(startsAt, NOON) < 0)).toBe(true);
  const hours = VISITS.map(({ master, startsAt }) => {
    const wall = startsAt.toZonedDateTimeISO(BRANCH.timeZone);
    return `${master.id} ${wall.toPlainDate().toString()} ${wall.hour}`;
  });
  expect(new Set(hours).size).toBe(hours.length);
});

test.each(['04:30', '12:00', '17:22', '22:50'])('nothing of the year is later than its end at %s', (time) => {
  const now = Temporal.Instant.from(`2026-11-21T${time}:00Z`);
  for (const timeZone of ['Europe/Kyiv', 'America/Sao_Paulo', 'Asia/Kamchatka']) {
    const branch = { ...BRANCH, timeZone };
    const year = [
      ...makeYear({
        random: createRandom(time),
        now,
        clients: 300,
        business: 'salon',
        branches: [branch],
        isHeldOut: () => false,
      }),
    ];
    const moments = year.flatMap(({ client, messages }) => [
      ...client.visits.flatMap(({ bookedAt, startsAt }) => [bookedAt, startsAt]),
      ...messages.flatMap(({ at, outcome, reply }) => [
        at,
        ...(outcome === 'read' ? [readAt(at)] : []),
        ...(reply ? [reply.at] : []),
      ]),
    ]);
    expect(moments.filter((moment) => Temporal.Instant.compare(moment, now) >= 0)).toEqual([]);
  }
});

test('fewer clients miss their visits once reminders are sent', () => {
  const reminded = new Set(MESSAGES.map(({ visit }) => visit.id));
  const [since, before] = [true, false].map((is) => VISITS.filter(({ id }) => reminded.has(id) === is));
  expect(share(since ?? [], isMissed)).toBeLessThan(share(before ?? [], isMissed) * 0.6);
});

test('more invited clients return than in the control group, who get no message', () => {
  const visitsOf = Map.groupBy(VISITS, ({ clientId }) => clientId);
  const invitations = MESSAGES.filter(({ kind }) => kind === 'repeat_visit');
  const returned = ({ visit, at }: (typeof invitations)[number]) =>
    (visitsOf.get(visit.clientId) ?? []).some(({ startsAt, status }) => {
      const days = (startsAt.epochMilliseconds - at.epochMilliseconds) / 86_400_000;
      return status === 'arrived' && days > 0 && days <= 30;
    });
  const held = invitations.filter(({ outcome }) => outcome === 'control_group');
  const read = invitations.filter(({ outcome }) => outcome === 'read');
  expect(held.length).toBeGreaterThan(15);
  expect(held.every(({ reply }) => reply === null)).toBe(true);
  expect(share(read, returned)).toBeGreaterThan(share(held, returned) + 0.1);
});

test('clients who came again by themselves are decided against as far ahead as flows plan, on every day alike', () => {
  const needless = MESSAGES.filter(({ outcome }) => outcome === 'came_again');
  const invitedAt = ({ visit }: (typeof needless)[number]) => visit.startsAt.add({ hours: 24 * INVITED_AFTER_DAYS });
  expect(needless.some((one) => Temporal.Instant.compare(invitedAt(one), NOON.add({ hours: 24 })) > 0)).toBe(true);
  const lastDays = needless.filter(({ at }) => Temporal.Instant.compare(at, NOON.subtract({ hours: 240 })) > 0);
  expect(lastDays.length / 10).toBeGreaterThan((needless.length / 180) * 0.6);
});

const database = await testDatabase();
const { owner } = database;
const { context } = dispatching(database);
const make = builders(owner);

async function aSalon(): Promise<TenantId> {
  const tenantId = await make.aTenant();
  for (const title of ['One', 'Two']) {
    const { id: branchId } = await make.aBranch({ tenantId, title, syncedAt: NOON });
    for (let nth = 0; nth < 4; nth++) await make.aMaster({ tenantId, branchId });
    for (let nth = 0; nth < 3; nth++)
      await make.aService({ tenantId, branchId, priceMinor: 200_000, durationMinutes: 60 });
  }
  const { id: connectionId } = await make.aConnection({ tenantId, kind: 'iiko' });
  await make.aBranch({ tenantId, connectionId, title: 'Pizzeria', syncedAt: NOON });
  await make.aChannel({ tenantId });
  const kinds = [
    ...(['visit_created', 'visit_reminder', 'visit_cancelled', 'review_request', 'repeat_visit'] as const),
    ...(['order_status', 'abandoned_cart', 'api_event'] as const),
  ];
  const controlled = ['repeat_visit', 'abandoned_cart'];
  for (const [index, kind] of kinds.entries()) {
    const settings = defaultSettings(kind, 'ru');
    await make.aFlow({
      tenantId,
      // The control group is chosen by the ids of the flow and the contact.
      id: `01900000-0000-7000-8000-00000000030${index}`,
      kind,
      settings: JSON.stringify(
        controlled.includes(kind) ? { ...settings, options: { ...settings.options, controlPercent: 10 } } : settings,
      ),
    });
  }
  // The product may have counted before the past is written.
  await owner.query(
    `insert into message_tallies select tenant_id, id, counted, 0, 0, 0 from flows, unnest('{read,decided_against}'::text[]) counted
     where tenant_id = $1`,
    [tenantId],
  );
  return tenantId;
}

async function numbers(text: string, tenantId: TenantId): Promise<Record<string, number>[]> {
  const { rows } = await owner.query<Record<string, string>>(text, [tenantId]);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])));
}

test('the past is written once, its counters equal a recount, and conversion is measured for both groups', async () => {
  const tenantId = await aSalon();
  await seedPast(context(), tenantId, 150);
  await seedPast(context(), tenantId, 150);
  const [counts] = await numbers(
    `select (select count(*) from contacts where tenant_id = $1) as contacts,
       (select count(*) from messages where tenant_id = $1) as messages,
       (select sum(count) from message_tallies where tenant_id = $1 and status <> 'decided_against') as tallied,
       (select count(*) from verdicts where tenant_id = $1 and outcome = 'skipped') as skipped,
       (select sum(count) from skip_tallies where tenant_id = $1) as skips_tallied,
       (select sum(visits_count) from contacts where tenant_id = $1) as attended,
       (select count(*) from visits where tenant_id = $1 and status = 'arrived') as arrived,
       (select count(*) from reviews r join visits v on v.id = r.visit_id and v.contact_id = r.contact_id
        where r.tenant_id = $1 and v.status = 'arrived' and r.created_at > v.starts_at) as reviews,
       (select count(*) from link_clicks c where tenant_id = $1 and verdict = 'click' and exists (
         select from short_links l where l.tenant_id = $1 and l.code = c.code)) as clicks`,
    tenantId,
  );
  expect(counts?.['contacts']).toBe(150 + GUESTS);
  const { rows: channels } = await owner.query<{ is_known: boolean }>(
    'select last_sent_at <= $2 and last_inbound_at <= $2 as is_known from channels where tenant_id = $1',
    [tenantId, NOON.toString()],
  );
  expect(channels).toEqual([{ is_known: true }]);
  expect(counts?.['messages']).toBeGreaterThan(1_500);
  expect(counts?.['tallied']).toBe(counts?.['messages']);
  expect(counts?.['skips_tallied']).toBe(counts?.['skipped']);
  expect(counts?.['attended']).toBe(counts?.['arrived']);
  expect(counts?.['reviews']).toBeGreaterThan(50);
  expect(counts?.['clicks']).toBeGreaterThan(300);
  const mailings = await numbers(
    `select planned_count as planned, (listed_counts ->> '')::int as recipients, (listed_counts ->> 'control_group')::int as control,
       (select count(*) from mailing_recipients r where r.mailing_id = m.id and exclusion is null) as listed,
       (select count(*) from messages s where s.sender_id = m.id) as messages,
       (select count(*) from messages s join inbound_messages i on i.contact_id = s.contact_id and i.sent_at = s.replied_at
        where s.sender_id = m.id) as replies
     from mailings m where tenant_id = $1 and status in ('done', 'pause') order by status`,
    tenantId,
  );
  const [over, paused] = mailings;
  for (const { planned, recipients, listed, messages } of mailings)
    expect([listed, messages]).toEqual([recipients, planned]);
  expect(over?.['planned']).toBe(over?.['recipients']);
  expect(over?.['control']).toBeGreaterThan(3);
  expect(over?.['replies']).toBeGreaterThan(3);
  expect(paused?.['planned']).toBeLessThan(Number(paused?.['recipients']));
  const facts = await numbers(
    `select count(*) filter (where not is_control) as sent, count(*) filter (where is_control) as held
     from conversion_facts f join flows on flows.id = f.sender_id and flows.kind = any('{repeat_visit,abandoned_cart}')
     where f.tenant_id = $1 group by flows.kind`,
    tenantId,
  );
  expect(facts).toHaveLength(2);
  const [quality] = await numbers(
    `select (select count(*) from quality_talks where tenant_id = $1) as talks,
       (select count(*) from quality_reports where tenant_id = $1 and status = 'Done' and cases = done) as reports,
       (select count(*) from quality_verdicts where tenant_id = $1 and verdict = 'no') as missed,
       (select count(*) from quality_verdicts v join quality_cases c on c.tenant_id = $1 and c.id = v.case_id
        join quality_talks t on t.tenant_id = $1 and t.id = c.talk_id
        where v.tenant_id = $1 and v.quote is distinct from t.lines -> v.line ->> 'text') as misquoted,
       (select max(score) - min(score) from (select avg(score) as score from quality_cases where tenant_id = $1 group by employee) s) as spread,
       (select count(*) from searched_texts where tenant_id = $1) as searched,
       (select count(*) from inbound_messages where tenant_id = $1) as inbound`,
    tenantId,
  );
  expect(quality).toMatchObject({ talks: 134, reports: 4, misquoted: 0 });
  expect(quality?.['missed']).toBeGreaterThan(200);
  expect(quality?.['spread']).toBeGreaterThan(15);
  expect(quality?.['searched']).toBeGreaterThan(Number(quality?.['inbound']));
  for (const { sent, held } of facts) expect([(sent ?? 0) > 0, (held ?? 0) > 0]).toEqual([true, true]);
  const [orders] = await numbers(
    `select (select count(*) from orders where tenant_id = $1) as orders, (select count(*) from carts where tenant_id = $1) as carts,
       (select count(*) from api_events where tenant_id = $1) as events,
       (select count(*) from messages where tenant_id = $1 and subject_kind = 'order') as about_orders,
       (select count(*) from messages where tenant_id = $1 and subject_kind = 'api_event') as about_events`,
    tenantId,
  );
  expect(orders?.['orders']).toBeGreaterThan(GUESTS * 5);
  for (const name of ['carts', 'events', 'about_orders', 'about_events']) expect(orders?.[name]).toBeGreaterThan(10);
});

test('the orders are the same for the same seed, and more carts are ordered when the guest is reminded', () => {
  const ordersOf = (seed: string) => [
    ...makeOrders({
      random: createRandom(seed),
      now: NOON,
      guests: 100,
      restaurants: [{ id: BRANCH.id, timeZone: BRANCH.timeZone }],
      menu: MENUS.en,
      isHeldOut: isEveryTenth,
    }),
  ];
  const guests = ordersOf('one');
  expect(JSON.stringify(ordersOf('one'))).toBe(JSON.stringify(guests));
  const reminded = new Set(
    guests.flatMap(({ messages }) =>
      messages.flatMap(({ outcome, subject }) => (outcome === 'read' ? [subject.id] : [])),
    ),
  );
  const carts = guests.flatMap((guest) => guest.carts);
  const [after, without] = [true, false].map((is) => carts.filter(({ id }) => reminded.has(id) === is));
  expect(share(after ?? [], ({ isOrdered }) => isOrdered)).toBeGreaterThan(
    share(without ?? [], ({ isOrdered }) => isOrdered) + 0.1,
  );
});

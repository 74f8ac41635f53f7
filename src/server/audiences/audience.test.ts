import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AudienceCondition, AudienceConditions } from '#contract/audiences/calls.ts';
import {
  AUDIENCE_FIELDS,
  CHOICE_VALUES,
  CONSENT_STATES,
  NO_CHANNEL,
  NO_LIMIT,
  RANGE_FIELDS,
  RFM_GROUPS,
} from '#contract/audiences/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testContext } from '#server/testing/server/context.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { recountVisitSums } from '#server/visits/clients/sum-actions.ts';
import { saveMark } from '#server/visits/clients/sum-queries.ts';
import { countAudience, listAudience } from './contact-reads.ts';
import { countLive } from './count-reads.ts';
import { loadContactFacts } from './person-reads.ts';
import { isInAudience } from './rules.ts';
import type { AudienceChannel, AudienceQuestion, ReferredSegment } from './trait-rules.ts';

const { db, owner } = await testDatabase();
const { aBranch, aChannel, aConnection, aContact, aMaster, anAddress, aService, aTenant, aVisit } = builders(owner);

const NOW = Temporal.Instant.from('2026-03-01T09:00:00Z');
const CONTACTS = 80;
const AUDIENCES = 150;
const SEED = 20_260_301;

/** A linear congruential generator: the same rows and conditions in every run. */
function seeded(seed: number) {
  let state = seed;
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
  const someOf = <Value>(values: readonly Value[]): Value[] => values.filter(() => below(2) === 0);
  return { below, oneOf, someOf };
}

const { below, oneOf, someOf } = seeded(SEED);
const consents = seeded(SEED + 1);
const CATEGORIES = ['VIP', 'New', 'Difficult'];
const TAGS = ['Blonde', 'Fair'];
const LISTS = [randomUUID(), randomUUID()];
/** A frozen segment, one with conditions, one with conditions on the frozen one, and one that was deleted. */
const [FROZEN, CURRENT, NESTED, DELETED] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
/** Two divisions of the clients, of which the second was deleted. */
const DASHBOARDS = [randomUUID(), randomUUID()];
const groups = seeded(SEED + 2);
const PHONES = ['+7916', '+38050', '+55119', '+49151', null];
const BIRTHDAYS = ['1990-03-01', '1985-03-04', '1990-02-26', '1992-02-29', '1990-12-31', null];
/** Kinds of channels as the question knows them: one reaches phones. */
const CHANNELS: AudienceChannel[] = [];
const STATUSES = ['waiting', 'confirmed', 'arrived', 'arrived', 'no_show', 'cancelled', 'unknown'] as const;

/** Two connections with a branch each, their masters and services, and contacts with up to five visits. */
async function populate() {
  const tenantId = await aTenant();
  const kinds = ['yclients', 'api'] as const;
  const branches = await Promise.all(
    kinds.map(async (kind) => aBranch({ tenantId, connectionId: (await aConnection({ tenantId, kind })).id })),
  );
  const ofBranch = await Promise.all(
    branches.map(async ({ id: branchId }) => ({
      branchId,
      masters: await Promise.all([1, 2].map(() => aMaster({ tenantId, branchId }))),
      services: await Promise.all(
        ['Hair', 'Nails', null].map((categoryTitle) => aService({ tenantId, branchId, categoryTitle })),
      ),
    })),
  );
  for (const [kind, reachesPhones] of [
    ['dialog360', true],
    ['telegram_bot', false],
    ['twilio_sms', true],
  ] as const)
    CHANNELS.push({ id: (await aChannel({ tenantId, kind })).id, kind, reachesPhones });
  await owner.query(
    `insert into segments (tenant_id, id, title, kind, conditions, size, counted_at, created_at, updated_at)
     values ($1, $2, 'Frozen', 'frozen', '{}', 0, now(), now(), now())`,
    [tenantId, FROZEN],
  );
  for (const [nth, importId] of LISTS.entries())
    await owner.query(
      `insert into imports (tenant_id, id, file_id, title, source, status, title_rows, columns, total, consent_source, created_at)
       values ($1, $2, $2, 'List', 'csv', 'done', 0, '[]', 1, $3, $4)`,
      [tenantId, importId, nth === 0 ? 'Form' : '', someDay()],
    );
  for (const [nth, id] of DASHBOARDS.entries())
    await owner.query(
      `insert into rfm_dashboards (tenant_id, id, title, is_usual, created_at, deleted_at)
       values ($1, $2, 'Clients', $3, now(), $4)`,
      [tenantId, id, nth === 0, nth === 0 ? null : someDay()],
    );
  for (let nth = 0; nth < CONTACTS; nth += 1) {
    const count = below(6);
    const startsAt = Array.from({ length: count }, () => NOW.subtract({ hours: below(24 * 90) - 24 * 10 }));
    const past = startsAt.filter((at) => Temporal.Instant.compare(at, NOW) <= 0).toSorted(Temporal.Instant.compare);
    const phone = phoneOf(oneOf(PHONES), nth);
    const { id: contactId } = await aContact({
      tenantId,
      phone,
      language: oneOf([...LANGUAGES, null, null]),
      birthDate: oneOf(BIRTHDAYS),
      categories: someOf(CATEGORIES),
      visitsCount: below(4),
      spentMinor: below(500_000),
      lastVisitAt: past.at(-1) ?? null,
    });
    for (const { id: channelId } of someOf(CHANNELS)) {
      const at = NOW.subtract({ hours: below(24 * 30) });
      await anAddress({
        tenantId,
        contactId,
        channelId,
        state: oneOf(['reachable', 'reachable', 'blocked']),
        subscribedAt: oneOf([null, at]),
        lastInboundAt: oneOf([null, at.add({ hours: 1 })]),
      });
    }
    for (let placed = below(4); placed > 0; placed -= 1) {
      await owner.query(
        `insert into orders (tenant_id, id, branch_id, external_id, contact_id, status, status_text, total_minor, placed_at,
           read_at, recorded_at) values ($1, $2::uuid, $3, $2::uuid::text, $4, $5, '', $6, $7, now(), now())`,
        [
          tenantId,
          randomUUID(),
          oneOf(branches).id,
          contactId,
          oneOf(['Delivered', 'OnWay', 'Cancelled']),
          below(150_000),
          NOW.subtract({ hours: below(24 * 40) }).toString(),
        ],
      );
    }
    if (below(3) === 0)
      await owner.query('insert into segment_members (tenant_id, segment_id, contact_id) values ($1, $2, $3)', [
        tenantId,
        FROZEN,
        contactId,
      ]);
    for (const dashboardId of groups.someOf(DASHBOARDS))
      await owner.query(
        `insert into rfm_members (tenant_id, dashboard_id, contact_id, group_key, recency, frequency, money, visits, spent_minor,
           visits_ever, last_day, since) values ($1, $2, $3, $4, 1, 1, 1, 1, 0, 1, '2026-02-01', now())`,
        [tenantId, dashboardId, contactId, groups.oneOf(RFM_GROUPS)],
      );
    for (const tag of someOf(TAGS)) {
      const row = [tenantId, contactId, tag];
      await owner.query('insert into contact_tags (tenant_id, contact_id, tag) values ($1, $2, $3)', row);
    }
    for (let left = consents.below(3); left > 0; left -= 1)
      await owner.query(
        `insert into contact_consents (tenant_id, id, contact_id, is_given, source, recorded_at) values ($1, $2, $3, $4, '', $5)`,
        [tenantId, randomUUID(), contactId, consents.below(2) === 0, someDay()],
      );
    for (let stops = consents.below(2); stops > 0; stops -= 1) {
      const isByPhone = consents.below(2) === 0 && phone !== null;
      await owner.query(
        `insert into opt_outs (tenant_id, id, contact_id, phone, channel_id, scope, source, created_at, ends_at, lifted_at)
         values ($1, $2, $3, $4, $5, $6, 'word', $7, $8, $9)`,
        [
          tenantId,
          randomUUID(),
          isByPhone ? null : contactId,
          isByPhone ? phone : null,
          consents.oneOf([null, null, consents.oneOf(CHANNELS).id]),
          consents.oneOf(['all', 'marketing']),
          someDay(),
          consents.oneOf([null, NOW.subtract({ hours: 1 }).toString(), NOW.add({ hours: 1 }).toString()]),
          consents.oneOf([null, null, NOW.toString()]),
        ],
      );
    }
    for (const [nth, importId] of someOf(LISTS).entries()) {
      await owner.query(
        `insert into imported_contacts (tenant_id, import_id, contact_id, row_number, was_created)
         values ($1, $2, $3, $4, false)`,
        [tenantId, importId, contactId, nth + 1],
      );
    }
    for (const at of startsAt) {
      const { branchId, masters, services } = oneOf(ofBranch);
      await aVisit({
        tenantId,
        branchId,
        contactId,
        startsAt: at,
        status: oneOf(STATUSES),
        masterId: oneOf([null, ...masters.map(({ id }) => id)]),
        serviceIds: someOf(services.map(({ id }) => id)),
        totalMinor: below(200_000),
        isOnline: below(2) === 0,
      });
    }
  }
  return {
    tenantId,
    values: {
      branch: ofBranch.map(({ branchId }) => branchId),
      master: ofBranch.flatMap(({ masters }) => masters.map(({ id }) => id)),
      service: ofBranch.flatMap(({ services }) => services.map(({ id }) => id)),
      service_category: ['Hair', 'Nails', 'Brows'],
      source: [...kinds, 'altegio'],
      customer_category: CATEGORIES,
      tag: TAGS,
      imported_list: LISTS,
      segment: [FROZEN, CURRENT, NESTED, DELETED],
      rfm_group: DASHBOARDS.flatMap((id) => RFM_GROUPS.map((group) => `${id}:${group}`)),
      language: [...LANGUAGES],
      reached_by: [...CHANNELS.map(({ kind }) => kind), NO_CHANNEL],
      consent: [...CONSENT_STATES],
      birth_month: ['2', '3', '12'],
    },
  };
}

const someDay = () => NOW.subtract({ hours: 24 * consents.below(60) }).toString();

const phoneOf = (begin: string | null, nth: number) => begin && `${begin}${1_000_000 + nth}`;

const { tenantId, values } = await populate();
const inTenant = <T>(work: Parameters<typeof withTenant<ReturnType<typeof testContext>, T>>[2]) =>
  withTenant(testContext({ db }), tenantId, work);

// Sums of visits are a few days old: later visits have begun since.
const COUNTED_AT = NOW.subtract({ hours: 24 * 5 });
await inTenant(async (scope) => {
  const contacts = await scope.tx.selectFrom('contacts').select('id').where('tenant_id', '=', tenantId).execute();
  await recountVisitSums(
    { ...scope, clock: { now: () => COUNTED_AT } },
    contacts.map(({ id }) => ContactId.parse(id)),
  );
  await saveMark(scope, COUNTED_AT);
});

/** Upper ends of ranges, so that most of them hold for some contacts and not for others. */
const MOST: Partial<Record<string, number>> = {
  spent: 4_000,
  orders_sum: 3_000,
  days_to_birthday: 370,
  days_since_birthday: 370,
};

function aCondition(field = oneOf<AudienceCondition['field']>(AUDIENCE_FIELDS)): AudienceCondition {
  if (field === 'visit_number') return { field, value: oneOf(CHOICE_VALUES.visit_number) };
  if (field === 'booking_way') return { field, value: oneOf(CHOICE_VALUES.booking_way) };
  if (field === 'next_visit') return { field, value: oneOf(CHOICE_VALUES.next_visit) };
  if (field === 'answered') return { field, value: oneOf(CHOICE_VALUES.answered) };
  const ranged = RANGE_FIELDS.find((one): one is typeof field & typeof one => one === field);
  if (ranged) {
    if (below(10) === 0) return { field: ranged, from: -1, to: -1 };
    const most = MOST[ranged] ?? 8;
    const from = below(3) === 0 ? 0 : below(most);
    return { field: ranged, from, to: oneOf([from + 1 + below(most), NO_LIMIT]) };
  }
  const known = field as keyof typeof values;
  const chosen = someOf<string>(values[known]);
  return { field: known, isNot: below(3) === 0, values: chosen.length > 0 ? chosen : ['none of them'] };
}

function anAudience(): AudienceConditions {
  const match = () => oneOf(['all', 'any'] as const);
  const group = () => ({ match: match(), conditions: Array.from({ length: 1 + below(3) }, aCondition) });
  return { match: match(), groups: Array.from({ length: below(4) }, group) };
}

const cameTwice: AudienceCondition = { field: 'visits_count', from: 2, to: NO_LIMIT };
const inFrozen: AudienceCondition = { field: 'segment', isNot: false, values: [FROZEN] };
const only = (...conditions: AudienceCondition[]): AudienceConditions => ({
  match: 'all',
  groups: [{ match: 'any', conditions }],
});
const SEGMENTS = new Map<string, ReferredSegment>([
  [FROZEN, { conditions: null }],
  [CURRENT, { conditions: only(cameTwice) }],
  [NESTED, { conditions: only(inFrozen, { field: 'answered', value: 'never' }) }],
]);

const questionOf = (conditions: AudienceConditions): AudienceQuestion => ({
  conditions,
  now: NOW,
  currency: 'RUB',
  timeZone: 'Europe/Moscow',
  language: 'pt_br',
  channels: CHANNELS,
  segments: SEGMENTS,
  summedUntil: COUNTED_AT,
});
const allContacts = questionOf({ match: 'all', groups: [] });

test('the evaluator of one contact and the query for all agree about random conditions', async () => {
  const facts = await inTenant(async (scope) =>
    loadContactFacts(scope, await listAudience(scope, allContacts, { after: null, limit: 2 * CONTACTS }), allContacts),
  );
  expect(facts.size).toBe(CONTACTS);
  let [some, none] = [0, 0];
  for (let nth = 0; nth < AUDIENCES; nth += 1) {
    const question = questionOf(anAudience());
    const expected = [...facts].flatMap(([id, one]) => (isInAudience(question, one) ? [id] : []));
    const found = await inTenant((scope) => listAudience(scope, question, { after: null, limit: 2 * CONTACTS }));
    expect(found.toSorted(), JSON.stringify(question.conditions)).toEqual(expected.toSorted());
    if (expected.length > 0 && expected.length < CONTACTS) some += 1;
    else none += 1;
  }
  expect(some).toBeGreaterThan(none); // conditions that hold for all or nobody prove little
});

test('each field alone holds for some contacts and not for others', async () => {
  const undivided = new Set<string>(AUDIENCE_FIELDS);
  for (const field of AUDIENCE_FIELDS) {
    for (let attempts = 0; attempts < 20 && undivided.has(field); attempts += 1) {
      const question = questionOf(only(aCondition(field)));
      const count = await inTenant((scope) => countAudience(scope, question));
      if (count > 0 && count < CONTACTS) undivided.delete(field);
    }
  }
  expect([...undivided]).toEqual([]);
});

test('a live count names the condition that leaves out the most contacts', async () => {
  for (let nth = 0; nth < 30; nth += 1) {
    const { match, groups } = anAudience();
    const live = await inTenant((scope) => countLive(scope, questionOf({ match, groups })));
    expect(live).toMatchObject({
      total: CONTACTS,
      count: await inTenant((scope) => countAudience(scope, questionOf({ match, groups }))),
    });
    if (match === 'any' && groups.length > 1) {
      expect(live.strictest).toBeNull();
      continue;
    }
    const without = groups.flatMap((group, index) => {
      const others = (conditions: readonly AudienceCondition[]) =>
        questionOf({
          match: 'all',
          groups: groups.toSpliced(index, 1, ...(conditions.length > 0 ? [{ ...group, conditions }] : [])),
        });
      if (group.match === 'any' && group.conditions.length > 1) return [others([])];
      return group.conditions.map((_, condition) => others(group.conditions.toSpliced(condition, 1)));
    });
    const counts = await Promise.all(without.map((question) => inTenant((scope) => countAudience(scope, question))));
    expect(live.strictest?.leavesOut ?? 0).toBe(Math.max(live.count, ...counts) - live.count);
  }
});

test('an audience is read page by page', async () => {
  const pages: ContactId[][] = [];
  for (let after: ContactId | null = null; ; after = pages.at(-1)?.at(-1) ?? null) {
    const page: ContactId[] = await inTenant((scope) => listAudience(scope, allContacts, { after, limit: 30 }));
    if (page.length === 0) break;
    pages.push(page);
  }
  expect(pages.map(({ length }) => length)).toEqual([30, 30, 20]);
  expect(new Set(pages.flat()).size).toBe(CONTACTS);
});

test("another tenant's contacts belong to no audience", async () => {
  const stranger = await aContact();
  const found = await inTenant((scope) => listAudience(scope, allContacts, { after: null, limit: 500 }));
  expect(found).not.toContain(stranger.id);
  expect(await inTenant((scope) => countAudience(scope, allContacts))).toBe(CONTACTS);
});

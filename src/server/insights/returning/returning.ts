import type { Segment } from '#contract/audiences/segments.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/insights/cohorts.ts';
import { createSegmentOf } from '#server/audiences/segment-actions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { countFactMarks } from '#server/audiences/facts/fact-reads.ts';
import { listCohortIds, listCohortRows, listFirstChoices, pageOfCohort } from './cohort-queries.ts';
import {
  countReturned,
  countReturns,
  findUsualDays,
  type LateAround,
  listAttendedDays,
  listLateIds,
  pageOfLate,
} from './late-queries.ts';
import { expectedVisits, FORECAST_WEEKS, forecastOf } from './return-rules.ts';

/** Sums clients by the month of their first purchase. */
export async function getCohorts(
  scope: MemberScope,
  { months, ...filter }: QueryOf<typeof contract.getCohorts>,
): Promise<ReplyOf<typeof contract.getCohorts>> {
  const { currency } = await getTenant(scope);
  const { today } = await dayOf(scope);
  const since = today.with({ day: 1 }).subtract({ months: months - 1 });
  const rows = await listCohortRows(scope, { since, currency, filter });
  return {
    ...(await freshness(scope)),
    currency,
    cohorts: [...Map.groupBy(rows, ({ month }) => month)].map(([month, cells]) => ({
      month,
      people: cells.find(({ offset }) => offset === 0)?.people ?? 0,
      cells: cells.map(({ offset, people, visits, spentMinor }) => ({ offset, people, visits, spentMinor })),
    })),
    ...(await listFirstChoices(scope)),
  };
}

export async function listCohortPeople(
  scope: MemberScope,
  query: QueryOf<typeof contract.listCohortPeople>,
): Promise<ReplyOf<typeof contract.listCohortPeople>> {
  return pageOfCohort(scope, query);
}

export async function saveCohortSegment(
  scope: MemberScope,
  { title, ...cell }: BodyOf<typeof contract.saveCohortSegment>,
): Promise<Segment> {
  return createSegmentOf(scope, { title, contactIds: await listCohortIds(scope, cell) });
}

export async function listLateClients(
  scope: MemberScope,
  query: QueryOf<typeof contract.listLateClients>,
): Promise<ReplyOf<typeof contract.listLateClients>> {
  return pageOfLate(scope, query, await aroundOf(scope));
}

export async function saveLateSegment(
  scope: MemberScope,
  { title, ...filter }: BodyOf<typeof contract.saveLateSegment>,
): Promise<Segment> {
  return createSegmentOf(scope, { title, contactIds: await listLateIds(scope, filter, await aroundOf(scope)) });
}

/** Counts who is late, lost and came back, and forecasts the next month. */
export async function getReturns(
  scope: MemberScope,
  { branchId }: QueryOf<typeof contract.getReturns>,
): Promise<ReplyOf<typeof contract.getReturns>> {
  const { knownDays, ...around } = await aroundOf(scope);
  return {
    ...(await freshness(scope)),
    ...(await countReturns(scope, { branchId }, around)),
    usualDays: knownDays,
    returned: await countReturned(scope, { branchId }, around),
    ...(await forecastsOf(scope, branchId, around.today)),
  };
}

/** Full months whose forecast is compared with what came. */
const PAST_MONTHS = 3;

async function forecastsOf(
  scope: MemberScope,
  branchId: string | undefined,
  today: Temporal.PlainDate,
): Promise<Pick<contract.Returns, 'forecast' | 'past'>> {
  const thisMonth = today.toPlainYearMonth();
  const from = thisMonth.toPlainDate({ day: 1 }).subtract({ months: PAST_MONTHS, weeks: FORECAST_WEEKS });
  const days = await listAttendedDays(scope, { from, before: today, branchId });
  const past = Array.from({ length: PAST_MONTHS }, (_, index) => thisMonth.subtract({ months: PAST_MONTHS - index }));
  const compared = past.flatMap((month) => {
    const expected = expectedVisits(days, { month, asOf: month.toPlainDate({ day: 1 }) });
    const actual = days.reduce((sum, { day, visits }) => (day.startsWith(month.toString()) ? sum + visits : sum), 0);
    return expected === null ? [] : [{ month, expected, actual }];
  });
  const next = thisMonth.add({ months: 1 });
  const expected = expectedVisits(days, { month: next, asOf: today });
  return {
    forecast: expected === null || compared.length < PAST_MONTHS ? null : forecastOf(expected, next, compared),
    past: compared.map(({ month, expected: before, actual }, index) => ({
      ...forecastOf(before, month, compared.slice(0, index)),
      actual,
    })),
  };
}

/** Clients with an interval of their own from which the usual one is known. */
const FEWEST_INTERVALS = 10;
/** Days between visits where that is not known. */
const DEFAULT_DAYS = 30;

/** `knownDays`: the usual interval; null while it is not known. */
export async function aroundOf(scope: DayScope): Promise<LateAround & { knownDays: number | null }> {
  const knownDays = await findUsualDays(scope, FEWEST_INTERVALS);
  return { ...(await dayOf(scope)), knownDays, usualDays: knownDays ?? DEFAULT_DAYS };
}

type DayScope = TenantScope & Pick<MemberScope, 'clock'>;

async function dayOf(scope: DayScope): Promise<{ now: Temporal.Instant; today: Temporal.PlainDate }> {
  const { timeZone } = await getTenant(scope);
  const now = scope.clock.now();
  return { now, today: now.toZonedDateTimeISO(timeZone).toPlainDate() };
}

async function freshness(scope: MemberScope): Promise<{ asOf: string; waiting: number }> {
  return { asOf: scope.clock.now().toString(), waiting: await countFactMarks(scope) };
}

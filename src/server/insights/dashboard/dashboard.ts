import type { BranchId } from '#contract/connections/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import type * as contract from '#contract/insights/dashboard.ts';
import type { VisitCounts } from '#contract/insights/results.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { MasterId } from '#contract/visits/calls.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import { findControlPercent, sumCompared } from '#server/insights/conversion/conversion-queries.ts';
import { type Days, daysOf } from '#server/insights/conversion/conversion-rules.ts';
import { backwards } from '#server/insights/conversion/periods.ts';
import { countClientDayMarks } from '#server/insights/clients/client-day-queries.ts';
import { type Group, type GroupedDay, hasResults, listVisitDays } from '#server/insights/results/result-queries.ts';
import { visitsOf, within } from '#server/insights/results/result-rules.ts';
import { compareReminders } from '#server/insights/results/results.ts';
import { aroundOf } from '#server/insights/returning/returning.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { effectOf, wilson } from '#server/platform/values/effect-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { countLost, pageOfInquiries, pageOfClients } from './client-queries.ts';
import { type Compared, comparisonsOf, periodAround, placeIn, pointsOf, untilToday } from './comparison-rules.ts';
import {
  findFirstDay,
  listMasterRows,
  type MasterRow,
  sumAnswers,
  sumBusyMinutes,
  sumClients,
} from './figure-queries.ts';
import { averageOf, figuresOf } from './figure-rules.ts';
import { listSenderRows, sumByKind, WINDOW_DAYS } from './sender-queries.ts';
import { listTargetsOf } from './target-queries.ts';

const MASTERS_SHOWN = 200;
const SENDERS_SHOWN = 10;

/** Common to the figures of one answer. */
type About = {
  period: ConversionPeriod;
  whole: Days;
  days: Days;
  today: Temporal.PlainDate;
  branchId: BranchId | undefined;
};

/** Sums a period from kept facts, beside the days it is compared with. */
export async function getDashboard(
  scope: ActionScope,
  { period, on, branchId }: QueryOf<typeof contract.getDashboard>,
): Promise<contract.Dashboard> {
  const { timeZone, today, currency } = await placeOf(scope, branchId);
  const whole = periodAround(dayUntil(on, today), period);
  const days = untilToday(whole, today);
  const about = { period, whole, days, today, branchId };
  const first = (await findFirstDay(scope, branchId)) ?? today;
  const compared = comparisonsOf(period, { whole, today, first });
  const groups: Group[] = [[days], ...compared.map(({ ranges }) => ranges)];
  const visits = await listVisitDays(scope, groups, branchId);
  const daysIn = (nth: number) => visits.filter((row) => row.nth === nth);
  const figures = await figuresOfGroups(scope, groups, { about, daysIn });
  const total = visitsOf(daysIn(0), today);
  const around = await aroundOf(scope);
  const { from, to } = written(days);
  return {
    period,
    from,
    to,
    end: whole.to.toString(),
    today: today.toString(),
    timeZone,
    currency,
    earlier: isBefore(first, whole.from) ? whole.from.subtract({ days: 1 }).toString() : null,
    later: isBefore(whole.to, today) ? whole.to.add({ days: 1 }).toString() : null,
    total,
    figures: figures[0] ?? figuresOf(NOTHING, today),
    lostClients: await countLost(scope, days, { branchId, around }),
    compared: compared.flatMap(({ kind, ranges }, index) => {
      const [latest, of] = [ranges[0], figures[index + 1]];
      return latest && of ? [{ kind, periods: ranges.length, ...written(latest), figures: of }] : [];
    }),
    points: await listPoints(scope, about, { compared: compared[0], before: daysIn(1) }),
    masters: await listMasters(scope, about, { total, newClients: figures[0]?.newClients ?? 0, currency }),
    came: await cameByKind(scope, days, branchId),
    senders: await listSenders(scope, days, branchId),
    reminders: await compareReminders(scope, days, { branchId, today }),
    targets: period === 'month' ? await listTargetsOf(scope, { month: whole.from, branchId: branchId ?? null }) : [],
    waiting: await countClientDayMarks(scope),
    hasAny: await hasResults(scope),
  };
}

/**
 * Lists the clients behind a number.
 *
 * @throws {Problem} `request.invalid` for days that end before they begin
 */
export async function listDashboardClients(
  scope: ActionScope,
  query: QueryOf<typeof contract.listDashboardClients>,
): Promise<ReplyOf<typeof contract.listDashboardClients>> {
  const around = await aroundOf(scope);
  return pageOfClients(scope, requestedDays(query, around.today), { ...query, around });
}

/**
 * Lists the conversations behind a number.
 *
 * @throws {Problem} `request.invalid` for days that end before they begin
 */
export async function listInquiries(
  scope: ActionScope,
  query: QueryOf<typeof contract.listInquiries>,
): Promise<ReplyOf<typeof contract.listInquiries>> {
  const { today } = await placeOf(scope, undefined);
  return pageOfInquiries(scope, requestedDays(query, today), query);
}

/** The calendar of the cabinet, and the currency of the branch or the cabinet. @throws {Problem} `branch.not_found` */
export async function placeOf(
  scope: ActionScope,
  branchId: BranchId | undefined,
): Promise<{ timeZone: string; today: Temporal.PlainDate; currency: string }> {
  const { timeZone, currency } = await getTenant(scope);
  const today = scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  return { timeZone, today, currency: branchId ? (await getBranch(scope, branchId)).currency : currency };
}

const { compare } = Temporal.PlainDate;
const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate) => compare(one, other) < 0;
const written = ({ from, to }: Days) => ({ from: from.toString(), to: to.toString() });

function dayUntil(on: string | undefined, today: Temporal.PlainDate): Temporal.PlainDate {
  const wanted = on === undefined ? today : Temporal.PlainDate.from(on);
  return isBefore(today, wanted) ? today : wanted;
}

function requestedDays(query: { from: string; to: string }, today: Temporal.PlainDate): Days {
  const days = daysOf({ ...query, by: 'week' }, today);
  if (!days) throw backwards(query);
  return days;
}

const NOTHING = { days: [], clients: undefined, busyMinutes: 0, answers: undefined };

/** Figures of each group: the average of its ranges. */
async function figuresOfGroups(
  scope: TenantScope,
  groups: readonly Group[],
  { about, daysIn }: { about: About; daysIn: (nth: number) => GroupedDay[] },
): Promise<contract.Figures[]> {
  const { period, branchId, today } = about;
  const clients = await sumClients(scope, groups, { period, branchId });
  const busy = await sumBusyMinutes(scope, groups, { branchId, today });
  const answers = await sumAnswers(scope, groups);
  return groups.map((ranges, nth) => {
    const sums = {
      days: daysIn(nth),
      clients: clients.find((row) => row.nth === nth),
      busyMinutes: busy.find((row) => row.nth === nth)?.minutes ?? 0,
      answers: answers.find((row) => row.nth === nth),
    };
    return figuresOf(sums, today, ranges.length);
  });
}

/** The parts of the chart, each beside the same days of the first comparison. */
async function listPoints(
  scope: TenantScope,
  { period, whole, days, today, branchId }: About,
  { compared, before }: { compared: Compared | undefined; before: GroupedDay[] },
): Promise<contract.Dashboard['points']> {
  const points = pointsOf(period, days);
  const groups = points.map((point) => [point]);
  const visits = await listVisitDays(scope, groups, branchId);
  const clients = await sumClients(scope, groups, { period: period === 'year' ? 'month' : 'day', branchId });
  return points.map((point, nth) => {
    const of = clients.find((row) => row.nth === nth);
    return {
      ...written(point),
      ...visitsOf(
        visits.filter((row) => row.nth === nth),
        today,
      ),
      newClients: of?.newClients ?? 0,
      returningClients: of?.returningClients ?? 0,
      before: beforeOf(point),
    };
  });

  function beforeOf(point: Days): contract.Dashboard['points'][number]['before'] {
    const places = compared?.ranges.flatMap((range) => placeIn(range, point, { period, whole }) ?? []) ?? [];
    if (places.length === 0) return null;
    const { attended, paid } = visitsOf(
      places.flatMap((place) => within(before, place)),
      today,
    );
    return { attended: attended / places.length, paid: paid.map((money) => averageOf(money, places.length)) };
  }
}

/** Masters, and after them what has no master, in the main currency. */
async function listMasters(
  scope: TenantScope,
  { days, today, branchId }: About,
  { total, newClients, currency }: { total: VisitCounts; newClients: number; currency: string },
): Promise<contract.MasterFigures[]> {
  const rows = await listMasterRows(scope, days, { branchId, today, limit: MASTERS_SHOWN });
  const masters = rows.map(toMaster).filter(({ attended, noShow, cancelled }) => attended + noShow + cancelled > 0);
  const left = (name: 'attended' | 'noShow' | 'cancelled') =>
    masters.reduce((rest, master) => rest - master[name], total[name]);
  const counts = { attended: left('attended'), noShow: left('noShow'), cancelled: left('cancelled') };
  if (rows.length === MASTERS_SHOWN || Object.values(counts).every((count) => count <= 0)) return masters;
  const paid = masters.reduce(
    (rest, master) => rest - (master.paid.currency === currency ? master.paid.amountMinor : 0),
    total.paid.find((money) => money.currency === currency)?.amountMinor ?? 0,
  );
  const start = masters.reduce((rest, master) => rest - master.newClients, newClients);
  const rest = {
    masterId: null,
    name: '',
    branchTitle: '',
    averageBill: null,
    busyMinutes: 0,
    newClients: Math.max(0, start),
  };
  return [...masters, { ...rest, ...counts, paid: { amountMinor: paid, currency } }];
}

function toMaster({ currency, paidMinor, arrived, masterId, ...row }: MasterRow): contract.MasterFigures {
  const paid = { amountMinor: paidMinor, currency };
  return {
    ...row,
    masterId: MasterId.parse(masterId),
    paid,
    averageBill: arrived > 0 && paidMinor > 0 ? averageOf(paid, arrived) : null,
  };
}

async function cameByKind(
  scope: TenantScope,
  days: Days,
  branchId: BranchId | undefined,
): Promise<contract.Dashboard['came']> {
  const rows = await sumByKind(scope, days, branchId);
  const of = (kind: string) => toCame(rows.find((row) => row.kind === kind) ?? { sent: 0, visited: 0 });
  return { flow: of('flow'), mailing: of('mailing') };
}

function toCame({ sent, visited }: { sent: number; visited: number }): contract.Came {
  return { sent, visited, ...wilson({ count: sent, visited }) };
}

async function listSenders(
  scope: TenantScope,
  days: Days,
  branchId: BranchId | undefined,
): Promise<contract.SenderFigures[]> {
  const senders: contract.SenderFigures[] = [];
  for (const { senderId, kind, title, spent, hasControl, ...row } of await listSenderRows(scope, days, {
    branchId,
    limit: SENDERS_SHOWN,
  })) {
    const id = SenderId.parse(senderId);
    const effect = hasControl ? await effectOfSender(scope, days, { senderId: id, branchId }) : null;
    senders.push({ senderId: id, kind: SenderKind.parse(kind), title, ...toCame(row), spent, effect });
  }
  return senders;
}

async function effectOfSender(
  scope: TenantScope,
  days: Days,
  { senderId, branchId }: { senderId: SenderId; branchId: BranchId | undefined },
): Promise<contract.SenderFigures['effect']> {
  const isOn = ((await findControlPercent(scope, senderId)) ?? 0) > 0;
  const { sent, control } = await sumCompared(scope, days, {
    senderId,
    kind: undefined,
    branchId,
    windowDays: WINDOW_DAYS,
    isOn,
  });
  return effectOf(sent, control, isOn);
}

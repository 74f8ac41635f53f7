import type { KnownSubject } from '#server/subjects/rules.ts';
import { listOwners } from './owner-reads.ts';
import { readsOrders } from '#contract/connections/kinds.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import {
  countAhead,
  countMessages,
  countOrders,
  countVisits,
  findPeriods,
  listReported,
  type ReportedConnection,
  type ReportPeriod,
} from './queries.ts';
import { isReportOff } from './owner-rules.ts';
import { type PeriodKind, type ReportFigures, reportValues } from './value-rules.ts';
import { plainSubject } from '#server/subjects/plain-subject-rules.ts';

export const REPORTED: readonly ConnectionKind[] = flowKind('daily_report').sources;

/** Loads report periods as subjects, with current figures. */
export async function loadPeriods(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const periods = await findPeriods(scope, ids);
  const connections = new Map((await listReported(scope, REPORTED)).map((one) => [one.id, one]));
  return describePeriods(
    scope,
    periods.flatMap(({ connectionId, ...period }) => {
      const connection = connections.get(connectionId);
      return connection ? [{ ...period, connection }] : [];
    }),
  );
}

/** Runs a few queries for each period: there is one per connection and day. */
async function describePeriods(scope: TenantScope, periods: readonly ReportPeriod[]): Promise<KnownSubject[]> {
  if (periods.length === 0) return [];
  const owners = await listOwners(scope);
  const subjects: KnownSubject[] = [];
  for (const period of periods) {
    const { connection, kind } = period;
    const isOff = isReportOff(owners, { about: kind, source: connection.kind });
    subjects.push({ ...(await describe(scope, period)), isOff });
  }
  return subjects;
}

/** The report of each active connection as it would be sent today. */
export async function samplePeriods(
  scope: TenantScope,
  kind: PeriodKind,
  now: Temporal.Instant,
): Promise<KnownSubject[]> {
  const connections = (await listReported(scope, REPORTED)).filter(({ isActive }) => isActive);
  return describePeriods(
    scope,
    connections.map((connection) => ({
      id: connection.id,
      kind,
      reportDate: now.toZonedDateTimeISO(connection.timeZone).toPlainDate(),
      connection,
    })),
  );
}

const DAYS: Readonly<Record<PeriodKind, number>> = { day: 1, week: 7 };

async function describe(scope: TenantScope, { id, kind, reportDate, connection }: ReportPeriod): Promise<KnownSubject> {
  const { timeZone, currency, title, branchIds } = connection;
  const days = DAYS[kind];
  const startsAt = midnightOf(reportDate, timeZone);
  const [from, before, until] = [-days, -2 * days, days].map((count) =>
    midnightOf(reportDate.add({ days: count }), timeZone),
  );
  if (!from || !before || !until) throw new Error('Three days were asked for');
  const report = {
    from: reportDate.subtract({ days }),
    to: reportDate.subtract({ days: 1 }),
    figures: await figuresOf(scope, connection, { from, until: startsAt }),
    before: await figuresOf(scope, connection, { from: before, until: from }),
    ahead: readsOrders(connection.kind) ? null : await countAhead(scope, branchIds, { from: startsAt, until }),
  };
  const subject = plainSubject({ kind, id, title, timeZone, startsAt, currency });
  const { kind: source, isActive: isBranchActive } = connection;
  return { ...subject, source, isBranchActive, words: { ...subject.words, own: reportValues({ report, currency }) } };
}

async function figuresOf(
  scope: TenantScope,
  { kind, branchIds }: ReportedConnection,
  span: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<ReportFigures> {
  const count = readsOrders(kind) ? countOrders : countVisits;
  return { ...(await count(scope, branchIds, span)), ...(await countMessages(scope, branchIds, span)) };
}

function midnightOf(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return day.toZonedDateTime(timeZone).toInstant();
}

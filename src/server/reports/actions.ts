import type { FlowTiming } from '#contract/flows/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Subject } from '#server/subjects/rules.ts';
import { ensurePeriods, listReported } from './queries.ts';
import { REPORTED } from './reads.ts';
import type { PeriodKind } from './value-rules.ts';

/** Weekdays on which a report is sent unless the owner chose others; a weekly report is sent on Monday. */
const USUAL_WEEKDAYS: Readonly<Record<PeriodKind, readonly number[]>> = { day: [1, 2, 3, 4, 5, 6, 7], week: [1] };

/**
 * Returns the periods whose report is due between two instants, and creates those that do not exist.
 *
 * Each connection's days follow its own time zone, so one more day is searched at both ends. All of them fit on one
 * page.
 */
export async function requirePeriods(
  scope: TenantScope,
  kind: PeriodKind,
  { delayMinutes, weekdays }: Pick<FlowTiming, 'delayMinutes' | 'weekdays'>,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<Subject[]> {
  const wantedWeekdays = weekdays.length > 0 ? weekdays : USUAL_WEEKDAYS[kind];
  const days = daysAround(from.subtract({ minutes: delayMinutes }), until.subtract({ minutes: delayMinutes })).filter(
    ({ dayOfWeek }) => wantedWeekdays.includes(dayOfWeek),
  );
  const connections = (await listReported(scope, REPORTED)).filter(({ isActive }) => isActive);
  const wanted = connections.flatMap(({ id }) => days.map((reportDate) => ({ connectionId: id, reportDate })));
  const ids = await ensurePeriods(scope, kind, wanted);
  return ids.map((id) => ({ kind, id }));
}

function daysAround(from: Temporal.Instant, until: Temporal.Instant): Temporal.PlainDate[] {
  const first = from.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 1 });
  const last = until.toZonedDateTimeISO('UTC').toPlainDate().add({ days: 1 });
  return Array.from({ length: first.until(last).days + 1 }, (_, days) => first.add({ days }));
}

import type { Subject, SubjectToDecide } from '#server/subjects/rules.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';
import { VisitStatus } from '#contract/visits/calls.ts';
import { listContactsByBirthday } from '#server/contacts/book/actions.ts';
import { tasksDue } from '#server/deals/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { listVisitsStarted } from '#server/visits/changes/actions.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { requirePeriods } from '#server/reports/actions.ts';
import type { PeriodKind } from '#server/reports/value-rules.ts';

/** The period in which the moments of a flow's messages lie, for flows triggered by the clock. */
type CandidateRequest = {
  from: Temporal.Instant;
  until: Temporal.Instant;
  now: Temporal.Instant;
  /** The cursor: the last subject of the page before. */
  after: string | null;
  limit: number;
};

export type Candidates = { subjects: Subject[]; after: string | null };

/** One page of the subjects about which a flow that comes long after them is decided. */
export async function listCandidates(
  scope: TenantScope,
  flow: StoredFlow,
  request: CandidateRequest,
): Promise<Candidates> {
  return SOURCES[flowKind(flow.kind).subject](scope, flow, request);
}

const SOURCES: Readonly<Record<SubjectKind, typeof listCandidates>> = {
  day: periods('day'),
  week: periods('week'),
  order: noCandidates,
  deal: noCandidates,

  async deal_task(scope, flow, { from, until, after, limit }) {
    const { delayMinutes } = flow.settings.timing;
    const period = { from: from.subtract({ minutes: delayMinutes }), until: until.subtract({ minutes: delayMinutes }) };
    const ids = await tasksDue(scope, { ...period, after, limit });
    return {
      subjects: ids.map((id) => ({ kind: 'deal_task', id })),
      after: ids.length === limit ? (ids.at(-1) ?? null) : null,
    };
  },

  cart: noCandidates,
  api_event: noCandidates,
  group_move: noCandidates,

  async visit(scope, flow, { from, until, now, after, limit }) {
    const { delayMinutes, firstSend } = flow.settings.timing;
    const statuses = flowKind(flow.kind).statuses.map((status) => VisitStatus.parse(status));
    const page = await listVisitsStarted(scope, {
      from: firstSend ? now.subtract({ hours: 24 * longestAgo(flow) }) : from.subtract({ minutes: delayMinutes }),
      until: until.subtract({ minutes: delayMinutes }),
      statuses,
      after,
      limit,
    });
    return { subjects: page.ids.map((id) => ({ kind: 'visit', id })), after: page.after };
  },

  /** Every zone has its own date, so the period is a day longer at both ends. A contact whose date has not come is decided again later. */
  async contact(scope, flow, { from, until, after, limit }) {
    const { delayMinutes } = flow.settings.timing;
    const first = from
      .subtract({ minutes: delayMinutes })
      .toZonedDateTimeISO('UTC')
      .toPlainDate()
      .subtract({ days: 1 });
    const last = until.subtract({ minutes: delayMinutes }).toZonedDateTimeISO('UTC').toPlainDate().add({ days: 1 });
    const ids = await listContactsByBirthday(scope, daysBetween(first, last), { after, limit });
    return {
      subjects: ids.map((id) => ({ kind: 'contact', id })),
      after: ids.length === limit ? (ids.at(-1) ?? null) : null,
    };
  },
};

function periods(kind: PeriodKind): typeof listCandidates {
  return async (scope, { settings: { timing } }, request) => ({
    subjects: await requirePeriods(scope, kind, timing, request),
    after: null,
  });
}

/** A flow triggered only by events has no candidates. */
async function noCandidates(): Promise<Candidates> {
  return { subjects: [], after: null };
}

/**
 * Whether a flow that comes long after its subjects is decided about one: a visit in one of the flow's statuses, within the period that the
 * flow searches.
 */
export function isCandidate(
  flow: StoredFlow,
  { kind, status, startsAt }: Pick<SubjectToDecide, 'kind' | 'status' | 'startsAt'>,
  now: Temporal.Instant,
): boolean {
  if (kind !== 'visit') return true;
  if (!flowKind(flow.kind).statuses.includes(status)) return false;
  const { firstSend } = flow.settings.timing;
  return !firstSend || !isBefore(startsAt, now.subtract({ hours: 24 * longestAgo(flow) }));
}

/** Days since a visit within which a flow with `firstSend` searches. */
function longestAgo({ settings }: StoredFlow): number {
  const conditions = settings.conditions.groups.flatMap((group) => group.conditions);
  const days = conditions.flatMap((one) =>
    one.field === 'days_since_visit' && 'to' in one && one.to > 0 ? one.to : [],
  );
  return days.length > 0 ? Math.max(...days) + 1 : LONGEST_DAYS;
}

/** From the specification, section 9: a return is offered up to 5 years after the last visit. */
const LONGEST_DAYS = 5 * 366;

/** A birthday on 29 February is celebrated on the 28th in other years. */
function daysBetween(first: Temporal.PlainDate, last: Temporal.PlainDate): Temporal.PlainMonthDay[] {
  const days: Temporal.PlainMonthDay[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    days.push(day.toPlainMonthDay());
    if (day.month === 2 && day.day === 28 && !day.inLeapYear) days.push(Temporal.PlainMonthDay.from('02-29'));
  }
  return days;
}

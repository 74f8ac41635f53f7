import type { FlowCheck } from '#contract/flow-kind-entry.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type {
  CustomerHistory,
  CustomerToDecide,
  FlowEvent,
  FlowToDecide,
  PastVisit,
  Refusal,
  SubjectToDecide,
} from './decision.ts';

type Asked = {
  subject: SubjectToDecide;
  event: FlowEvent | null;
  history: CustomerHistory;
  flow: FlowToDecide;
  now: Temporal.Instant;
};

/** What speaks against the message by the questions of its kind; null when nothing does. */
export function failedCheck(
  subject: SubjectToDecide,
  customer: CustomerToDecide | null,
  flow: FlowToDecide,
  { event, now }: { event: FlowEvent | null; now: Temporal.Instant },
): Refusal | null {
  if (!customer) return null;
  for (const check of FLOW_CATALOGUE[flow.kind].checks) {
    const refusal = CHECKS[check]({ subject, event, history: customer.history, flow, now });
    if (refusal) return refusal;
  }
  return null;
}

const CHECKS: Readonly<Record<FlowCheck, (asked: Asked) => Refusal | null>> = {
  no_visit_ahead({ history, now }) {
    const ahead = history.visits.find((visit) => isOpen(visit) && Temporal.Instant.compare(visit.startsAt, now) > 0);
    return ahead ? { rule: 'visit_ahead', compared: { startsAt: String(ahead.startsAt) } } : null;
  },

  /** Of a flow about certain services only these count: who had a haircut since still wants her nails done. */
  not_come_again({ subject, history, flow, now }) {
    const wanted = servicesOf(flow);
    const later = history.visits.find(
      (visit) =>
        isHeld(visit, now) &&
        Temporal.Instant.compare(visit.startsAt, subject.startsAt) > 0 &&
        (wanted.size === 0 || visit.serviceIds.some((id) => wanted.has(id))),
    );
    return later ? { rule: 'came_again', compared: { startsAt: String(later.startsAt) } } : null;
  },

  first_of_hers({ subject, history, now }) {
    const before = history.visits.filter(
      (visit) => isHeld(visit, now) && Temporal.Instant.compare(visit.startsAt, subject.startsAt) < 0,
    ).length;
    const visitsCount = Math.max(before + 1, subject.isFirst ? 1 : history.visitsCount);
    return visitsCount > 1 ? { rule: 'first_visit_only', compared: { visitsCount } } : null;
  },

  not_bought({ history, flow }) {
    const offered = flow.settings.options.offerServiceIds;
    const had = history.visits.find(
      (visit) =>
        visit.status !== 'cancelled' &&
        visit.status !== 'no_show' &&
        visit.serviceIds.some((id) => offered.includes(id)),
    );
    return had ? { rule: 'bought_already', compared: { startsAt: String(had.startsAt) } } : null;
  },

  /** The visit itself is among those that are counted: before it she was below, with it she is not. */
  crosses_threshold({ subject, history, flow }) {
    const { visits, spent } = flow.settings.options.threshold;
    const isCounted = history.visits.some(({ id, status }) => id === subject.id && status === 'arrived');
    const after = {
      visits: history.visitsCount + (isCounted ? 0 : 1),
      spent: history.spent + (isCounted ? 0 : subject.total),
    };
    const crossesVisits = visits > 0 && after.visits === visits;
    const crossesSpent = spent > 0 && after.spent >= spent && after.spent - subject.total < spent;
    if (crossesVisits || crossesSpent) return null;
    return {
      rule: 'threshold_not_crossed',
      compared: {
        visitsCount: after.visits,
        spent: after.spent,
        ...(visits > 0 && { wantedVisits: visits }),
        ...(spent > 0 && { wantedSpent: spent }),
      },
    };
  },

  /** A message that waited for its hour would say what is no longer so. */
  same_status({ subject, event }) {
    const isSame = event === null || event.statusTo === null || event.statusTo === subject.status;
    return isSame ? null : { rule: 'status_passed', compared: { status: subject.status, was: event.statusTo } };
  },
};

/** The services a flow's conditions ask for. */
function servicesOf({ settings }: FlowToDecide): Set<string> {
  const conditions = settings.conditions.groups.flatMap((group) => group.conditions);
  return new Set(
    conditions.flatMap((one) => (one.field === 'service' && 'values' in one && !one.isNot ? one.values : [])),
  );
}

function isOpen({ status }: PastVisit): boolean {
  return status === 'waiting' || status === 'confirmed' || status === 'unknown';
}

/** She came, or nobody said otherwise: many salons never mark a visit as arrived. */
function isHeld(visit: PastVisit, now: Temporal.Instant): boolean {
  return visit.status === 'arrived' || (isOpen(visit) && Temporal.Instant.compare(visit.startsAt, now) <= 0);
}

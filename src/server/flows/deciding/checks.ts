import type { Refusal } from '#contract/delivery/compared.ts';
import { wholeUnits } from '#server/texts/content/format-rules.ts';
import type { RecentMessage } from '#server/policy/priority-rules.ts';
import {
  type CustomerHistory,
  type FlowEvent,
  isHeld,
  isOpen,
  type PastVisit,
  type SubjectToDecide,
} from '#server/subjects/rules.ts';
import type { FlowCheck } from '#contract/flows/kind.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { CustomerToDecide, FlowToDecide } from './decision.ts';
import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';

type CheckInput = {
  subject: SubjectToDecide;
  event: FlowEvent | null;
  history: CustomerHistory;
  recentMessages: readonly RecentMessage[];
  flow: FlowToDecide;
  now: Temporal.Instant;
};

/** The first failed check among those of the flow's kind; null when all pass. */
export function failedCheck(
  subject: SubjectToDecide,
  customer: CustomerToDecide | null,
  flow: FlowToDecide,
  { event, now }: { event: FlowEvent | null; now: Temporal.Instant },
): Refusal | null {
  if (!customer) return null;
  const { history, recent: recentMessages } = customer;
  for (const check of flowKind(flow.kind).checks) {
    const refusal = CHECKS[check]({ subject, event, history, recentMessages, flow, now });
    if (refusal) return refusal;
  }
  return null;
}

const CHECKS: Readonly<Record<FlowCheck, (input: CheckInput) => Refusal | null>> = {
  no_visit_ahead({ history, now }) {
    const ahead = history.visits.find((visit) => isOpen(visit) && isAfter(visit.startsAt, now));
    return ahead ? { rule: 'visit_ahead', compared: { startsAt: String(ahead.startsAt) } } : null;
  },

  /** A flow about certain services counts only visits with these services: a contact who came for a haircut may still need a manicure. */
  not_come_again({ subject, history, flow, now }) {
    const wanted = servicesOf(flow);
    const isWanted = (ids: PastVisit['serviceIds']) => wanted.size === 0 || ids.some((id) => wanted.has(id));
    const since = history.visits.filter((visit) => comesAfter(visit, subject));
    const later = since.find((visit) => isHeld(visit, now) && isWanted(visit.serviceIds));
    if (later) return { rule: 'came_again', compared: { startsAt: String(later.startsAt) } };
    // After another missed visit the message belongs to that one: by section 9 of the specification the last visit counts.
    const missed =
      subject.status === 'no_show' &&
      since.find(({ status, serviceIds }) => status === 'no_show' && isWanted(serviceIds));
    return missed ? { rule: 'missed_again', compared: { startsAt: String(missed.startsAt) } } : null;
  },

  first_attended({ subject, history, now }) {
    const before = history.visits.filter(
      (visit) => visit.id !== subject.id && isHeld(visit, now) && !comesAfter(visit, subject),
    ).length;
    const visitsCount = Math.max(before + 1, subject.isFirst ? 1 : history.visitsCount);
    return visitsCount > 1 ? { rule: 'first_visit_only', compared: { visitsCount } } : null;
  },

  not_bought({ history, flow }) {
    const { offerServiceIds: offered = [] } = flow.settings.options;
    const had = history.visits.find(
      (visit) =>
        visit.status !== 'cancelled' &&
        visit.status !== 'no_show' &&
        visit.serviceIds.some((id) => offered.includes(id)),
    );
    return had ? { rule: 'bought_already', compared: { startsAt: String(had.startsAt) } } : null;
  },

  /**
   * The threshold is reached with this visit and not before it. Later visits are left out: two visits may be marked as held before the
   * first is decided, and one while the message of the first waits.
   */
  crosses_threshold({ subject, history, recentMessages, flow }) {
    const later = history.visits.filter((visit) => visit.status === 'arrived' && comesAfter(visit, subject));
    // A threshold already celebrated with a later visit is not celebrated again when an earlier visit is marked as held afterwards.
    const celebrated = recentMessages.find(
      (one) => one.senderId === flow.id && !one.isWaiting && later.some(({ id }) => id === one.subjectId),
    );
    if (celebrated) return { rule: 'written_lately', compared: { lastAt: String(celebrated.at) } };
    const { visits, spent } = flow.settings.options.threshold ?? NO_THRESHOLD;
    const isCounted = history.visits.some(({ id, status }) => id === subject.id && status === 'arrived');
    const laterMinor = later.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
    const after = {
      visits: history.visitsCount - later.length + (isCounted ? 0 : 1),
      spent: history.spent - wholeUnits(laterMinor, history.currency) + (isCounted ? 0 : subject.total),
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

  /** A message that waited for its send window must not state a status that has changed since. */
  same_status({ subject, event }) {
    const was = event?.statusTo ?? null;
    // NOTE: `Closed` follows `Delivered` when the accounts of an order are closed; the order counts as delivered.
    const isSame = was === null || was === subject.status || (was === 'Delivered' && subject.status === 'Closed');
    return isSame ? null : { rule: 'status_passed', compared: { status: subject.status, was } };
  },

  moved_as_chosen({ subject: { groupMove }, flow }) {
    const chosen = flow.settings.options.groupMove;
    if (!groupMove || !chosen) return null;
    const { dashboardId, fromGroups, toGroups } = chosen;
    const isOther = dashboardId === null ? !groupMove.isUsual : groupMove.dashboardId !== dashboardId;
    if (isOther) return { rule: 'group_differs', compared: {} };
    const { from, to } = groupMove;
    if (!toGroups.includes(to)) return { rule: 'group_differs', compared: { is: to, wanted: toGroups.join(', ') } };
    if (fromGroups.length === 0 || (from !== null && fromGroups.includes(from))) return null;
    return { rule: 'group_differs', compared: { is: from, wanted: fromGroups.join(', ') } };
  },

  still_in_group({ subject: { groupMove }, now }) {
    if (!groupMove?.leftAt || isAfter(groupMove.leftAt, now)) return null;
    return { rule: 'group_left', compared: { is: groupMove.now, wanted: groupMove.to } };
  },

  same_stage({ subject: { deal }, event }) {
    const wanted = event?.statusTo ?? null;
    return !deal || wanted === null || wanted === deal.stageId
      ? null
      : { rule: 'stage_passed', compared: { is: deal.stageTitle } };
  },

  deal_exists({ subject: { deal } }) {
    return deal?.isDeleted ? { rule: 'deal_deleted', compared: {} } : null;
  },

  task_open({ subject: { deal } }) {
    return deal?.isTaskOver ? { rule: 'task_done', compared: {} } : null;
  },
};

const NO_THRESHOLD = { visits: -1, spent: -1 };

/** The services that a flow's conditions require. */
function servicesOf({ settings }: FlowToDecide): Set<string> {
  const conditions = settings.conditions.groups.flatMap((group) => group.conditions);
  return new Set(
    conditions.flatMap((one) => (one.field === 'service' && 'values' in one && !one.isNot ? one.values : [])),
  );
}

/** Two visits at one time, e.g. with two masters, are ordered by id. */
function comesAfter(visit: PastVisit, { id, startsAt }: SubjectToDecide): boolean {
  const order = compareInstants(visit.startsAt, startsAt);
  return order > 0 || (order === 0 && visit.id > id);
}

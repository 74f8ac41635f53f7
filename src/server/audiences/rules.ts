import type { Refusal } from '#server/policy/rules.ts';
import type { CustomerHistory, FlowEvent, SubjectToDecide } from '#server/subjects/rules.ts';
import type { ConditionField } from '#contract/flow-kind-entry.ts';
import type { FlowCondition, FlowConditions } from '#contract/audiences.ts';

/** The facts that conditions compare. */
export type ConditionFacts = {
  subject: SubjectToDecide;
  event: FlowEvent | null;
  history: CustomerHistory;
  /** When the message should be sent; now, if that has passed. */
  wantedAt(): Temporal.Instant;
};

/** The first of an owner's conditions that excludes the contact, in their order; null when none does. */
export function unmetCondition({ match, groups }: FlowConditions, facts: ConditionFacts): Refusal | null {
  return checkAll(match, groups, (group) => checkAll(group.match, group.conditions, (one) => checkOne(one, facts)));
}

/**
 * Checks a list of conditions: `all` returns the first refusal; `any` refuses only if all do, and combines their
 * values.
 */
function checkAll<One>(
  match: 'all' | 'any',
  items: readonly One[],
  check: (one: One) => Refusal | null,
): Refusal | null {
  const refusals: Refusal[] = [];
  for (const one of items) {
    const refusal = check(one);
    if (refusal === null && match === 'any') return null;
    if (refusal !== null && match === 'all') return refusal;
    if (refusal !== null) refusals.push(refusal);
  }
  const [only] = refusals;
  if (!only || refusals.length === 1) return only ?? null;
  return { rule: 'conditions_differ', compared: { none: refusals.map(({ rule }) => rule).join(', ') } };
}

function checkOne(condition: FlowCondition, facts: ConditionFacts): Refusal | null {
  const { read, ...question } = QUESTIONS[condition.field];
  const present = read(facts);
  if (fits(condition, present)) return null;
  const rule = typeof question.rule === 'string' ? question.rule : question.rule(condition);
  return { rule, compared: { ...comparedOf(condition, present), ...question.shown?.(facts) } };
}

/** The value to compare: words of which one must match, a number, or nothing. */
type Present = readonly string[] | number | null;

type Question = {
  read(facts: ConditionFacts): Present;
  rule: Refusal['rule'] | ((condition: FlowCondition) => Refusal['rule']);
  /** The compared values as shown to people, where they are ids. */
  shown?(facts: ConditionFacts): Record<string, unknown>;
};

const QUESTIONS: Readonly<Record<ConditionField, Question>> = {
  branch: {
    read: ({ subject }) => listOf(subject.branchId),
    rule: 'branch_differs',
    shown: ({ subject }) => ({ branch: subject.branchTitle }),
  },
  service: {
    read: ({ subject }) => subject.serviceIds,
    rule: 'service_differs',
    shown: ({ subject }) => ({ services: subject.serviceTitles.join(', ') }),
  },
  service_category: { read: ({ subject }) => subject.serviceCategories, rule: 'service_category_differs' },
  master: {
    read: ({ subject }) => listOf(subject.masterId),
    rule: 'master_differs',
    shown: ({ subject }) => ({ master: subject.masterName ?? '' }),
  },
  visit_status: { read: ({ subject }) => [subject.status], rule: 'status_differs' },
  customer_category: { read: ({ history }) => history.categories, rule: 'customer_category_differs' },
  source: { read: ({ subject }) => listOf(subject.source), rule: 'source_differs' },
  weekday: { read: ({ subject }) => [String(wallOf(subject).dayOfWeek)], rule: 'visit_weekday_differs' },
  change: { read: ({ event }) => event?.changes ?? [], rule: 'change_differs' },
  order_status: { read: ({ event, subject }) => [event?.statusTo ?? subject.status], rule: 'order_status_differs' },
  delivery_kind: { read: ({ subject }) => listOf(subject.deliveryKind), rule: 'delivery_kind_differs' },
  event_name: { read: ({ subject }) => listOf(subject.eventName), rule: 'event_name_differs' },
  visits_count: { read: ({ history }) => history.visitsCount, rule: 'visits_count_differs' },
  spent: { read: ({ history }) => history.spent, rule: 'spent_differs' },
  total: { read: ({ subject }) => subject.total, rule: 'total_differs' },
  days_since_visit: {
    read: ({ subject, wantedAt }) => Math.floor(wantedAt().since(subject.startsAt).total('hours') / 24),
    rule: 'days_since_visit_differs',
  },
  hour: { read: ({ subject }) => wallOf(subject).hour, rule: 'hour_differs' },
  shift_minutes: { read: ({ event }) => shiftOf(event), rule: 'shift_too_small' },
  visit_number: {
    read: ({ subject }) => [subject.isFirst ? 'first' : 'repeated'],
    rule: (condition) =>
      'value' in condition && condition.value === 'first' ? 'first_visit_only' : 'repeated_visit_only',
  },
  booking_way: { read: ({ subject }) => [subject.isOnline ? 'online' : 'staff'], rule: 'booking_way_differs' },
};

function fits(condition: FlowCondition, present: Present): boolean {
  if ('values' in condition) {
    const isAmong = Array.isArray(present) && present.some((word) => condition.values.includes(word));
    return isAmong !== condition.isNot;
  }
  if ('value' in condition) return Array.isArray(present) && present.includes(condition.value);
  if (condition.from === -1 || present === null) return true; // any value, or nothing to compare: a visit that did not move has no shift
  return typeof present === 'number' && present >= condition.from && present <= condition.to;
}

function comparedOf(condition: FlowCondition, present: Present): Record<string, unknown> {
  const is = Array.isArray(present) ? present.join(', ') : present;
  if ('values' in condition) {
    // NOTE: people are shown names instead of ids.
    return IDS.has(condition.field)
      ? {}
      : { is, [condition.isNot ? 'unwanted' : 'wanted']: condition.values.join(', ') };
  }
  return 'value' in condition ? { is, wanted: condition.value } : { is, from: condition.from, to: condition.to };
}

const IDS: ReadonlySet<ConditionField> = new Set(['branch', 'service', 'master']);

function listOf(value: string | null): string[] {
  return value === null ? [] : [value];
}

function wallOf({ startsAt, timeZone }: SubjectToDecide): Temporal.ZonedDateTime {
  return startsAt.toZonedDateTimeISO(timeZone);
}

/** Whole minutes between the old start and the new one; null when the event is not a move. */
function shiftOf(event: FlowEvent | null): number | null {
  if (!event?.from || !event.to) return null;
  return Math.round(Math.abs(event.to.since(event.from).total('minutes')));
}

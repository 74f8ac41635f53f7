import type { Compared, ConditionRule, Refusal } from '#contract/delivery/compared.ts';
import { type CustomerHistory, type FlowEvent, isHeld, type SubjectToDecide } from '#server/subjects/rules.ts';
import type { ConditionField } from '#contract/audiences/values.ts';
import type { AudienceCondition, FlowCondition, FlowConditions } from '#contract/audiences/calls.ts';
import { TRAIT_FIELDS } from '#contract/audiences/values.ts';
import { type AudienceQuestion, NOTHING, type TraitField, traitOf } from './trait-rules.ts';

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
  const { field } = condition;
  const { read, ...question } = isTrait(field) ? traitQuestion(field) : QUESTIONS[field];
  const present = read(facts);
  if (fits(condition, present)) return null;
  const rule = typeof question.rule === 'string' ? question.rule : question.rule(condition);
  const compared = { ...comparedOf(condition, present), ...question.shown?.(facts) };
  return { rule, compared } as Refusal<ConditionRule>; // NOTE: the compiler does not compare so many rules
}

/** The value to compare: words of which one must match, a number, or nothing. */
type Present = readonly string[] | number | null;

type Question = {
  read(facts: ConditionFacts): Present;
  rule: ConditionRule | ((condition: FlowCondition) => ConditionRule);
  /** The compared values as shown to people, where they are ids. */
  shown?(facts: ConditionFacts): Compared<ConditionRule>;
};

const isTrait = (field: ConditionField): field is TraitField => TRAIT_FIELDS.some((trait) => trait === field);

const traitQuestion = (field: TraitField): Question => ({
  read: ({ history, wantedAt }) => traitOf(field, { ...history, now: wantedAt() }),
  rule: 'contact_differs',
});

const QUESTIONS: Readonly<Record<Exclude<ConditionField, TraitField>, Question>> = {
  branch: {
    read: ({ subject }) => VALUES_OF_VISIT.branch(subject),
    rule: 'branch_differs',
    shown: ({ subject }) => ({ branch: subject.branchTitle }),
  },
  service: {
    read: ({ subject }) => VALUES_OF_VISIT.service(subject),
    rule: 'service_differs',
    shown: ({ subject }) => ({ services: subject.serviceTitles.join(', ') }),
  },
  service_category: {
    read: ({ subject }) => VALUES_OF_VISIT.service_category(subject),
    rule: 'service_category_differs',
  },
  master: {
    read: ({ subject }) => VALUES_OF_VISIT.master(subject),
    rule: 'master_differs',
    shown: ({ subject }) => ({ master: subject.masterName ?? '' }),
  },
  visit_status: { read: ({ subject }) => [subject.status], rule: 'status_differs' },
  customer_category: { read: ({ history }) => history.categories, rule: 'customer_category_differs' },
  tag: { read: ({ history }) => history.tags, rule: 'tag_differs' },
  imported_list: { read: ({ history }) => history.importIds, rule: 'imported_list_differs' },
  source: { read: ({ subject }) => VALUES_OF_VISIT.source(subject), rule: 'source_differs' },
  weekday: { read: ({ subject }) => [String(wallOf(subject).dayOfWeek)], rule: 'visit_weekday_differs' },
  change: { read: ({ event }) => event?.changes ?? [], rule: 'change_differs' },
  order_status: { read: ({ event, subject }) => [event?.statusTo ?? subject.status], rule: 'order_status_differs' },
  delivery_kind: { read: ({ subject }) => listOf(subject.deliveryKind), rule: 'delivery_kind_differs' },
  deal_stage: {
    read: ({ event, subject: { deal } }) => listOf(deal ? (event?.statusTo ?? deal.stageId) : null),
    rule: 'deal_stage_differs',
    shown: ({ subject: { deal } }) => ({ is: deal?.stageTitle ?? '' }),
  },
  deal_pipeline: {
    read: ({ subject: { deal } }) => listOf(deal?.pipelineId ?? null),
    rule: 'deal_pipeline_differs',
    shown: ({ subject: { deal } }) => ({ is: deal?.pipelineTitle ?? '' }),
  },
  deal_responsible: {
    read: ({ subject: { deal } }) => listOf(deal?.responsibleName ?? null),
    rule: 'deal_responsible_differs',
  },
  deal_tag: { read: ({ subject: { deal } }) => deal?.tags ?? [], rule: 'deal_tag_differs' },
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
  booking_way: { read: ({ subject }) => VALUES_OF_VISIT.booking_way(subject), rule: 'booking_way_differs' },
};

/** The facts about a contact that an audience's conditions compare. */
export type ContactFacts = {
  history: Pick<CustomerHistory, 'visitsCount' | 'spent' | 'categories' | 'tags' | 'importIds' | 'traits'>;
  /** Null: the contact has not been here. */
  lastVisitAt: Temporal.Instant | null;
  /** All visits, also those to come. */
  visits: readonly SubjectToDecide[];
};

/** Whether a contact belongs to an audience. `audienceFilter` in `contact-reads.ts` asks the same of all contacts. */
export function isInAudience(
  { conditions: { match, groups }, ...question }: AudienceQuestion,
  facts: ContactFacts,
): boolean {
  return holdsAll(match, groups, (group) =>
    holdsAll(group.match, group.conditions, (one) => fits(one, presentOf(one, facts, question))),
  );
}

/** The values of a contact that a condition compares, and whether it holds. */
export function explainCondition(
  condition: AudienceCondition,
  facts: ContactFacts,
  question: Omit<AudienceQuestion, 'conditions'>,
): { holds: boolean; values: string[] } {
  const present = presentOf(condition, facts, question);
  const values = Array.isArray(present) ? present : [String(present)];
  return { holds: fits(condition, present), values: [...new Set(values)] };
}

function holdsAll<One>(match: 'all' | 'any', items: readonly One[], holds: (one: One) => boolean): boolean {
  return match === 'all' || items.length === 0 ? items.every(holds) : items.some(holds);
}

function presentOf(
  condition: AudienceCondition,
  facts: ContactFacts,
  question: Omit<AudienceQuestion, 'conditions'>,
): readonly string[] | number {
  const { history, lastVisitAt, visits } = facts;
  const { now } = question;
  const { field } = condition;
  if ('values' in condition && field === 'segment') return segmentsOf(condition.values, facts, question);
  if (isTrait(field)) return traitOf(field, { traits: history.traits, visits, now });
  switch (field) {
    case 'customer_category':
      return history.categories;
    case 'tag':
      return history.tags;
    case 'imported_list':
      return history.importIds;
    case 'visits_count':
      return history.visitsCount;
    case 'spent':
      return history.spent;
    case 'days_since_visit':
      return lastVisitAt ? Math.floor(now.since(lastVisitAt).total('hours') / 24) : NOTHING;
    case 'visit_number':
      return history.visitsCount === 0 ? [] : [history.visitsCount === 1 ? 'first' : 'repeated'];
    default:
      return visits.filter((visit) => isHeld(visit, now)).flatMap((visit) => VALUES_OF_VISIT[field](visit));
  }
}

/** Returns those of the segments that have the contact. */
function segmentsOf(
  ids: readonly string[],
  facts: ContactFacts,
  question: Omit<AudienceQuestion, 'conditions'>,
): string[] {
  return ids.filter((id) => {
    const segment = question.segments.get(id);
    if (!segment) return false;
    const { conditions } = segment;
    return conditions ? isInAudience({ ...question, conditions }, facts) : facts.history.traits.segmentIds.includes(id);
  });
}

type VisitField = Exclude<
  AudienceCondition['field'],
  | TraitField
  | 'customer_category'
  | 'tag'
  | 'imported_list'
  | 'visits_count'
  | 'spent'
  | 'days_since_visit'
  | 'visit_number'
>;

const VALUES_OF_VISIT: Readonly<Record<VisitField, (visit: SubjectToDecide) => readonly string[]>> = {
  branch: ({ branchId }) => listOf(branchId),
  service: ({ serviceIds }) => serviceIds,
  service_category: ({ serviceCategories }) => serviceCategories,
  master: ({ masterId }) => listOf(masterId),
  source: ({ source }) => listOf(source),
  booking_way: ({ isOnline }) => [isOnline ? 'online' : 'staff'],
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

function comparedOf(condition: FlowCondition, present: Present): Compared<ConditionRule> {
  const is = typeof present === 'object' && present !== null ? present.join(', ') : present;
  if ('values' in condition) {
    // NOTE: people are shown names instead of ids.
    return IDS.has(condition.field)
      ? {}
      : { is, [condition.isNot ? 'unwanted' : 'wanted']: condition.values.join(', ') };
  }
  return 'value' in condition ? { is, wanted: condition.value } : { is, from: condition.from, to: condition.to };
}

const IDS: ReadonlySet<ConditionField> = new Set([
  'branch',
  'service',
  'master',
  'imported_list',
  'segment',
  'rfm_group',
  'deal_stage',
  'deal_pipeline',
]);

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

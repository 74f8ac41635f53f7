import type { ConnectionKind } from '#contract/connections/calls.ts';
import { addOptOuts } from '#contract/contacts/opt-outs.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import { TRAIT_FIELDS } from '#contract/audiences/values.ts';
import type { FlowCheck, FlowKindDeclaration } from '#contract/flows/kind.ts';
import type { ConditionField } from '#contract/audiences/values.ts';
import {
  aboutOtherGroups,
  asUsual,
  byTelegram,
  type Change,
  conditionedBy,
  delayed,
  ending,
  inControlGroup,
  later,
  type Meanwhile,
  STOPS,
  timed,
  unmetConditions,
} from './changes.ts';
import * as events from './events.ts';
import { bothWrite, untilSent } from './flows.ts';
import { CUSTOMER_KINDS, type CustomerKind, kindsOf, moveOn, SENT } from './sent-table.ts';
import type { Person } from './place.ts';
import type { JourneyWorld } from './world.ts';

/** One way in which a contact does not get the message of a flow. */
type Row = {
  kinds: readonly CustomerKind[];
  /** The rule that must be shown. */
  expected: DecisionRule;
  /** All sources of the kind by default. */
  sources?: readonly ConnectionKind[];
  /** The owner's change of the usual settings. */
  change?: Change;
  /** Live by default. */
  mode?: 'test';
  /** The change of another flow, created before, that also messages the contact. */
  otherFlow?: Change;
  /** Runs before any event. */
  arrange?(journey: JourneyWorld, person: Person): Promise<unknown>;
  /** Replaces what leads to the message of the kind. */
  act?: events.Act;
  /** Runs while the message waits. */
  meanwhile?: Meanwhile;
  /** Rules that hold at the same time and are shown together. */
  together?: readonly DecisionRule[];
  /** The subject has no contact, so its log entry cannot be found by phone. */
  hasNoContact?: true;
};

/** A row of the table for one of its kinds. */
export type Refusal = Omit<Row, 'kinds' | 'sources'> & { kind: CustomerKind };

/** Groups of rows that can hold in one cabinet at one time. */
export type RefusalGroup = 'settings' | 'people' | 'others' | 'closing' | 'closing_later';

const HOUR = 60;
const DAY = 24 * HOUR;

const where = (isWanted: (kind: FlowKindDeclaration) => boolean) =>
  CUSTOMER_KINDS.filter((kind) => isWanted(flowKind(kind)));
const except = (...kinds: readonly CustomerKind[]) => CUSTOMER_KINDS.filter((kind) => !kinds.includes(kind));

const MARKETING = where(({ isMarketing }) => isMarketing);
const NOT_MARKETING = except(...MARKETING);
/** Kinds that may write to one contact more than once. */
const REPEATED = where(
  ({ subject, checks }) =>
    subject !== 'contact' && !checks.includes('first_attended') && !checks.includes('crosses_threshold'),
);
/** Kinds triggered when a visit was attended, which may be recorded when the visit is long over. */
const AFTER_VISIT = where(
  ({ subject, triggers, usefulHours, statuses }) =>
    subject === 'visit' && triggers.length > 0 && usefulHours !== null && statuses.includes('arrived'),
);
/** Kinds that record a verdict without a contact: not those about contacts, or triggered by the clock long after their subjects. */
const WITHOUT_CONTACT = where(
  (kind) => kind.subject !== 'contact' && kind.subject !== 'group_move' && !comesLater(kind),
);
const ofBranches = ({ subject }: FlowKindDeclaration) =>
  subject === 'visit' || subject === 'order' || subject === 'deal';
const OF_BRANCHES = where((entry) => ofBranches(entry) && entry.delay.min < 7 * DAY);
/** Their journeys take weeks. */
const OF_BRANCHES_LATER = where((entry) => ofBranches(entry) && entry.delay.min >= 7 * DAY);
const MONTH_LATER = where(({ delay }) => delay.min >= 30 * DAY);

const RETURNING: readonly CustomerKind[] = ['repeat_visit', 'lost_client'];

const optOut: Row['arrange'] = ({ server, owner }, { phone }) =>
  server.call(addOptOuts, { token: owner.token, body: { phones: [phone] } });

/** Repeats the events of the flow's kind for a contact who has just got its message. */
const twice: events.Act = async (journey, person, { flow }) => {
  const { act } = SENT[flow.kind as CustomerKind];
  await bothWrite(journey, person);
  await act(journey, person);
  await untilSent(journey, flow, person);
  // NOTE: a visit that begins soon after the first would be named with it.
  if (flowKind(flow.kind).namesSuccession) await journey.pass({ hours: 3 });
  await act(journey, person);
};

/** Moves to a group and on to another before the message is due. */
const movedOn: events.Act = async (journey, person) => {
  await SENT.group_moved.act(journey, person);
  await moveOn(journey, person);
};

const inSuccession: events.Act = async (...about) => {
  await events.bookAhead(30)(...about);
  await events.bookAhead(31)(...about);
};

const otherFlowFirst: events.Act = async (journey, person, { flow, otherFlow }) => {
  await SENT[flow.kind as CustomerKind].act(journey, person);
  if (otherFlow) await untilSent(journey, otherFlow, person);
};

/** The order of rows is the order in which their flows are created. */
const TABLE: Readonly<Record<RefusalGroup, readonly Row[]>> = {
  /** One contact for all flows of a kind; each row with a change has a flow of its own. */
  settings: [
    // NOTE: the first of these flows has the highest priority; the others yield to it.
    { expected: 'template_missing', kinds: MARKETING, change: later(6 * HOUR) },
    { expected: 'template_missing', kinds: NOT_MARKETING, change: later() },
    { expected: 'gave_way', kinds: MARKETING },
    { expected: 'no_test_phone', kinds: CUSTOMER_KINDS, mode: 'test' },
    { expected: 'no_channel', kinds: CUSTOMER_KINDS, change: byTelegram },
    {
      expected: 'flow_ended',
      kinds: ['visit_reminder'],
      change: ending(1, timed({ delayMinutes: -HOUR })),
      act: events.bookAhead(72),
    },
    { expected: 'flow_ended', kinds: ['birthday'], change: ending(2) },
    { expected: 'flow_ended', kinds: MONTH_LATER, change: ending(29) },
    {
      expected: 'flow_ended',
      kinds: except('visit_reminder', 'birthday', ...MONTH_LATER),
      change: ending(1, timed({ delayMinutes: 40 * HOUR })),
    },
    { expected: 'flow_paused', kinds: CUSTOMER_KINDS, change: delayed, meanwhile: STOPS.flow_paused },
    { expected: 'flow_deleted', kinds: CUSTOMER_KINDS, change: delayed, meanwhile: STOPS.flow_deleted },
    { expected: 'flow_stopped', kinds: CUSTOMER_KINDS, change: delayed, meanwhile: STOPS.flow_stopped },
  ],
  /** A contact for each row, or events about them. */
  people: [
    { expected: 'opted_out', kinds: CUSTOMER_KINDS, arrange: optOut },
    { expected: 'control_group', kinds: CUSTOMER_KINDS, change: inControlGroup, arrange: bothWrite },
    { expected: 'refuses_mailings', kinds: MARKETING, arrange: ({ place }, person) => place.refuseMailings(person) },
    { expected: 'written_lately', kinds: REPEATED, change: timed({ intervalMinutes: 90 * DAY }), act: twice },
    { expected: 'visit_cancelled', kinds: ['visit_created'], change: later(), act: events.bookThen('cancelled') },
    { expected: 'visit_finished', kinds: ['visit_created'], change: later(), act: events.bookThen('arrived') },
    { expected: 'visit_past', kinds: ['visit_created', 'visit_reminder'], act: events.bookAhead(-1) },
    { expected: 'visit_cancelled', kinds: ['visit_changed'], change: later(), act: events.moveThen('cancelled') },
    { expected: 'visit_finished', kinds: ['visit_changed'], change: later(), act: events.moveThen('arrived') },
    { expected: 'in_succession', kinds: ['visit_reminder'], act: inSuccession },
    { expected: 'visit_past', kinds: ['visit_changed'], act: events.moveAfterStart },
    { expected: 'visit_past', kinds: ['visit_cancelled'], act: events.cancelAfterStart },
    { expected: 'too_late', kinds: ['visit_reminder'], act: events.bookAhead(5) },
    { expected: 'visit_cancelled', kinds: ['visit_reminder'], act: events.bookThen('cancelled') },
    { expected: 'visit_finished', kinds: ['visit_reminder'], act: events.bookThen('arrived') },
    { expected: 'visit_moved', kinds: ['visit_reminder'], act: events.bringForward },
    { expected: 'first_visit_only', kinds: ['first_visit'], act: events.attendTwoVisits },
    { expected: 'threshold_not_crossed', kinds: ['threshold'], act: events.attendTwoVisits },
    { expected: 'bought_already', kinds: ['cross_selling'], act: events.buyBefore },
    { expected: 'visit_ahead', kinds: ['no_show_retry'], act: events.bookNext('no_show', 0) },
    { expected: 'came_again', kinds: ['no_show_retry'], act: events.walkIn },
    { expected: 'status_differs', kinds: ['no_show_retry'], act: events.changeStatus('no_show', 0, 'arrived') },
    { expected: 'visit_cancelled', kinds: ['no_show_retry'], act: events.changeStatus('no_show', 0, 'cancelled') },
    { expected: 'visit_ahead', kinds: RETURNING, act: events.bookNext('arrived', 28) },
    { expected: 'came_again', kinds: RETURNING, act: events.bookAgain },
    { expected: 'status_differs', kinds: RETURNING, act: events.changeStatus('arrived', 28, 'no_show') },
    { expected: 'visit_cancelled', kinds: RETURNING, act: events.changeStatus('arrived', 28, 'cancelled') },
    { expected: 'order_status_differs', kinds: ['order_status'], act: events.placeOrder() },
    {
      expected: 'order_status_differs',
      kinds: ['order_status'],
      change: later(),
      act: events.placeOrder('OnWay', 'Closed'),
    },
    { expected: 'group_differs', kinds: ['group_moved'], change: aboutOtherGroups },
    { expected: 'group_left', kinds: ['group_moved'], change: later(), act: movedOn },
    { expected: 'deal_deleted', kinds: ['deal_created'], change: later(), act: events.deleteDeal('new') },
    { expected: 'deal_deleted', kinds: ['deal_stage'], change: later(), act: events.deleteDeal('moved') },
    { expected: 'deal_deleted', kinds: ['deal_task'], act: events.deleteDeal('planned') },
    { expected: 'task_done', kinds: ['deal_task'], act: events.endTask },
    { expected: 'cart_ordered', kinds: ['abandoned_cart'], act: events.orderCart },
    { expected: 'too_late', kinds: AFTER_VISIT, act: events.arriveLate },
    { expected: 'status_differs', kinds: AFTER_VISIT, act: events.changeStatus('arrived', 0, 'no_show') },
    { expected: 'visit_cancelled', kinds: AFTER_VISIT, act: events.changeStatus('arrived', 0, 'cancelled') },
  ],
  others: [
    // A visit without a name, or an order without a phone; iiko knows the guest of an order in any case.
    {
      expected: 'no_contact',
      kinds: WITHOUT_CONTACT,
      sources: ['yclients', 'altegio', 'amo', 'api'],
      hasNoContact: true,
    },
    { expected: 'no_channel', kinds: WITHOUT_CONTACT, sources: ['iiko'], hasNoContact: true },
    { expected: 'marketing_budget', kinds: MARKETING, otherFlow: asUsual, change: later(), act: otherFlowFirst },
  ],
  /** Branches are switched off while the messages wait; the API has none that an owner can switch off. */
  closing: [
    {
      expected: 'branch_inactive',
      kinds: OF_BRANCHES,
      sources: ['yclients', 'altegio', 'iiko', 'amo'],
      change: later(6 * HOUR),
    },
  ],
  closing_later: [
    { expected: 'branch_inactive', kinds: OF_BRANCHES_LATER, sources: ['yclients', 'altegio'], change: asUsual },
  ],
};

/** The rows of the table that are tested in a source. */
export function refusalsOf(source: ConnectionKind): Readonly<Record<RefusalGroup, readonly Refusal[]>> {
  const rowsOf = (group: RefusalGroup, kind: CustomerKind): Refusal[] =>
    TABLE[group]
      .filter((row) => row.kinds.includes(kind) && (row.sources?.includes(source) ?? true))
      .map(({ kinds: _kinds, sources: _sources, ...row }) => ({ ...row, kind }));
  const all = (group: RefusalGroup) =>
    kindsOf(source).flatMap((kind) => (sourcesOf(group, kind).includes(source) ? rowsOf(group, kind) : []));
  return {
    settings: [...all('settings'), ...kindsOf(source).flatMap((kind) => conditionRefusals(kind, source))],
    people: all('people'),
    others: all('others'),
    closing: all('closing'),
    closing_later: all('closing_later'),
  };
}

/** The sources that a journey is played in; kinds of other sources alone are tested in their rooms. */
const PLAYED: readonly ConnectionKind[] = ['yclients', 'altegio', 'iiko', 'amo', 'api'];

function playedSources(kind: CustomerKind): readonly ConnectionKind[] {
  const { sources } = flowKind(kind);
  const played = sources.filter((source) => PLAYED.includes(source));
  return played.length > 0 ? played : sources;
}

/** Two vendors of one platform, read by one adapter. */
const ONE_PLATFORM: readonly ConnectionKind[] = ['yclients', 'altegio'];

/**
 * The sources in which the rows of a kind are tested; kinds take turns. What a flow's own settings refuse depends on no
 * source, so one source is enough; what happens to people is tested in each source, and with one vendor of a platform.
 */
function sourcesOf(group: RefusalGroup, kind: CustomerKind): readonly (ConnectionKind | undefined)[] {
  const sources = playedSources(kind);
  const nth = CUSTOMER_KINDS.indexOf(kind);
  if (group === 'settings') return [sources[nth % sources.length]];
  const vendor = ONE_PLATFORM[nth % ONE_PLATFORM.length];
  return sources.filter((source) => source === vendor || !ONE_PLATFORM.includes(source));
}

/**
 * Each condition of a kind alone in one of its sources; in the other sources all of them together. All traits of contacts
 * are compared by one rule: a kind has some of them, see `traitsOfKind`.
 */
function conditionRefusals(kind: CustomerKind, source: ConnectionKind): Refusal[] {
  const { conditions } = flowKind(kind);
  const sources = playedSources(kind);
  const wanted = conditions.filter((field) => traitsOfKind(kind).some((trait) => trait === field) || !isTrait(field));
  const unmet = wanted.map((field) => ({ ...unmetConditions(source)[field] }));
  const alone = unmet.filter((_, nth) => sources[nth % sources.length] === source);
  return [
    ...alone.map(({ condition, rule }) => ({ kind, expected: rule, change: conditionedBy(condition) })),
    {
      kind,
      expected: 'conditions_differ',
      change: conditionedBy(...unmet.map(({ condition }) => condition)),
      together: unmet.map(({ rule }) => rule),
    },
  ];
}

/** The traits of contacts that the journeys of a kind have a condition on, at least one; the kinds take turns. */
export const traitsOfKind = (kind: CustomerKind) =>
  TRAIT_FIELDS.filter((_, nth) => nth % CUSTOMER_KINDS.length === CUSTOMER_KINDS.indexOf(kind) % TRAIT_FIELDS.length);

const isTrait = (field: ConditionField) => TRAIT_FIELDS.some((trait) => trait === field);

/** The rule by which each check of a kind refuses. */
const RULE_OF_CHECK: Readonly<Record<FlowCheck, DecisionRule>> = {
  no_visit_ahead: 'visit_ahead',
  not_come_again: 'came_again',
  first_attended: 'first_visit_only',
  not_bought: 'bought_already',
  crosses_threshold: 'threshold_not_crossed',
  /** NOTE: the next status replaces the message that waits for the last one, so `status_passed` only occurs in a race. */
  same_status: 'order_status_differs',
  moved_as_chosen: 'group_differs',
  still_in_group: 'group_left',
  /** NOTE: the next stage replaces the message that waits for the last one, as with orders. */
  same_stage: 'deal_stage_differs',
  deal_exists: 'deal_deleted',
  task_open: 'task_done',
};

/** Rules that a kind must have rows for, by its declaration. */
export function wantedRules(kind: CustomerKind): DecisionRule[] {
  const { checks, isMarketing } = flowKind(kind);
  return [
    ...ALWAYS,
    ...checks.map((check) => RULE_OF_CHECK[check]),
    ...(isMarketing ? (['refuses_mailings', 'marketing_budget', 'gave_way'] as const) : []),
  ];
}

const ALWAYS: readonly DecisionRule[] = [
  'opted_out',
  'control_group',
  'flow_paused',
  'flow_deleted',
  'flow_stopped',
  'flow_ended',
  'no_test_phone',
  'no_channel',
  'template_missing',
  'conditions_differ',
];

import type { ConnectionKind } from '#contract/connections.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { FlowCheck } from '#contract/flow-kind-entry.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { Flow } from '#contract/flows.ts';
import type { Change } from './journeys.ts';
import { lateReasons, noContactReason, personalReasons } from './personal-reasons.ts';
import { budgetReasons, closingReason, settingReasons } from './setting-reasons.ts';
import { type CustomerKind, kindsOf } from './scenarios.ts';
import type { JourneyWorld, Person } from './world.ts';

/** One way in which a customer does not get a message of a kind, and the rule that must be shown for it. */
export type Reason = {
  kind: CustomerKind;
  rule: DecisionRule;
  /** The owner's change of the usual settings. */
  change?: Change;
  /** Live by default. */
  mode?: 'test';
  /** The change of another flow, created before, that also messages the customer. */
  otherFlow?: Change;
  /** Runs before any event. */
  prepare?(journey: JourneyWorld, person: Person): Promise<unknown>;
  /** Replaces the scenario of the kind. */
  happen?(journey: JourneyWorld, person: Person, flows: { flow: Flow; otherFlow: Flow | undefined }): Promise<unknown>;
  /** Runs while the message waits. */
  meanwhile?(journey: JourneyWorld, flow: Flow): Promise<unknown>;
  /** Rules that hold at the same time and are shown together. */
  together?: readonly DecisionRule[];
  /** The subject has no contact, so its log entry cannot be found by phone. */
  hasNoContact?: true;
};

/** Groups of reasons that can hold in one cabinet at one time. */
export type ReasonGroup = 'settings' | 'people' | 'others' | 'closing' | 'closing_later';

/** All reasons for the kinds of a source. */
export function reasonsOf(source: ConnectionKind): Readonly<Record<ReasonGroup, readonly Reason[]>> {
  const kinds = kindsOf(source);
  return {
    settings: kinds.flatMap((kind) => settingReasons(kind, source)),
    people: kinds.flatMap((kind) => [...personalReasons(kind), ...lateReasons(kind)]),
    others: kinds.flatMap((kind) => [...noContactReason(kind, source), ...budgetReasons(kind)]),
    closing: kinds.filter((kind) => !isLong(kind)).flatMap((kind) => closingReason(kind, source)),
    closing_later: kinds.filter(isLong).flatMap((kind) => closingReason(kind, source)),
  };
}

/** Its scenario takes weeks. */
const isLong = (kind: CustomerKind) => FLOW_CATALOGUE[kind].delay.min >= WEEK;

const WEEK = 7 * 1_440;

/** The rule by which each check of a kind refuses. */
export const RULE_OF_CHECK: Readonly<Record<FlowCheck, DecisionRule>> = {
  no_visit_ahead: 'visit_ahead',
  not_come_again: 'came_again',
  first_of_hers: 'first_visit_only',
  not_bought: 'bought_already',
  crosses_threshold: 'threshold_not_crossed',
  /** NOTE: the next status replaces the message that waits for the last one, so `status_passed` only occurs in a race. */
  same_status: 'order_status_differs',
};

/** Rules that the reasons of a kind must include, by the catalogue. */
export function wantedRules(kind: CustomerKind): DecisionRule[] {
  const { checks, isMarketing } = FLOW_CATALOGUE[kind];
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

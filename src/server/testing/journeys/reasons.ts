import type { ConnectionKind } from '#contract/connections.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { FlowCheck } from '#contract/flow-kind-entry.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { Flow } from '#contract/flows.ts';
import type { Change } from './journeys.ts';
import { lateReasons, nobodysReason, personalReasons } from './personal-reasons.ts';
import { budgetReasons, closingReason, settingReasons } from './setting-reasons.ts';
import { type CustomerKind, kindsOf } from './stories.ts';
import type { JourneyWorld, Person } from './world.ts';

/** One way in which somebody does not get a message of a kind, and the rule she must be told it by. */
export type Reason = {
  kind: CustomerKind;
  rule: DecisionRule;
  /** What the owner sets beside the usual. */
  change?: Change;
  /** Left out: live. */
  mode?: 'test';
  /** Another flow of hers, made before, that writes to her as well. */
  rival?: Change;
  /** Before anything happens. */
  prepare?(journey: JourneyWorld, who: Person): Promise<unknown>;
  /** Instead of the story of the kind. */
  happen?(journey: JourneyWorld, who: Person, flows: { flow: Flow; rival: Flow | undefined }): Promise<unknown>;
  /** While the message waits. */
  meanwhile?(journey: JourneyWorld, flow: Flow): Promise<unknown>;
  /** Rules that are true at once, and told together. */
  together?: readonly DecisionRule[];
  /** Nobody is in it: there is no phone to look the line up by. */
  isNobodys?: true;
};

/** Reasons that can be true in one cabinet at one time. */
export type Chapter = 'settings' | 'people' | 'others' | 'closing' | 'closing_later';

/** Every reason there is for the kinds of a source. */
export function reasonsOf(source: ConnectionKind): Readonly<Record<Chapter, readonly Reason[]>> {
  const kinds = kindsOf(source);
  return {
    settings: kinds.flatMap((kind) => settingReasons(kind, source)),
    people: kinds.flatMap((kind) => [...personalReasons(kind), ...lateReasons(kind)]),
    others: kinds.flatMap((kind) => [...nobodysReason(kind, source), ...budgetReasons(kind)]),
    closing: kinds.filter((kind) => !isLong(kind)).flatMap((kind) => closingReason(kind, source)),
    closing_later: kinds.filter(isLong).flatMap((kind) => closingReason(kind, source)),
  };
}

/** Its story is one of weeks. */
const isLong = (kind: CustomerKind) => FLOW_CATALOGUE[kind].delay.min >= WEEK;

const WEEK = 7 * 1_440;

/** What a question of a kind refuses by. */
export const RULE_OF_CHECK: Readonly<Record<FlowCheck, DecisionRule>> = {
  no_visit_ahead: 'visit_ahead',
  not_come_again: 'came_again',
  first_of_hers: 'first_visit_only',
  not_bought: 'bought_already',
  crosses_threshold: 'threshold_not_crossed',
  /** NOTE: the next status takes the place of what waits for the last one, so that `status_passed` is met in a race alone. */
  same_status: 'order_status_differs',
};

/** What must be among the reasons of a kind, by what the catalogue says of it. */
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

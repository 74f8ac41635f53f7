import type { Ability } from '#contract/billing/tariffs.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import type { FlowOptionName, FlowOptionValues } from './option-values.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';
import type { ConditionField } from '#contract/audiences/values.ts';
import type { FLOW_GOALS } from './values.ts';
import type { TEXT_VARIABLES } from '#contract/texts/values.ts';

export type FlowGoal = (typeof FLOW_GOALS)[number];
export type FlowVariableName = (typeof TEXT_VARIABLES)[number];

/**
 * Checks of single kinds, beside the owner's conditions.
 * - `no_visit_ahead`, `not_come_again`: the contact has no upcoming visit, or has not come since, nor missed another
 *   visit.
 * - `first_attended`: it is the first visit the contact attended.
 * - `not_bought`: the contact has bought none of the offered services.
 * - `crosses_threshold`: with this visit the contact reaches the flow's number of visits or sum.
 * - `same_status`: the subject still has the status the message is about.
 * - `moved_as_chosen`: the client moved in the flow's dashboard, between groups it is about.
 * - `still_in_group`: the client is still in the group they moved to, and has not moved since.
 * - `same_stage`: the deal is still in the stage the message is about.
 * - `deal_exists`, `task_open`: the deal was not deleted; nor was the task, and it is not done.
 */
export type FlowCheck =
  | 'no_visit_ahead'
  | 'not_come_again'
  | 'first_attended'
  | 'not_bought'
  | 'crosses_threshold'
  | 'same_status'
  | 'moved_as_chosen'
  | 'still_in_group'
  | 'same_stage'
  | 'deal_exists'
  | 'task_open';

/** Events that may start a flow, by their names on the server. */
export type FlowEventName =
  | 'visit.created'
  | 'visit.moved'
  | 'visit.changed'
  | 'visit.priced'
  | 'visit.cancelled'
  | 'visit.status_changed'
  | 'order.status_changed'
  | 'deal.created'
  | 'deal.stage_changed'
  | 'cart.updated'
  | 'api.event'
  | 'client.group_moved';

/** The facts about a kind of flow. Its title and text stand in `server/flows/defaults/locales`, under its name. */
export type FlowKindDeclaration = {
  goal: FlowGoal;
  subject: SubjectKind;
  /** `owner`: sent to the owner's numbers, without contact policy. */
  recipient: 'customer' | 'owner';
  /** The ability that the cabinet's tariff must include. */
  ability: Ability;
  /** Kinds of connections its facts come from. */
  sources: readonly ConnectionKind[];
  /**
   * Events that start it, by their names on the server; none: it starts by the clock, counted from the subject's start.
   */
  triggers: readonly FlowEventName[];
  /** The unit of one send: the subject, each new time of it, or each such event. */
  occursPer: 'subject' | 'time' | 'event';
  /** Statuses of the subject in which the message is sent. Empty: all. */
  statuses: readonly string[];
  checks: readonly FlowCheck[];
  /** Not requested by the contact: subject to the frequency cap and opt-outs from mailings. */
  isMarketing: boolean;
  /** One message names all visits of a succession; absent: each visit has a message of its own. */
  namesSuccession?: boolean;
  /** Hours after the planned time in which the message is still useful; null: until the subject's start. */
  usefulHours: number | null;
  /**
   * Minutes from the event or the start. `span`: a duration. `day_and_time`, `time_of_day`: calendar days of the
   * subject's zone and a time of the day, or the time alone.
   */
  delay: { min: number; max: number; usual: number; unit: 'span' | 'day_and_time' | 'time_of_day' };
  /** For kinds sent on one weekday: its default, 1 Monday … 7 Sunday; null: the owner may choose several. */
  usualWeekday: number | null;
  window: { startHour: number; endHour: number };
  /** Its options, with their defaults. */
  options: { readonly [Name in FlowOptionName]?: Readonly<FlowOptionValues[Name]> };
  conditions: readonly ConditionField[];
  /** Conditions of a new flow. */
  usualConditions: readonly FlowCondition[];
  /** Variables that can have a value, in the order the editor offers them. */
  variables: readonly FlowVariableName[];
  /** Whether properties of the event are variables too. */
  hasEventProperties: boolean;
  /** Whether a new flow has a button that confirms the visit. */
  requestsAnswer: boolean;
  /**
   * The provider's template of a new flow: a pattern of its name in lower case, and the values of its parameters in
   * their usual order.
   */
  template: { name: RegExp; parameters: readonly string[] };
};

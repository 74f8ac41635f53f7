import type { ConnectionKind } from './connections.ts';
import type { FlowCondition } from './audiences.ts';
import type { FlowVariable } from './flows.ts';
import type { SubjectKind } from './subjects.ts';
import type { CONDITION_FIELDS, FLOW_GOALS } from './values.ts';

export type FlowGoal = (typeof FLOW_GOALS)[number];
export type ConditionField = (typeof CONDITION_FIELDS)[number];

/**
 * Checks of single kinds, beside the owner's conditions.
 * - `no_visit_ahead`, `not_come_again`: the contact has no upcoming visit, or has not come since, nor missed another
 *   visit.
 * - `first_of_hers`: it is the first visit the contact attended.
 * - `not_bought`: the contact has bought none of the offered services.
 * - `crosses_threshold`: with this visit the contact reaches the flow's number of visits or sum.
 * - `same_status`: the subject still has the status the message is about.
 */
export type FlowCheck =
  | 'no_visit_ahead'
  | 'not_come_again'
  | 'first_of_hers'
  | 'not_bought'
  | 'crosses_threshold'
  | 'same_status';

/** Events that may start a flow, by their names on the server. */
export type FlowEventName =
  | 'visit.created'
  | 'visit.moved'
  | 'visit.changed'
  | 'visit.priced'
  | 'visit.cancelled'
  | 'visit.status_changed'
  | 'order.status_changed'
  | 'cart.updated'
  | 'api.event';

/** The declaration of a kind of flow; to add a kind, add an entry, its texts and its tests. */
export type FlowKindEntry = {
  goal: FlowGoal;
  subject: SubjectKind;
  /** `owner`: sent to the owner's numbers, without contact policy. */
  recipient: 'customer' | 'owner';
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
  /** Hours after the planned time in which the message is still useful; null: until the subject's start. */
  usefulHours: number | null;
  /** Minutes from the event or the start. */
  delay: { min: number; max: number; usual: number };
  window: { startHour: number; endHour: number };
  conditions: readonly ConditionField[];
  /** Conditions of a new flow. */
  usualConditions: readonly FlowCondition[];
  /** Variables that can have a value, in the order the editor offers them. */
  variables: readonly FlowVariable[];
  /** Whether a new flow has a button that confirms the visit. */
  asksVisit: boolean;
};

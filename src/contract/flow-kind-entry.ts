import type { ConnectionKind } from './connections.ts';
import type { FlowCondition } from './audiences.ts';
import type { FlowVariable } from './flows.ts';
import type { SubjectKind } from './subjects.ts';
import type { CONDITION_FIELDS, FLOW_GOALS } from './values.ts';

export type FlowGoal = (typeof FLOW_GOALS)[number];
export type ConditionField = (typeof CONDITION_FIELDS)[number];

/**
 * Questions of single kinds, beside the owner's conditions.
 * - `no_visit_ahead`, `not_come_again`: she has no visit ahead, or has not come since, nor missed another visit.
 * - `first_of_hers`: it is the first visit she came to.
 * - `not_bought`: she has none of the services that are offered.
 * - `crosses_threshold`: with this visit she reaches the flow's number of visits or sum.
 * - `same_status`: the subject still has the status it is written about.
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

/** Everything the product knows of a kind of flow; to add a kind is to add an entry, its texts and its tests. */
export type FlowKindEntry = {
  goal: FlowGoal;
  subject: SubjectKind;
  /** The owner gets it on numbers of her own, and it obeys no contact policy. */
  recipient: 'customer' | 'owner';
  /** Where its facts come from. */
  sources: readonly ConnectionKind[];
  /** Events that start it, by their names on the server; none: the clock does, counted from the subject's start. */
  triggers: readonly FlowEventName[];
  /** What is a new occasion to send: the subject once, each new time of it, or each such event. */
  occursPer: 'subject' | 'time' | 'event';
  /** Statuses of the subject the message makes sense for; in any other it is not sent. None: in all. */
  statuses: readonly string[];
  checks: readonly FlowCheck[];
  /** Not asked for by the customer: obeys the contact budget and who wants no mailings. */
  isMarketing: boolean;
  /** Hours after its moment in which the message is still of use; null: until the subject's start. */
  usefulHours: number | null;
  /** When it is sent: minutes from the event or the start. */
  delay: { min: number; max: number; usual: number };
  window: { startHour: number; endHour: number };
  conditions: readonly ConditionField[];
  /** What a new flow asks for. */
  usualConditions: readonly FlowCondition[];
  /** Variables that can have a value, in the order the editor offers them. */
  variables: readonly FlowVariable[];
  /** Whether a new flow asks the customer if she comes. */
  asksVisit: boolean;
};

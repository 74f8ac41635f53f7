import type { FlowKindDeclaration } from './kind.ts';
import { ABANDONED_CART } from './kinds/abandoned-cart.ts';
import { API_EVENT } from './kinds/api-event.ts';
import { BIRTHDAY } from './kinds/birthday.ts';
import { CROSS_SELLING } from './kinds/cross-selling.ts';
import { DAILY_REPORT } from './kinds/daily-report.ts';
import { DEAL_CREATED, DEAL_STAGE, DEAL_TASK } from './kinds/deal.ts';
import { FIRST_VISIT } from './kinds/first-visit.ts';
import { GROUP_MOVED } from './kinds/group-moved.ts';
import { LOST_CLIENT } from './kinds/lost-client.ts';
import { NO_SHOW_RETRY } from './kinds/no-show-retry.ts';
import { ORDER_STATUS } from './kinds/order-status.ts';
import { REPEAT_VISIT } from './kinds/repeat-visit.ts';
import { REVIEW_REQUEST } from './kinds/review-request.ts';
import { THRESHOLD } from './kinds/threshold.ts';
import { VISIT_CANCELLED } from './kinds/visit-cancelled.ts';
import { VISIT_CHANGED } from './kinds/visit-changed.ts';
import { VISIT_CREATED } from './kinds/visit-created.ts';
import { VISIT_REMINDER } from './kinds/visit-reminder.ts';
import { WEEKLY_REPORT } from './kinds/weekly-report.ts';

/** Every kind of flow, by its name in the API and in the database; in the order people are offered them. */
export const FLOW_KINDS = {
  visit_created: VISIT_CREATED,
  visit_changed: VISIT_CHANGED,
  visit_cancelled: VISIT_CANCELLED,
  visit_reminder: VISIT_REMINDER,
  review_request: REVIEW_REQUEST,
  first_visit: FIRST_VISIT,
  no_show_retry: NO_SHOW_RETRY,
  repeat_visit: REPEAT_VISIT,
  lost_client: LOST_CLIENT,
  group_moved: GROUP_MOVED,
  cross_selling: CROSS_SELLING,
  threshold: THRESHOLD,
  birthday: BIRTHDAY,
  order_status: ORDER_STATUS,
  deal_created: DEAL_CREATED,
  deal_stage: DEAL_STAGE,
  deal_task: DEAL_TASK,
  abandoned_cart: ABANDONED_CART,
  daily_report: DAILY_REPORT,
  weekly_report: WEEKLY_REPORT,
  api_event: API_EVENT,
} satisfies Record<string, FlowKindDeclaration>;

export type FlowKindName = keyof typeof FLOW_KINDS;

export const FLOW_KIND_NAMES = Object.keys(FLOW_KINDS) as FlowKindName[]; // NOTE: `keys` loses the key type

export const flowKind = (kind: FlowKindName): FlowKindDeclaration => FLOW_KINDS[kind];

/** Returns whether the flow writes to the owner and not to contacts. */
export const isForOwner = (kind: FlowKindName): boolean => flowKind(kind).recipient === 'owner';

/** Returns whether the flow starts by the clock, before the subject's start. */
export function comesBefore({ triggers, usefulHours }: FlowKindDeclaration): boolean {
  return triggers.length === 0 && usefulHours === null;
}

/**
 * Returns whether the flow starts by the clock, after the subject's start, and not by an event: no message waits for it
 * meanwhile.
 */
export function comesLater({ triggers, usefulHours }: FlowKindDeclaration): boolean {
  return triggers.length === 0 && usefulHours !== null;
}

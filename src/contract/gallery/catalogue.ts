import type { TemplateType } from './calls.ts';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import type { TRADES } from '#contract/flows/values.ts';

export type Trade = (typeof TRADES)[number];

/** A ready-made flow: a kind with settings for one purpose. */
export type FlowTemplateEntry = {
  kind: FlowKind;
  trades: readonly Trade[];
  /** Absent: the kind's usual delay. */
  delayMinutes?: number;
  /** Absent: the kind's usual conditions. */
  conditions?: FlowConditions;
};

const BY_APPOINTMENT = ['salon', 'clinic'] as const;
const BY_ORDER = ['restaurant', 'shop', 'delivery'] as const;
const ALL_BUSINESSES = [...BY_APPOINTMENT, ...BY_ORDER] as const;

const visit = (kind: FlowKind, delayMinutes?: number): FlowTemplateEntry => ({
  kind,
  trades: BY_APPOINTMENT,
  ...(delayMinutes !== undefined && { delayMinutes }),
});

/** An order that reaches a status, by delivery or pickup. */
function order(
  status: string,
  deliveryKind: string | null = null,
  trades: readonly Trade[] = BY_ORDER,
): FlowTemplateEntry {
  const conditions: FlowConditions['groups'][number]['conditions'] = [
    { field: 'order_status', isNot: false, values: [status] },
    ...(deliveryKind ? [{ field: 'delivery_kind' as const, isNot: false, values: [deliveryKind] }] : []),
  ];
  return { kind: 'order_status', trades, conditions: { match: 'all', groups: [{ match: 'all', conditions }] } };
}

/**
 * Templates of the gallery, in their order within a goal. An order reaches each of its statuses once, so a flow for one
 * status sends one message.
 */
export const FLOW_TEMPLATES: Readonly<Record<TemplateType, FlowTemplateEntry>> = {
  reminder_24: visit('visit_reminder', -1_440),
  reminder_2: visit('visit_reminder', -120),
  reminder_1: visit('visit_reminder', -60),
  no_show_retry: visit('no_show_retry'),
  review_request: visit('review_request'),
  first_visit: visit('first_visit'),
  repeat_visit: visit('repeat_visit'),
  lost_client: visit('lost_client'),
  group_moved: { kind: 'group_moved', trades: ALL_BUSINESSES },
  birthday: { kind: 'birthday', trades: ALL_BUSINESSES },
  cross_selling: visit('cross_selling'),
  threshold: visit('threshold'),
  abandoned_cart: { kind: 'abandoned_cart', trades: BY_ORDER },
  visit_created: visit('visit_created'),
  visit_changed: visit('visit_changed'),
  visit_cancelled: visit('visit_cancelled'),
  order_accepted: order('Unconfirmed'),
  order_on_way: order('OnWay', 'DeliveryByCourier'),
  order_ready: order('Waiting', 'DeliveryByClient', ['restaurant', 'shop']),
  order_delivered: order('Delivered', 'DeliveryByCourier'),
  order_cancelled: order('Cancelled'),
  deal_created: { kind: 'deal_created', trades: ALL_BUSINESSES },
  deal_stage: { kind: 'deal_stage', trades: ALL_BUSINESSES },
  deal_task: { kind: 'deal_task', trades: ALL_BUSINESSES },
  daily_report: { kind: 'daily_report', trades: ALL_BUSINESSES },
  weekly_report: { kind: 'weekly_report', trades: ALL_BUSINESSES },
  api_event: { kind: 'api_event', trades: ALL_BUSINESSES },
};

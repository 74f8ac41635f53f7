import type { ConditionField, FlowKindEntry } from './flow-kind-entry.ts';
import type { FlowKind, FlowVariable } from './flows.ts';
import { REPORT_VARIABLES } from './values.ts';

const BOOKING = ['yclients', 'altegio', 'api'] as const;
const AHEAD = ['waiting', 'confirmed', 'unknown'] as const;
const DAY = 1_440;
const YEAR = 365 * DAY;
const ALWAYS = { startHour: 0, endHour: 24 };
const DAYTIME = { startHour: 10, endHour: 20 };

const VISIT_CONDITIONS = [
  'branch',
  'service',
  'service_category',
  'master',
  'visit_status',
  'visit_number',
  'weekday',
  'hour',
  'total',
  'booking_way',
  'visits_count',
  'spent',
  'customer_category',
  'source',
] as const satisfies readonly ConditionField[];
/** Conditions without the status, which the kind itself determines. */
const PAST_CONDITIONS = VISIT_CONDITIONS.filter((field) => field !== 'visit_status');

const BUSINESS_VARIABLES = ['branchTitle', 'branchAddress', 'branchPhone', 'businessName', 'ignoreLink'] as const;
const HISTORY_VARIABLES = ['visitsCount', 'spentSum'] as const;
const VISIT_VARIABLES: readonly FlowVariable[] = [
  'clientName',
  'recordDate',
  'recordTime',
  'recordWeekday',
  'masterName',
  'serviceTitle',
  'orderSum',
  'recordForm',
  'reviewForm',
  ...HISTORY_VARIABLES,
  ...BUSINESS_VARIABLES,
];

const AFTER_VISIT = {
  subject: 'visit',
  recipient: 'customer',
  sources: BOOKING,
  triggers: ['visit.status_changed'],
  occursPer: 'subject',
  statuses: ['arrived'],
  isMarketing: false,
  // Long enough for a weekend on which no message may be sent.
  usefulHours: 72,
  delay: { min: 0, max: 30 * DAY, usual: 120 },
  window: DAYTIME,
  conditions: PAST_CONDITIONS,
  usualConditions: [],
  variables: VISIT_VARIABLES,
  asksVisit: false,
} as const satisfies Partial<FlowKindEntry>;

/** From the specification, section 9: an invitation to return is sent 30 days to 5 years after the last visit. */
const RETURN = {
  ...AFTER_VISIT,
  goal: 'return',
  triggers: [],
  isMarketing: true,
  usefulHours: 72,
  delay: { min: 30 * DAY, max: 5 * YEAR, usual: 45 * DAY },
  conditions: [...PAST_CONDITIONS, 'days_since_visit'],
  checks: ['no_visit_ahead', 'not_come_again'],
} as const satisfies Partial<FlowKindEntry>;

/** Sent on the day after the period, in the branch's time zone. */
const REPORT = {
  goal: 'inform',
  recipient: 'owner',
  sources: ['yclients', 'altegio', 'iiko'],
  triggers: [],
  occursPer: 'subject',
  statuses: [],
  checks: [],
  isMarketing: false,
  usefulHours: 12,
  delay: { min: 0, max: 23 * 60, usual: 9 * 60 },
  window: ALWAYS,
  conditions: [],
  usualConditions: [],
  variables: [...REPORT_VARIABLES, 'branchTitle', 'businessName'],
  asksVisit: false,
} as const satisfies Partial<FlowKindEntry>;

export const FLOW_CATALOGUE: Readonly<Record<FlowKind, FlowKindEntry>> = {
  visit_created: {
    ...AFTER_VISIT,
    goal: 'inform',
    triggers: ['visit.created'],
    statuses: AHEAD,
    checks: [],
    usefulHours: null,
    delay: { min: 0, max: 30 * DAY, usual: 0 },
    window: ALWAYS,
    conditions: VISIT_CONDITIONS,
  },
  visit_changed: {
    ...AFTER_VISIT,
    goal: 'inform',
    triggers: ['visit.moved', 'visit.changed'],
    occursPer: 'event',
    statuses: AHEAD,
    checks: [],
    usefulHours: null,
    delay: { min: 0, max: 30 * DAY, usual: 0 },
    window: ALWAYS,
    conditions: [...VISIT_CONDITIONS, 'change', 'shift_minutes'],
    variables: [...VISIT_VARIABLES, 'oldRecordDate', 'oldRecordTime'],
  },
  visit_cancelled: {
    ...AFTER_VISIT,
    goal: 'inform',
    triggers: ['visit.cancelled'],
    occursPer: 'event',
    statuses: ['cancelled'],
    checks: [],
    usefulHours: null,
    delay: { min: 0, max: 30 * DAY, usual: 0 },
    window: ALWAYS,
  },
  visit_reminder: {
    ...AFTER_VISIT,
    goal: 'no_shows',
    triggers: [],
    occursPer: 'time',
    statuses: AHEAD,
    checks: [],
    usefulHours: null,
    delay: { min: -30 * DAY, max: -1, usual: -DAY },
    window: ALWAYS,
    conditions: VISIT_CONDITIONS,
    asksVisit: true,
  },
  review_request: { ...AFTER_VISIT, goal: 'reviews', checks: [] },
  first_visit: { ...AFTER_VISIT, goal: 'return', checks: ['first_of_hers'] },
  no_show_retry: {
    ...RETURN,
    goal: 'no_shows',
    statuses: ['no_show'],
    delay: { min: DAY, max: YEAR, usual: 30 * DAY },
  },
  repeat_visit: RETURN,
  lost_client: { ...RETURN, delay: { ...RETURN.delay, usual: 90 * DAY } },
  cross_selling: {
    ...AFTER_VISIT,
    goal: 'sell',
    checks: ['not_bought'],
    isMarketing: true,
    delay: { min: 0, max: 90 * DAY, usual: 2 * DAY },
    variables: [...VISIT_VARIABLES, 'offerTitle'],
  },
  threshold: {
    ...AFTER_VISIT,
    goal: 'sell',
    triggers: [...AFTER_VISIT.triggers, 'visit.priced'],
    checks: ['crosses_threshold'],
    isMarketing: true,
  },
  birthday: {
    goal: 'return',
    subject: 'contact',
    recipient: 'customer',
    sources: ['yclients', 'altegio', 'iiko', 'api'],
    triggers: [],
    occursPer: 'time',
    statuses: [],
    checks: [],
    isMarketing: true,
    usefulHours: 24,
    delay: { min: -14 * DAY, max: 14 * DAY, usual: 10 * 60 },
    window: DAYTIME,
    conditions: ['visits_count', 'spent', 'customer_category'],
    usualConditions: [],
    variables: ['clientName', ...HISTORY_VARIABLES, 'businessName', 'ignoreLink'],
    asksVisit: false,
  },
  order_status: {
    goal: 'inform',
    subject: 'order',
    recipient: 'customer',
    sources: ['iiko', 'api'],
    triggers: ['order.status_changed'],
    occursPer: 'event',
    statuses: [],
    checks: ['same_status'],
    isMarketing: false,
    usefulHours: 2,
    delay: { min: 0, max: 30 * DAY, usual: 0 },
    window: ALWAYS,
    usualConditions: [{ field: 'order_status', isNot: false, values: ['OnWay', 'Delivered', 'Cancelled'] }],
    conditions: ['order_status', 'delivery_kind', 'branch', 'total', 'visit_number', 'source'],
    variables: [
      'clientName',
      'orderNumber',
      'orderStatus',
      'orderItems',
      'orderSum',
      'deliveryKind',
      'readyTime',
      'courierName',
      'courierPhone',
      'cancelCause',
      ...BUSINESS_VARIABLES,
    ],
    asksVisit: false,
  },
  abandoned_cart: {
    goal: 'sell',
    subject: 'cart',
    recipient: 'customer',
    sources: ['api'],
    triggers: ['cart.updated'],
    occursPer: 'time',
    statuses: ['open', 'abandoned'],
    checks: [],
    isMarketing: true,
    usefulHours: 72,
    delay: { min: 5, max: 30 * DAY, usual: 60 },
    window: DAYTIME,
    usualConditions: [],
    conditions: ['total', 'visits_count', 'spent', 'customer_category'],
    variables: ['clientName', 'orderItems', 'orderSum', 'paymentLink', 'businessName', 'ignoreLink'],
    asksVisit: false,
  },
  daily_report: { ...REPORT, subject: 'day' },
  weekly_report: { ...REPORT, subject: 'week' },
  api_event: {
    goal: 'inform',
    subject: 'api_event',
    recipient: 'customer',
    sources: ['api'],
    triggers: ['api.event'],
    occursPer: 'subject',
    statuses: [],
    checks: [],
    isMarketing: false,
    usefulHours: 24,
    delay: { min: 0, max: 90 * DAY, usual: 0 },
    window: ALWAYS,
    usualConditions: [],
    conditions: ['event_name', 'visits_count', 'spent', 'customer_category'],
    variables: ['clientName', 'eventName', ...HISTORY_VARIABLES, 'businessName', 'ignoreLink'],
    asksVisit: false,
  },
};

/**
 * Returns whether the flow starts by the clock, after the subject's start, and not by an event: no message waits for it
 * meanwhile.
 */
export function comesLater({ triggers, usefulHours }: FlowKindEntry): boolean {
  return triggers.length === 0 && usefulHours !== null;
}

/** Conditions with a list of values, one of which must match. */
export const LIST_FIELDS = [
  'branch',
  'service',
  'service_category',
  'master',
  'visit_status',
  'customer_category',
  'tag',
  'imported_list',
  'segment',
  'rfm_group',
  'language',
  'reached_by',
  'consent',
  'birth_month',
  'source',
  'weekday',
  'change',
  'order_status',
  'delivery_kind',
  'deal_stage',
  'deal_pipeline',
  'deal_responsible',
  'deal_tag',
  'event_name',
] as const;

/** Conditions with a range of whole numbers, both ends included. Money is in whole units of the branch's currency. */
export const RANGE_FIELDS = [
  'visits_count',
  'spent',
  'total',
  'days_since_visit',
  'days_to_visit',
  'no_shows',
  'orders_count',
  'orders_sum',
  'days_since_order',
  'days_to_birthday',
  'days_since_birthday',
  'days_since_answer',
  'days_subscribed',
  'hour',
  'shift_minutes',
] as const;

/** Conditions with one of two values. */
export const CHOICE_VALUES = {
  visit_number: ['first', 'repeated'],
  booking_way: ['online', 'staff'],
  next_visit: ['booked', 'none'],
  answered: ['ever', 'never'],
} as const;

export const CONDITION_FIELDS = [
  ...LIST_FIELDS,
  ...RANGE_FIELDS,
  'visit_number',
  'booking_way',
  'next_visit',
  'answered',
] as const;
export type ConditionField = (typeof CONDITION_FIELDS)[number];

/** Fields of the contact alone, independent of what a message is about. */
export const TRAIT_FIELDS = [
  'segment',
  'rfm_group',
  'language',
  'reached_by',
  'consent',
  'birth_month',
  'days_to_visit',
  'no_shows',
  'orders_count',
  'orders_sum',
  'days_since_order',
  'days_to_birthday',
  'days_since_birthday',
  'days_since_answer',
  'days_subscribed',
  'next_visit',
  'answered',
] as const satisfies readonly (typeof CONDITION_FIELDS)[number][];

/** Fields of conditions that can be asked of a contact without a subject: their counts, and the visits they attended. */
export const AUDIENCE_FIELDS = [
  'visits_count',
  'days_since_visit',
  'next_visit',
  'days_to_visit',
  'service',
  'service_category',
  'master',
  'branch',
  'booking_way',
  'visit_number',
  'spent',
  'no_shows',
  'orders_count',
  'orders_sum',
  'days_since_order',
  'days_to_birthday',
  'days_since_birthday',
  'birth_month',
  'language',
  'reached_by',
  'consent',
  'answered',
  'days_since_answer',
  'days_subscribed',
  'tag',
  'customer_category',
  'imported_list',
  'segment',
  'rfm_group',
  'source',
] as const satisfies readonly (typeof CONDITION_FIELDS)[number][];

/** Value of `reached_by`: no connected channel reaches the contact. */
export const NO_CHANNEL = 'none';

/** Values of `consent`, the contact's consent to advertising. An opt-out from messages, or from advertising alone, is `not_given` too. */
export const CONSENT_STATES = ['given', 'not_given', 'not_recorded'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

/** Upper end of an open range. */
export const NO_LIMIT = 100_000_000;

/** Conditions of one group. */
export const MAX_CONDITIONS = 30;

/** The last hour of a day, as conditions count them. */
export const LAST_HOUR = 23;

export const SEGMENT_KINDS = ['current', 'frozen'] as const;
export const LONGEST_SEGMENT_TITLE = 100;
/** People shown beside a count. */
export const SAMPLES = 5;

/**
 * Groups of clients by how lately and how often they come and what they pay: come often and pay well, come often, come
 * now and then, new, came once, used to come, sleeping, lost.
 */
export const RFM_GROUPS = ['champions', 'loyal', 'promising', 'new', 'once', 'at_risk', 'sleeping', 'lost'] as const;
export type RfmGroup = (typeof RFM_GROUPS)[number];

/** Months whose visits and money a dashboard sums; null: all time. */
export const RFM_MONTHS = [6, 12, 24, null] as const;
/** Clients from which the groups are shown. */
export const RFM_CLIENTS = 50;
/** Days after which groups are compared. */
export const RFM_MOVE_DAYS = [7, 30, 90] as const;
/** Usual intervals without a visit after which a client is late, sleeping, and lost. */
export const LATE_FROM = 1.5;
export const SLEEPING_FROM = 2;
export const LOST_FROM = 3;
export const MAX_RFM_DASHBOARDS = 10;
export const LONGEST_RFM_TITLE = 60;

import type { FlowKindDeclaration, FlowVariableName } from '#contract/flows/kind.ts';
import type { ConditionField } from '#contract/audiences/values.ts';
import { TRAIT_FIELDS } from '#contract/audiences/values.ts';
import { REPORT_VARIABLES } from '#contract/texts/values.ts';

/** Minutes. */
export const DAY = 1_440;
export const YEAR = 365 * DAY;

export const ALWAYS = { startHour: 0, endHour: 24 };
export const DAYTIME = { startHour: 10, endHour: 20 };

/** Statuses of a visit that has not begun. */
export const AHEAD = ['waiting', 'confirmed', 'unknown'] as const;

export const VISIT_CONDITIONS = [
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
  'tag',
  'imported_list',
  'source',
  ...TRAIT_FIELDS,
] as const satisfies readonly ConditionField[];

/** Conditions without the status, which the kind itself determines. */
export const PAST_CONDITIONS = VISIT_CONDITIONS.filter((field) => field !== 'visit_status');

export const CONTACT_CONDITIONS = [
  'visits_count',
  'spent',
  'customer_category',
  'tag',
  'imported_list',
  ...TRAIT_FIELDS,
] as const;

export const BUSINESS_VARIABLES = [
  'branchTitle',
  'branchAddress',
  'branchPhone',
  'businessName',
  'ignoreLink',
] as const satisfies readonly FlowVariableName[];

export const HISTORY_VARIABLES = ['visitsCount', 'spentSum'] as const satisfies readonly FlowVariableName[];

export const VISIT_VARIABLES = [
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
] as const satisfies readonly FlowVariableName[];

/** The usual parameters of a template about a visit, in this order. */
export const VISIT_PARAMETERS = ['{clientName}', '{recordDate}, {recordTime}', '{serviceTitle}', '{businessName}'];

/** A message about a visit that was held. */
export const AFTER_VISIT = {
  subject: 'visit',
  recipient: 'customer',
  ability: 'notifications',
  sources: ['yclients', 'altegio', 'medflex', 'api'],
  triggers: ['visit.status_changed'],
  occursPer: 'subject',
  statuses: ['arrived'],
  checks: [],
  isMarketing: false,
  // Long enough for a weekend on which no message may be sent.
  usefulHours: 72,
  delay: { min: 0, max: 30 * DAY, usual: 120, unit: 'span' },
  usualWeekday: null,
  window: DAYTIME,
  options: { controlPercent: 0, reviewUrl: null },
  conditions: PAST_CONDITIONS,
  usualConditions: [],
  variables: VISIT_VARIABLES,
  hasEventProperties: false,
  requestsAnswer: false,
} as const satisfies Partial<FlowKindDeclaration>;

/** Days in which a status may be set late, by default. */
export const LATE = { lateDays: 3 };

/** A message at once about a booking, sent until the visit begins. */
export const NOTICE = {
  ...AFTER_VISIT,
  goal: 'inform',
  statuses: AHEAD,
  namesSuccession: true,
  usefulHours: null,
  delay: { min: 0, max: 30 * DAY, usual: 0, unit: 'span' },
  window: ALWAYS,
  conditions: VISIT_CONDITIONS,
} as const satisfies Partial<FlowKindDeclaration>;

/** From the specification, section 9: an invitation to return is sent 30 days to 5 years after the last visit. */
export const RETURN = {
  ...AFTER_VISIT,
  goal: 'return',
  triggers: [],
  isMarketing: true,
  usefulHours: 72,
  delay: { min: 30 * DAY, max: 5 * YEAR, usual: 45 * DAY, unit: 'span' },
  conditions: [...PAST_CONDITIONS, 'days_since_visit'],
  checks: ['no_visit_ahead', 'not_come_again'],
} as const satisfies Partial<FlowKindDeclaration>;

/** The usual parameters of a template with the figures of a report. */
export const REPORT_PARAMETERS = ['{reportPeriod}', '{reportBooked}', '{reportCame}', '{reportRevenue}'];

/** Sent to the owner on the day after the period, in the branch's time zone. */
export const REPORT = {
  goal: 'inform',
  recipient: 'owner',
  ability: 'notifications',
  sources: ['yclients', 'altegio', 'medflex', 'iiko'],
  triggers: [],
  occursPer: 'subject',
  statuses: [],
  checks: [],
  isMarketing: false,
  usefulHours: 12,
  delay: { min: 0, max: 23 * 60, usual: 9 * 60, unit: 'time_of_day' },
  usualWeekday: null,
  window: ALWAYS,
  options: { reportPhones: [] },
  conditions: [],
  usualConditions: [],
  variables: [...REPORT_VARIABLES, 'branchTitle', 'businessName'],
  hasEventProperties: false,
  requestsAnswer: false,
} as const satisfies Partial<FlowKindDeclaration>;

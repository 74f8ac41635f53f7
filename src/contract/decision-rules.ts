/** Why a message waits, was not sent or failed; in a file without Zod, like `values.ts`. */
export const DECISION_RULES = [
  // it will be, or was, sent
  'due',
  'quiet_hours',
  'send_window',
  'weekday',
  'quota_exhausted',
  'channel_unavailable',
  'channel_resting',
  'visit_checking',
  'daily_limit',
  'flow_paused',
  // it is not sent
  'no_contact',
  'no_channel',
  'no_test_phone',
  'opted_out',
  'refuses_mailings',
  'marketing_budget',
  'gave_way',
  'written_lately',
  'control_group',
  'conditions_differ',
  'branch_differs',
  'service_differs',
  'service_category_differs',
  'master_differs',
  'status_differs',
  'customer_category_differs',
  'source_differs',
  'change_differs',
  'visits_count_differs',
  'spent_differs',
  'total_differs',
  'days_since_visit_differs',
  'hour_differs',
  'visit_weekday_differs',
  'booking_way_differs',
  'order_status_differs',
  'delivery_kind_differs',
  'event_name_differs',
  'first_visit_only',
  'repeated_visit_only',
  'shift_too_small',
  'visit_ahead',
  'came_again',
  'missed_again',
  'bought_already',
  'threshold_not_crossed',
  'status_passed',
  'cart_ordered',
  'too_late',
  'visit_past',
  'visit_cancelled',
  'visit_moved',
  'visit_finished',
  'flow_deleted',
  'flow_stopped',
  'flow_ended',
  'branch_inactive',
  'subject_gone',
  'report_off',
  'window_closed',
  'template_missing',
  'template_not_approved',
  'template_lacks_media',
  // the provider's reasons
  'recipient_invalid',
  'content_rejected',
  'provider_refused',
  'channel_removed',
] as const;

/**
 * Rules of messages that were never intended. Every flow about orders decides about each status of an order, so that
 * the
 * order's history shows why no message was sent; a status the flow does not include is not counted as skipped.
 */
export const NEVER_MEANT_RULES: readonly (typeof DECISION_RULES)[number][] = ['order_status_differs'];

/** Adds verdicts for an earlier time of a visit: the verdict for the new time counts instead. */
export const NOBODY_LEFT_OUT_RULES: typeof NEVER_MEANT_RULES = [...NEVER_MEANT_RULES, 'visit_moved'];

/** Rules of the contact policy. */
export const POLICY_RULES = [
  'quiet_hours',
  'marketing_budget',
  'gave_way',
  'opted_out',
  'refuses_mailings',
] as const satisfies readonly (typeof DECISION_RULES)[number][];

/** Why a test send ends with a change of the mode or the number: it would have reached no contact. */
export const TEST_ENDED_RULES = ['flow_stopped', 'no_test_phone'] as const satisfies typeof NEVER_MEANT_RULES;

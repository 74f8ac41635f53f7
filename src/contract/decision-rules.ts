/** Why a message waits, was not sent or failed; in a file without Zod, as `values.ts` is. */
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
  // it is not
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
  // the provider's word
  'recipient_invalid',
  'content_rejected',
  'provider_refused',
  'channel_removed',
] as const;

/**
 * What a flow was never about. Every flow about orders decides about each status of an order, so that the story of the
 * order tells why it kept silent; a status it does not ask for was no message to be sent, and is not counted as one that
 * was not.
 */
export const NEVER_MEANT_RULES: readonly (typeof DECISION_RULES)[number][] = ['order_status_differs'];

/** Beside it, what waited for an earlier time of a visit: of the new time it was decided anew, and that is what counts. */
export const NOBODY_LEFT_OUT_RULES: typeof NEVER_MEANT_RULES = [...NEVER_MEANT_RULES, 'visit_moved'];

/** Decisions of the contact policy. */
export const POLICY_RULES = [
  'quiet_hours',
  'marketing_budget',
  'gave_way',
  'opted_out',
  'refuses_mailings',
] as const satisfies readonly (typeof DECISION_RULES)[number][];

/** Why a test ends with the mode or the number it was for: it would have reached no contact. */
export const TEST_ENDED_RULES = ['flow_stopped', 'no_test_phone'] as const satisfies typeof NEVER_MEANT_RULES;

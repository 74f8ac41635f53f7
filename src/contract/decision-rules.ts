/** Why a message waits, was not sent or failed; in a file without Zod, like the rooms' `-values.ts`. */
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
  'not_delivered',
  'warm_up',
  'flow_paused',
  'mailing_paused',
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
  'not_subscribed',
  'no_dialogue',
  'open_conversation',
  'conditions_differ',
  'branch_differs',
  'service_differs',
  'service_category_differs',
  'master_differs',
  'status_differs',
  'customer_category_differs',
  'tag_differs',
  'imported_list_differs',
  'contact_differs',
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
  'mailing_canceled',
  'mailing_deleted',
  'mailing_ended',
  'slot_closed',
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
 * Rules by which a flow never concerned a subject: it is in another status, or another kind of event happened. Such a
 * decision is stored only where it cancels or stops a message; without one, "why not" makes it again when asked.
 */
export const UNCONCERNED_RULES = [
  'status_differs',
  'change_differs',
  'order_status_differs',
  'event_name_differs',
] as const satisfies readonly (typeof DECISION_RULES)[number][];

/** Not counted as skipped: the verdict for the new time of the visit counts instead. */
export const UNCOUNTED_RULES = ['visit_moved'] as const satisfies readonly (typeof DECISION_RULES)[number][];

/** Rules of the contact policy. */
export const POLICY_RULES = [
  'quiet_hours',
  'marketing_budget',
  'gave_way',
  'opted_out',
  'refuses_mailings',
] as const satisfies readonly (typeof DECISION_RULES)[number][];

/** Why a test send ends with a change of the mode or the number: it would have reached no contact. */
export const TEST_ENDED_RULES = [
  'flow_stopped',
  'no_test_phone',
] as const satisfies readonly (typeof DECISION_RULES)[number][];

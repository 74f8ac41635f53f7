/** Refusals of the room, and their HTTP statuses. */
export const FLOWS_PROBLEMS = {
  'flow.not_found': 404,
  'flow.wrong_status': 409,
  'flow.incomplete': 422,
  'flow.test_phone_missing': 422,
  'flow.changed_meanwhile': 409,
  'flow.version_not_found': 404,
  'flow.not_in_tariff': 402,
  'flow.text_not_found': 409,
  'flow.text_refused': 422,
  'flow.transfers_open': 409,
  'flow.own_cabinet': 409,
} as const;

/** Why a flow does not send, beside its conditions. */
export const FLOW_RULES = [
  'flow_paused',
  'control_group',
  'first_visit_only',
  'repeated_visit_only',
  'shift_too_small',
  'visit_ahead',
  'in_succession',
  'came_again',
  'missed_again',
  'bought_already',
  'threshold_not_crossed',
  'status_passed',
  'group_differs',
  'group_left',
  'stage_passed',
  'deal_deleted',
  'task_done',
  'cart_ordered',
  'flow_deleted',
  'flow_stopped',
  'flow_ended',
  'report_off',
] as const;

/** Notices of the room to the members of a cabinet. */
export const FLOWS_NOTICES = ['flow_error', 'flows_unavailable', 'flow_unheard'] as const;

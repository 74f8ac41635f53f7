/** Refusals of the room, and their HTTP statuses. */
export const AUDIENCES_PROBLEMS = {
  'segment.not_found': 404,
  'segment.changed_meanwhile': 409,
  'segment.frozen': 409,
  'segment.circle': 422,
  'rfm.not_found': 404,
  'rfm.full': 409,
  'rfm.unknown_choice': 422,
  'rfm.forming': 409,
  'rfm.in_use': 409,
} as const;

/** Rules of conditions: the value of a field differs from the wanted one. */
export const AUDIENCE_RULES = [
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
] as const;

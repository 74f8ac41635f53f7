/** Refusals of the room, and their HTTP statuses. */
export const BOOKING_PROBLEMS = {
  'booking_button.not_found': 404,
  'booking_button.limit_reached': 409,
  'booking_button.books_no_visits': 409,
  'table_request.not_found': 404,
  'table_request.decided': 409,
} as const;

/** Notices of the room to the members of a cabinet. */
export const BOOKING_NOTICES = ['table_request', 'move_wanted', 'confirm_failed', 'visit_to_enter'] as const;

/** Refusals of the room, and their HTTP statuses. */
export const REPLIES_PROBLEMS = {
  'reply_widget.not_found': 404,
  'reply_widget.changed_meanwhile': 409,
  'reply_widget.limit_reached': 409,
  'review_reply.not_found': 404,
  'review_reply.wrong_state': 409,
  'review_file.no_columns': 422,
  'ai_review_pack.too_small': 400,
} as const;

/** Notices of the room to the members of a cabinet. */
export const REPLIES_NOTICES = ['replies_to_approve'] as const;

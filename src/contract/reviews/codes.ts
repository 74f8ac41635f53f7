/** Refusals of the room, and their HTTP statuses. */
export const REVIEWS_PROBLEMS = {
  'review.not_found': 404,
  'review.answered': 409,
  'review.cannot_answer': 409,
  'review_widget.not_found': 404,
  'review_widget.changed_meanwhile': 409,
} as const;

/** Notices of the room to the members of a cabinet. */
export const REVIEWS_NOTICES = ['bad_review'] as const;

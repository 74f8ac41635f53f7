/** Refusals of the room, and their HTTP statuses. */
export const IDEAS_PROBLEMS = {
  'idea.not_found': 404,
  'idea.unread_limit': 409,
} as const;

/** Notices of the room to the members of a cabinet. */
export const IDEAS_NOTICES = ['idea_answered'] as const;

/** Refusals of the room, and their HTTP statuses. */
export const REHEARSAL_PROBLEMS = {
  'rehearsal.not_found': 404,
} as const;

/** Notices of the room to the members of a cabinet. */
export const REHEARSAL_NOTICES = ['rehearsal_over'] as const;

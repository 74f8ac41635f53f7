/** Refusals of the room, and their HTTP statuses. */
export const VISITS_PROBLEMS = {
  'visit.not_found': 404,
} as const;

/** Refusals of the room, and their HTTP statuses. */
export const DESK_PROBLEMS = {
  'desk_inbox.not_found': 404,
} as const;

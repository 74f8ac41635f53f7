/** Refusals of the room, and their HTTP statuses. */
export const ANNOUNCEMENTS_PROBLEMS = {
  'announcement.not_found': 404,
} as const;

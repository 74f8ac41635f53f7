/** Refusals of the room, and their HTTP statuses. */
export const DEALS_PROBLEMS = {
  'deal.phone_missing': 422,
  'deal.stage_not_found': 404,
} as const;

/** Refusals of the room, and their HTTP statuses. */
export const INTEGRATIONS_PROBLEMS = {
  'api.disconnected': 409,
  'api_token.not_found': 404,
  'api_token.limit_reached': 409,
  'api_item.not_found': 404,
} as const;

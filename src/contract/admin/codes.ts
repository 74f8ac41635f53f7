/** Refusals of the room, and their HTTP statuses. */
export const ADMIN_PROBLEMS = {
  'manager.not_found': 404,
  'dialogue_price.unknown': 409,
  'pause.not_found': 404,
  'pause.cabinet_not_found': 404,
  'pause.open_already': 409,
} as const;

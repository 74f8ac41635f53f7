/** Refusals of the room, and their HTTP statuses. */
export const DELIVERY_PROBLEMS = {
  'message.not_found': 404,
  'message.wrong_status': 409,
  'sender.not_found': 404,
} as const;

/** Notices of the room to the members of a cabinet. */
export const DELIVERY_NOTICES = ['in_doubt', 'sending_paused'] as const;

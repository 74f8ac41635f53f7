/** Refusals of the room, and their HTTP statuses. */
export const ASSISTANTS_PROBLEMS = {
  'assistant.not_found': 404,
  'assistant.changed_meanwhile': 409,
  'assistant.limit_reached': 409,
  'assistant.not_published': 409,
  'assistant.version_not_found': 404,
  'assistant.phrases_coincide': 422,
  'assistant.trial_busy': 409,
  'assistant.none_published': 409,
  'assistant.nothing_to_answer': 409,
  'assistant_turn.not_found': 404,
  'night_bot.no_night': 422,
} as const;

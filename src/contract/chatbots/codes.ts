/** Refusals of the room, and their HTTP statuses. */
export const CHATBOTS_PROBLEMS = {
  'chatbot.not_found': 404,
  'chatbot.changed_meanwhile': 409,
  'chatbot.place_taken': 409,
  'chatbot.limit_reached': 409,
  'chatbot.is_main': 422,
  'chatbot.no_trigger': 422,
  'chatbot.no_step': 422,
  'chatbot.step_missing': 422,
  'chatbot.step_repeated': 422,
  'chatbot.endless_steps': 422,
  'chatbot.stop_word': 422,
  'chatbot.trigger_taken': 409,
} as const;

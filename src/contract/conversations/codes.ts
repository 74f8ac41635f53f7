/** Refusals of the room, and their HTTP statuses. */
export const CONVERSATIONS_PROBLEMS = {
  'conversation.not_found': 404,
  'conversation.window_closed': 409,
  'conversation.answered_meanwhile': 409,
  'conversation.no_channel': 409,
  'conversation.channel_closed': 409,
  'conversation.template_unfit': 422,
  'conversation.file_unfit': 422,
  'conversation.text_unfit': 422,
  'conversation.time_past': 422,
  'quick_reply.not_found': 404,
  'quick_reply.limit_reached': 409,
} as const;

/** Notices of the room to the members of a cabinet. */
export const CONVERSATIONS_NOTICES = ['needs_person'] as const;

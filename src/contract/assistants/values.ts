/** Trades with a ready instruction. */
export const ASSISTANT_TRADES = ['salon', 'clinic', 'restaurant', 'flowers'] as const;
export type AssistantTrade = (typeof ASSISTANT_TRADES)[number];

/** `draft`: never published · `on`: it answers · `off`: switched off by a member. */
export const ASSISTANT_STATUSES = ['draft', 'on', 'off'] as const;

/**
 * Why an assistant that is switched on does not answer: the AI balance is used up, no model is offered, no channel is
 * connected.
 */
export const SILENT_REASONS = ['balance', 'no_model', 'no_channel'] as const;

/** Most of a cabinet. */
export const MAX_ASSISTANTS = 50;
export const LONGEST_INSTRUCTION = 20_000;
/** Reasons to hand over, each with its notification (the specification, section 5). */
export const MAX_HANDOFF_NOTICES = 5;
export const MAX_PHRASES = 20;
export const MAX_SENT_FILES = 30;
export const MAX_FOLLOW_UPS = 3;
/** Minutes of a client's silence; messengers take free text for 24 hours after their last message. */
export const FOLLOW_UP_MINUTES = { min: 5, max: 1_380, default: 60 } as const;
/** Seconds after a contact's message in which more of them are awaited. */
export const QUIET_SECONDS = { min: 1, max: 60, default: 3 } as const;
export const PAUSE_MINUTES = { min: 1, max: 10_080, default: 60 } as const;

/**
 * Findings of the checks of a reply.
 *
 * `deed`: it states a booking, change, cancellation, file or handoff without a successful call in the turn · `price`,
 * `time`, `date`, `address`, `link`, `phone`: a value that no call, passage or fact of the turn has; `date` is also a day
 * with a weekday that it does not have · `advice`: it names a disease of the contact, or a medicine and how to take it, where
 * the assistant is a clinic's · `internal`: an id, a name of a tool or a part of the instruction · `empty` ·
 * `language`: another language than the contact's.
 */
export const REPLY_CHECKS = [
  'deed',
  'price',
  'time',
  'date',
  'address',
  'link',
  'phone',
  'advice',
  'internal',
  'empty',
  'language',
] as const;

export const LONGEST_TRIAL_MESSAGE = 2_000;

/**
 * Ends of a turn. `answered`: the model's reply was sent · `handed_over`: a person got the conversation · `failed`: no
 * reply could be made, and a person got the conversation · `silent`: nothing was sent because the AI balance is used up or
 * no model is offered.
 */
export const TURN_OUTCOMES = ['answered', 'handed_over', 'failed', 'silent'] as const;

/**
 * Why a person got the conversation. `asked`: the model called for one by a reason of the owner · `checks`: the reply was
 * not true twice · `model`: no usable answer · `limit`: too many turns with one contact · `balance`, `no_model`: nobody
 * could answer · `stop_phrase`: the contact wrote one.
 */
export const HANDOFF_REASONS = ['asked', 'checks', 'model', 'limit', 'balance', 'no_model', 'stop_phrase'] as const;

/** Longest hint of a member for a suggested reply, in characters. */
export const LONGEST_HINT = 500;
/**
 * Why no reply is suggested. `checks`: what the model wrote is not true · `model`: no usable answer · `balance`: the AI
 * balance is used up · `no_model`: no model is offered.
 */
export const SUGGESTION_GAPS = ['checks', 'model', 'balance', 'no_model'] as const;
/** Spans of work hours in a week: three a day. */
export const MAX_WORK_SPANS = 21;

/** Steps of the quick start of a night bot. */
export const NIGHT_BOT_STEPS = 4;
/** Ways to pay that a night bot knows (the specification, section 5). */
export const PAYMENT_METHODS = ['cash', 'card', 'layaway', 'qr'] as const;
export const MAX_SOCIAL_LINKS = 6;
export const LONGEST_NIGHT_BOT_FIELD = 300;

/**
 * Ends of the summary of a night. `sent`: to the owner's number · `mailed`: no channel reaches the number, and the owner
 * got it by e-mail · `quiet`: nobody wrote, and nothing was sent.
 */
export const SUMMARY_OUTCOMES = ['sent', 'mailed', 'quiet'] as const;

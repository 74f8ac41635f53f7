/** `new_message`: nobody had asked the contact anything; `not_understood`: they answered a question. */
export const NEEDS_PERSON_REASONS = [
  'new_message',
  'not_understood',
  'asked_for_person',
  'cancel_failed',
  'confirm_failed',
  'which_visit',
  'move_wanted',
  'new_order',
] as const;

/**
 * Lists of conversations. `all` are the open ones; closed and snoozed ones have lists of their own. `mine` are assigned
 * to the caller, `inbox` are those and the unassigned.
 */
export const CONVERSATION_LISTS = [
  'all',
  'inbox',
  'mine',
  'unassigned',
  'waiting',
  'unread',
  'snoozed',
  'closed',
] as const;

/** Counts of lists stop here: the page shows "999+". */
export const MAX_COUNTED = 1_000;

/** A text of messages is searched from this length; shorter ones find names and phones. */
export const SHORTEST_TEXT_SEARCH = 3;

/** After so many milliseconds without another key a colleague no longer counts as writing. */
export const TYPING_MS = 6_000;

/** How long bots are silent after a person wrote, where the cabinet has not chosen. */
export const DEFAULT_BOT_SILENCE_MINUTES = 60;
export const LONGEST_BOT_SILENCE_MINUTES = 7 * 24 * 60;

/** Quick replies of a cabinet. */
export const MAX_QUICK_REPLIES = 200;

/** Characters of a note. */
export const LONGEST_NOTE = 4_000;

/**
 * Why a contact's file is not shown. `too_big`, `wrong_type` (its bytes are of no kind that is kept) are
 * final. `no_space`, `gone` (the messenger does not have it) and `unreachable` (given up after several attempts) can be
 * tried again by a member.
 */
export const RETRIABLE_FILE_TROUBLES = ['no_space', 'gone', 'unreachable'] as const;
export const FILE_TROUBLES = ['too_big', 'wrong_type', ...RETRIABLE_FILE_TROUBLES] as const;

/**
 * Why the words of a voice message were not written: it is too long, no model for it is offered, the AI balance is used
 * up, there are no words in it, or the model could not be reached or cannot read it.
 */
export const TRANSCRIPT_TROUBLES = ['too_long', 'no_model', 'balance', 'nothing_heard', 'failed'] as const;

/** Ready questions that a visitor taps, and their length. */
export const MAX_READY_QUESTIONS = 3;
export const LONGEST_READY_QUESTION = 80;
export const LONGEST_GREETING = 400;
/** Sites that may show the chat in a frame. */
export const MAX_CHAT_SITES = 10;
/** Most messages of visitors on one day, over all of them. */
export const DAILY_CHAT_MESSAGES = { min: 10, max: 10_000, default: 300 } as const;
/** Length of a visitor's message, and of the name they give. */
export const LONGEST_VISITOR_MESSAGE = 1_000;
export const LONGEST_VISITOR_NAME = 80;

/**
 * Reasons why a public chat is closed. `off`: it is switched off · `not_published`, `assistant_off`: its assistant does not
 * answer · `no_model`, `balance`: nobody would pay for an answer · `channel`: its channel was removed.
 */
export const CHAT_CLOSED_REASONS = ['off', 'not_published', 'assistant_off', 'no_model', 'balance', 'channel'] as const;

const ORIGIN = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/;

/** Whether a text is the origin of a site, e.g. `https://salon.ru`: nothing else may stand in a policy. */
export const isSiteOrigin = (text: string): boolean => ORIGIN.test(text);

/**
 * `new`: shown to its cabinet and the operator alone, until the operator has read it. `open`: others see it and vote.
 */
export const IDEA_STATES = ['new', 'open', 'planned', 'in_progress', 'done', 'declined'] as const;
export type IdeaState = (typeof IDEA_STATES)[number];

export const MAX_IDEA_TITLE = 120;
export const MAX_IDEA_TEXT = 2000;
/** Ideas of one cabinet that the operator has not read yet. */
export const MAX_NEW_IDEAS = 10;

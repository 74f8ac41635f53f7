import type { FlowKindDeclaration } from '#contract/flows/kind.ts';

const DAY_MINUTES = 1_440;

/** Returns whether a control group is offered: informational messages are not withheld. */
export const isWithheld = ({ goal }: FlowKindDeclaration): boolean => goal !== 'inform';

/** Returns whether the message requests a review, or its text contains the link to one. */
export const requestsReview = ({ goal }: FlowKindDeclaration, text: string): boolean =>
  goal === 'reviews' || /\{\s*reviewForm\s*\}/i.test(text);

/** Returns whether the delay is long after a visit, in days, months and years. */
export const isDistant = ({ delay }: FlowKindDeclaration): boolean => delay.min >= DAY_MINUTES;

import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowKindEntry } from '#contract/flow-kind-entry.ts';
import type { FlowKind } from '#contract/flows.ts';

const DAY_MINUTES = 1_440;

/** Returns whether the kind offers services that the owner chooses. */
export const asksOffer = ({ checks }: FlowKindEntry): boolean => checks.includes('not_bought');

/** Returns whether the kind has a threshold of visits or a sum. */
export const asksThreshold = ({ checks }: FlowKindEntry): boolean => checks.includes('crosses_threshold');

/** Returns whether the kind follows a status that people may set late. */
export const asksLateDays = ({ triggers, usefulHours }: FlowKindEntry): boolean =>
  triggers.includes('visit.status_changed') && usefulHours !== null;

/** Returns whether a control group is allowed: informational messages are never withheld. */
export const asksControl = ({ goal }: FlowKindEntry): boolean => goal !== 'inform';

/** Returns whether the message requests a review, or may contain a link for one. */
export const asksReview = ({ goal, variables }: FlowKindEntry, text: string): boolean =>
  goal === 'reviews' || (variables.includes('reviewForm') && /\{\s*reviewForm\s*\}/i.test(text));

/** Returns whether the delay is long after a visit, in days, months and years. */
export const isDistant = ({ delay }: FlowKindEntry): boolean => delay.min >= DAY_MINUTES;

/** Returns whether the kind is a report to the owner. */
export const isReport = (kind: FlowKind): boolean => FLOW_CATALOGUE[kind].recipient === 'owner';

import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowKindEntry } from '#contract/flow-kind-entry.ts';
import type { FlowKind } from '#contract/flows.ts';

const DAY_MINUTES = 1_440;

/** Offers services: which, the owner says. */
export const asksOffer = ({ checks }: FlowKindEntry): boolean => checks.includes('not_bought');

/** Celebrates a number of visits or a sum. */
export const asksThreshold = ({ checks }: FlowKindEntry): boolean => checks.includes('crosses_threshold');

/** Follows a status that people may set late. */
export const asksLateDays = ({ triggers, usefulHours }: FlowKindEntry): boolean =>
  triggers.includes('visit.status_changed') && usefulHours !== null;

/** May leave some out to be compared: nobody is kept from knowing what became of her booking or order. */
export const asksControl = ({ goal }: FlowKindEntry): boolean => goal !== 'inform';

/** Asks for a review, or may have a link to where one is left. */
export const asksReview = ({ goal, variables }: FlowKindEntry, text: string): boolean =>
  goal === 'reviews' || (variables.includes('reviewForm') && /\{\s*reviewForm\s*\}/i.test(text));

/** Comes long after a visit: its delay is of days, months and years. */
export const isDistant = ({ delay }: FlowKindEntry): boolean => delay.min >= DAY_MINUTES;

/** Tells the owner figures; no customer gets it. */
export const isReport = (kind: FlowKind): boolean => FLOW_CATALOGUE[kind].recipient === 'owner';

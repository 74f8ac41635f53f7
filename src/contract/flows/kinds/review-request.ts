import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { AFTER_VISIT, LATE, VISIT_PARAMETERS } from './base.ts';

/** Asks for a review of a visit. */
export const REVIEW_REQUEST = {
  ...AFTER_VISIT,
  goal: 'reviews',
  options: { ...AFTER_VISIT.options, ...LATE },
  template: { name: /review|feedback|rate|rating/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { DAY, NOTICE, VISIT_PARAMETERS } from './base.ts';

/** Reminds of a visit before it begins, and asks whether the contact comes. */
export const VISIT_REMINDER = {
  ...NOTICE,
  goal: 'no_shows',
  triggers: [],
  occursPer: 'time',
  delay: { min: -30 * DAY, max: -1, usual: -DAY, unit: 'span' },
  requestsAnswer: true,
  template: { name: /remind/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

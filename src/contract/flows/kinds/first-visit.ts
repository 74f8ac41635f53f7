import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { AFTER_VISIT, LATE, VISIT_PARAMETERS } from './base.ts';

/** Thanks for the first visit. */
export const FIRST_VISIT = {
  ...AFTER_VISIT,
  goal: 'return',
  checks: ['first_attended'],
  options: { ...AFTER_VISIT.options, ...LATE },
  template: { name: /first|welcome/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

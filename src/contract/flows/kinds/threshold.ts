import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { AFTER_VISIT, LATE, VISIT_PARAMETERS } from './base.ts';

/** Celebrates a number of visits, or a sum spent. */
export const THRESHOLD = {
  ...AFTER_VISIT,
  goal: 'sell',
  triggers: [...AFTER_VISIT.triggers, 'visit.priced'],
  checks: ['crosses_threshold'],
  isMarketing: true,
  options: { ...AFTER_VISIT.options, ...LATE, threshold: { visits: -1, spent: -1 } },
  template: { name: /bonus|loyal|thank/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

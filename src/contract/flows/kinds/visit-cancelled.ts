import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { NOTICE, PAST_CONDITIONS, VISIT_PARAMETERS } from './base.ts';

/** Confirms a cancellation. */
export const VISIT_CANCELLED = {
  ...NOTICE,
  triggers: ['visit.cancelled'],
  occursPer: 'event',
  statuses: ['cancelled'],
  conditions: PAST_CONDITIONS,
  template: { name: /cancel/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { NOTICE, VISIT_CONDITIONS, VISIT_PARAMETERS, VISIT_VARIABLES } from './base.ts';

/** Names the new time, services or person of a booking. */
export const VISIT_CHANGED = {
  ...NOTICE,
  triggers: ['visit.moved', 'visit.changed'],
  occursPer: 'event',
  conditions: [...VISIT_CONDITIONS, 'change', 'shift_minutes'],
  variables: [...VISIT_VARIABLES, 'oldRecordDate', 'oldRecordTime'],
  template: { name: /moved|chang|resched|transfer/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

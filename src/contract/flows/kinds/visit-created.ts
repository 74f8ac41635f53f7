import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { NOTICE, VISIT_PARAMETERS } from './base.ts';

/** Confirms a new booking. */
export const VISIT_CREATED = {
  ...NOTICE,
  triggers: ['visit.created'],
  template: { name: /creat|confirm|book|new_(?:visit|record|appointment)/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

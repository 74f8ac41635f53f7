import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { RETURN, VISIT_PARAMETERS } from './base.ts';

/** Invites to the next visit when it is usually due. */
export const REPEAT_VISIT = {
  ...RETURN,
  template: { name: /repeat|again/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

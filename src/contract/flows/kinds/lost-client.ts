import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { DAY, RETURN, VISIT_PARAMETERS } from './base.ts';

/** Invites a contact who has not come for long. */
export const LOST_CLIENT = {
  ...RETURN,
  delay: { ...RETURN.delay, usual: 90 * DAY },
  template: { name: /lost|return|miss_you|comeback/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

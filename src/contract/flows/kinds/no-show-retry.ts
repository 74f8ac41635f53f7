import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { DAY, RETURN, VISIT_PARAMETERS, YEAR } from './base.ts';

/** Invites a contact who missed a visit. */
export const NO_SHOW_RETRY = {
  ...RETURN,
  goal: 'no_shows',
  statuses: ['no_show'],
  delay: { min: DAY, max: YEAR, usual: 30 * DAY, unit: 'span' },
  template: { name: /no_?show|missed/, parameters: VISIT_PARAMETERS },
} satisfies FlowKindDeclaration;

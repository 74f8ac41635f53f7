import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { AFTER_VISIT, DAY, LATE, VISIT_VARIABLES } from './base.ts';

/** Offers services that the contact has not bought. */
export const CROSS_SELLING = {
  ...AFTER_VISIT,
  goal: 'sell',
  checks: ['not_bought'],
  isMarketing: true,
  delay: { min: 0, max: 90 * DAY, usual: 2 * DAY, unit: 'span' },
  variables: [...VISIT_VARIABLES, 'offerTitle'],
  options: { ...AFTER_VISIT.options, ...LATE, offerServiceIds: [] },
  template: {
    name: /cross|offer|also/,
    parameters: ['{clientName}', '{serviceTitle}', '{offerTitle}', '{businessName}'],
  },
} satisfies FlowKindDeclaration;

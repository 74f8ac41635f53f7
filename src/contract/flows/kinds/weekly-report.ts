import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { REPORT, REPORT_PARAMETERS } from './base.ts';

const MONDAY = 1;

/** Sends the owner the figures of a week. */
export const WEEKLY_REPORT = {
  ...REPORT,
  subject: 'week',
  usualWeekday: MONDAY,
  template: { name: /week/, parameters: REPORT_PARAMETERS },
} satisfies FlowKindDeclaration;

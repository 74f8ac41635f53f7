import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import { REPORT, REPORT_PARAMETERS } from './base.ts';

/** Sends the owner the figures of a day. */
export const DAILY_REPORT = {
  ...REPORT,
  subject: 'day',
  template: { name: /daily|day_report/, parameters: REPORT_PARAMETERS },
} satisfies FlowKindDeclaration;

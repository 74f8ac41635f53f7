import { connectionKind } from '#contract/connections/kinds.ts';
import { QUICK_STARTS, type QuickStartKind } from './quick-start-values.ts';

/** Whether a quick start connects a clinic: it speaks of patients and appointments. */
export function isOfClinics(kind: QuickStartKind): boolean {
  const { source } = QUICK_STARTS[kind];
  return source !== null && connectionKind(source).isClinic === true;
}

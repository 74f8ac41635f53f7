import { CASE_STATES } from '#contract/quality/values.ts';
import type { QualityCaseId } from '#contract/quality/reports.ts';
import { idIn, textIn, wordIn } from '#web/lib/api/known.ts';

/** The filters of a report's cases, and the open case, in the address. */
export const readReportSearch = (search: Readonly<Record<string, unknown>>) => ({
  employee: textIn(search['employee']),
  item: idIn<string>(search['item']),
  state: wordIn(CASE_STATES, search['state']),
  case: idIn<QualityCaseId>(search['case']),
});
export type ReportSearch = ReturnType<typeof readReportSearch>;

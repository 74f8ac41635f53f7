import type { WholeQualityReport } from '#contract/quality/reports.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import {
  listEmployeeRows,
  listItemRows,
  listMissedRows,
  listQuoteRows,
  listTroubles,
  measureReport,
} from './figure-queries.ts';
import { employeeScores, itemScores } from './figure-rules.ts';
import type { StoredReport } from './report-queries.ts';

const MOST_QUOTES = 3;

export type ReportFigures = Pick<WholeQualityReport, 'employees' | 'items' | 'measures' | 'troubles'>;

/** Everything that is computed from the cases of a report. */
export async function readFigures(
  scope: TenantScope,
  { id, checklist, kind }: Pick<StoredReport, 'id' | 'checklist' | 'kind'>,
): Promise<ReportFigures> {
  const { items } = checklist;
  const weights = items.map((item) => ({ itemId: item.id, weight: item.weight }));
  const employees = await listEmployeeRows(scope, id);
  const quotes = await listQuoteRows(scope, id, { weights, most: MOST_QUOTES });
  const missed = await listMissedRows(scope, id);
  const rows = await listItemRows(scope, id);
  const { talks, ...measures } = await measureReport(scope, id);
  return {
    employees: employeeScores({ employees, quotes, missed, items }),
    items: itemScores(items, rows),
    measures: kind === 'chats' && talks > 0 ? measures : null,
    troubles: await listTroubles(scope, id),
  };
}

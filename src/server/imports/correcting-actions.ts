import type { ContactImport, ImportId } from '#contract/imports/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { lockedImport, takeUp } from './actions.ts';
import { findPlaces, readCorrection } from './correction-rules.ts';
import type { ReceivedTable } from './draft-actions.ts';
import {
  addCounts,
  addTotal,
  deleteRejections,
  listRejectionsByNumber,
  setCorrection,
  type StoredImport,
} from './queries.ts';
import type { RowReading } from './row-rules.ts';
import { type NumberedRow, storeRows } from './storing-actions.ts';

// NOTE: a process: it reads or stores a file between transactions.

/**
 * Begins to import rejected rows that a member corrected, under the same import.
 *
 * @throws {Problem} `import.wrong_status` while the list itself is not stored to its end
 */
export async function startCorrection(
  ctx: Context,
  tenantId: TenantId,
  id: ImportId,
  { fileId, format, sheet, titleRows, titles, sample, total }: ReceivedTable,
): Promise<ContactImport> {
  return withTenant(ctx, tenantId, async (scope) => {
    const { columns, status, correction } = await lockedImport(scope, id, ['done', 'failed']);
    if (status === 'failed' && !correction) throw new Problem('import.wrong_status', { status });
    const places = findPlaces(columns, titles, sample);
    await setCorrection(scope, id, { fileId, format, sheet, titleRows, places, total, rows: 0 });
    return takeUp(scope, id);
  });
}

/**
 * Stores a batch of corrected rows. Each takes the place of its rejected row in the counts; one without a number is a
 * further row of the list, and one whose row was corrected before is left out.
 */
export async function storeCorrectedBatch(
  scope: ActionScope,
  list: StoredImport,
  { reading, rows }: { reading: RowReading; rows: readonly NumberedRow[] },
): Promise<void> {
  const { id, correction } = list;
  if (!correction) return;
  const given = rows.map(({ cells }) => readCorrection(cells, correction.places));
  const numbers = given.flatMap(({ replaces }) => replaces ?? []);
  const former = new Map((await listRejectionsByNumber(scope, id, numbers)).map((one) => [one.rowNumber, one]));
  const taken = new Set<number>();
  let { lastRow } = list;
  const numbered = given.flatMap(({ cells, replaces }) => {
    if (replaces !== null && (!former.has(replaces) || taken.has(replaces))) return [];
    const rowNumber = replaces ?? (lastRow += 1);
    taken.add(rowNumber);
    return { rowNumber, cells };
  });
  await deleteRejections(scope, id, [...taken]);
  const counts = await storeRows(scope, list, { reading, rows: numbered });
  await addTotal(scope, id, lastRow - list.lastRow);
  const replaced = [...former.values()].filter(({ rowNumber }) => taken.has(rowNumber));
  const replacedDuplicates = replaced.filter(({ reason }) => reason === 'duplicate').length;
  await addCounts(scope, id, {
    ...counts,
    duplicates: counts.duplicates - replacedDuplicates,
    rejected: counts.rejected - (replaced.length - replacedDuplicates),
  });
  await setCorrection(scope, id, { ...correction, rows: correction.rows + rows.length });
}
